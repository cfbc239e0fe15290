/** Rewrites an SVG so that it has only what is allowed: a limited number of shapes and gradients, none of which reuses another. */
import sax from "sax";

const SVG = "http://www.w3.org/2000/svg";

const ELEMENTS = new Set(
  (
    "svg g defs path rect circle ellipse line polyline polygon " +
    "linearGradient radialGradient stop clipPath"
  ).split(" "),
);
/** Dropped, with everything inside them. */
const IGNORED = new Set(["title", "desc", "metadata"]);

const ATTRIBUTES = new Set(
  (
    "id viewBox preserveAspectRatio x y width height rx ry cx cy r fx fy fr x1 y1 x2 y2 d points " +
    "transform gradientTransform gradientUnits spreadMethod clipPathUnits offset " +
    "stop-color stop-opacity fill fill-rule fill-opacity stroke stroke-width stroke-linecap " +
    "stroke-linejoin stroke-miterlimit stroke-opacity opacity color clip-path clip-rule display"
  ).split(" "),
);

const REFERENCE = /^url\(\s*["']?#([\w.-]+)["']?\s*\)$/;
const HARMLESS = /^(?!.*url\()[\w\s#%.,()+-]*$/s;

const MAX = { elements: 1_000, depth: 20, references: 100, number: 100_000 };

const NUMBERS = /(?<!#\w*)[\d.]+(e[+-]?\d+)?/gi;

/** The attributes, then the declarations of `style`, which replace those of the same name. */
function attributesOf({ attributes }: sax.QualifiedTag): Map<string, string> {
  const plain = Object.values(attributes).map(({ name, local, value }): [string, string] => [
    local === "href" ? "href" : name,
    value.trim(),
  ]);
  const declared = (attributes.style?.value ?? "").split(";").map((one): [string, string] => {
    const [property = "", ...rest] = one.split(":");
    return [property.trim(), rest.join(":").trim()];
  });
  return new Map([...plain, ...declared]);
}

/**
 * @returns nothing if it isn't an SVG
 * @throws Error whose message names what isn't allowed
 */
export function rewriteSvg(text: string): string {
  const parser = sax.parser(true, { xmlns: true });
  const written: string[] = [];
  const open: string[] = [];
  let [elements, references, ignoredDepth] = [0, 0, 0];
  const refuse = (what: string) => {
    throw new Error(what);
  };

  function write(tag: string, name: string, value: string): string {
    const isLink = name === "href";
    if (/^on/i.test(name)) refuse("a script");
    if (!isLink && !ATTRIBUTES.has(name)) return "";
    const [, id] = REFERENCE.exec(value) ?? [];
    if (id !== undefined || isLink) references++;
    const isOwn = isLink ? tag.endsWith("Gradient") && /^#[\w.-]+$/.test(value) : id !== undefined;
    if (!isOwn && (isLink || !HARMLESS.test(value))) refuse("a link");
    if (name === "clip-path" && [...open, tag].includes("clipPath")) refuse("nested clip paths");
    const numbers = name === "id" || id ? [] : (value.match(NUMBERS) ?? []);
    if (Math.max(...numbers.map(Number.parseFloat)) > MAX.number) refuse("too large numbers");
    return ` ${name}="${id === undefined ? value : `url(#${id})`}"`;
  }

  parser.onerror = () => refuse("broken XML");
  parser.ondoctype = () => refuse("a DOCTYPE");
  parser.onprocessinginstruction = ({ name, body }) => {
    const isUtf8 = !/encoding\s*=\s*["'](?!utf-8)/i.test(body);
    if (name !== "xml" || !isUtf8) refuse("an instruction to programs, or isn’t UTF-8");
  };
  parser.onopentag = (node) => {
    const { local, uri } = node as sax.QualifiedTag;
    const isForeign = uri !== SVG && uri !== "";
    if (ignoredDepth > 0 || isForeign || IGNORED.has(local)) return void ignoredDepth++;
    const isRoot = written.length === 0;
    const isPlaced = (local === "svg") === isRoot && (open.length === 0) === isRoot;
    if (!ELEMENTS.has(local) || !isPlaced) refuse(`<${local}>`);
    const given = attributesOf(node as sax.QualifiedTag);
    const attributes = [...given].map(([name, value]) => write(local, name, value));
    const namespace = local === "svg" ? ` xmlns="${SVG}"` : "";
    written.push(`<${local}${namespace}${attributes.join("")}>`);
    open.push(local);
    if (++elements > MAX.elements || open.length > MAX.depth || references > MAX.references) {
      refuse("too many of them");
    }
  };
  parser.onclosetag = () => {
    if (ignoredDepth > 0) ignoredDepth--;
    else written.push(`</${open.pop()}>`);
  };
  parser.write(text).close();
  return written.join("");
}

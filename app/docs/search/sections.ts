/** Searches the guides' sections and the reference, in memory. */
import { errorCodesOf } from "#lib/http/openapi-responses.ts";
import { uniqueIds } from "../../(about)/markdown.tsx";
import { contracts } from "../../openapi.json/contracts.ts";
import { fieldsOf, jsonSchemaOf } from "../fields.ts";
import { GUIDE_PAGES, type GuidePage } from "../guides.ts";
import { listedOperation } from "../operations.ts";
import { CHAPTERS, entryPath } from "../reference.ts";

/** A place that can be found. */
type Section = { href: string; page: string; title: string; text: string };

export type Found = Section & { snippet: string };

const MAX_QUERY = 100;
const MAX_WORDS = 8;
const MAX_FOUND = 20;
const SNIPPET = 160;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Markdown without its syntax, in one line. */
const plain = (markdown: string) =>
  markdown
    .replace(/^```\w*$|^\|[-|]+$/gm, "")
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/[`*|]|^#+ |- \[ \]/gm, "")
    .replace(/\s+/g, " ")
    .trim();

/** A guide's text, from heading to heading. A line in a program isn't one. */
export function sectionsOf({ href, title: page, markdown }: GuidePage): Section[] {
  const idOf = uniqueIds();
  const sections: Section[] = [];
  let isCode = false;
  for (const line of markdown.split("\n")) {
    if (/^\s*```/.test(line)) isCode = !isCode;
    const [, heading] = (!isCode && /^#{1,6} (.+)$/.exec(line)) || [];
    const title = plain(heading ?? "");
    if (heading) sections.push({ href: `${href}#${idOf(title)}`, page, title, text: "" });
    else if (sections.length > 0) (sections.at(-1) as Section).text += `${line}\n`;
  }
  return sections.map((section) => ({ ...section, text: plain(section.text) }));
}

const operationSections = (): Section[] =>
  contracts.map((contract) => {
    const { method, path, summary, description = "", body, query } = contract;
    const schemas = [query, body].filter((schema) => schema !== undefined);
    const fields = schemas.flatMap((schema) => fieldsOf(jsonSchemaOf(schema, "input")));
    const listed = listedOperation(contract);
    return {
      href: entryPath(listed),
      page: `${method} ${path}`,
      title: listed.title,
      text: plain(
        `${summary}. ${description} ${fields.map(({ name }) => name).join(", ")}. ` +
          errorCodesOf(contract).join(", "),
      ),
    };
  });

const eventSections = (): Section[] =>
  (CHAPTERS.at(-1)?.entries ?? []).map((entry) => {
    return { href: entryPath(entry), page: "Webhooks", title: entry.title, text: "" };
  });

type Indexed = Section & { titleWords: string; words: string };

const spaced = (text: string) => ` ${wordsOf(text).join(" ")} `;

let index: Indexed[] | undefined;

/** Made on the first search. Texts change with the process only. */
function readIndex(): Indexed[] {
  index ??= [...GUIDE_PAGES.flatMap(sectionsOf), ...operationSections(), ...eventSections()].map(
    (section) => ({
      ...section,
      titleWords: spaced(section.title),
      words: spaced(`${section.title} ${section.page} ${section.text}`),
    }),
  );
  return index;
}

const MAX_COUNTED = 5;

/** Words begin with what is typed. A title counts more than a text, and a whole word more than its beginning. */
function score({ titleWords, words }: Indexed, typed: string[]) {
  const phrase = ` ${typed.join(" ")}`;
  const found = typed.filter((word) => words.includes(` ${word}`));
  const points = found.map(
    (word) =>
      (titleWords.includes(` ${word} `) ? 20 : titleWords.includes(` ${word}`) ? 10 : 0) +
      Math.min(words.split(` ${word}`).length - 1, MAX_COUNTED),
  );
  const isPhrase = typed.length > 1 && words.includes(phrase);
  const extra = (isPhrase ? 10 : 0) + (titleWords === `${phrase} ` ? 40 : 0);
  return { found: found.length, points: points.reduce((sum, one) => sum + one, extra) };
}

/** The text around the first word that was found. */
function snippetOf(text: string, typed: string[]): string {
  const lower = text.toLowerCase();
  const places = typed.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - SNIPPET / 4);
  const from = places.length > 0 && start > 0 ? text.indexOf(" ", start) + 1 : 0;
  const isCut = from + SNIPPET < text.length;
  const part = text.slice(from, isCut ? text.lastIndexOf(" ", from + SNIPPET) : undefined);
  return `${from > 0 ? "… " : ""}${part}${isCut ? " …" : ""}`;
}

/** The best first; those with all words, or else with as many as there are. */
export function searchDocs(query: string): Found[] {
  const typed = wordsOf(query.slice(0, MAX_QUERY)).slice(0, MAX_WORDS);
  if (typed.length === 0) return [];
  const scored = readIndex().map((section) => ({ section, ...score(section, typed) }));
  const most = Math.max(...scored.map(({ found }) => found));
  return scored
    .filter(({ found }) => most > 0 && found === most)
    .sort((one, other) => other.points - one.points)
    .slice(0, MAX_FOUND)
    .map(({ section }) => ({ ...section, snippet: snippetOf(section.text, typed) }));
}

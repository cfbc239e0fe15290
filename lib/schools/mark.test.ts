import { describe, expect, it } from "vitest";
import { makeSchool, system } from "#test/factories.ts";
import { findMark, parseMark, setMark } from "./mark.ts";

const svg = (content: string, start = "") =>
  parseMark(
    Buffer.from(
      `${start}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`,
    ),
  );
const SHAPE = '<path fill="#fff" d="M0 0H9V9Z"/>';

function png(width: number, height: number): Buffer<ArrayBuffer> {
  const sides = Buffer.alloc(8);
  sides.writeUInt32BE(width, 0);
  sides.writeUInt32BE(height, 4);
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"), sides]);
}

describe("a mark", () => {
  it("is a PNG or an SVG of shapes", () => {
    expect(parseMark(png(512, 256))).toMatchObject({ type: "image/png" });
    expect(svg(SHAPE)).toMatchObject({ type: "image/svg+xml" });
    const gradient = `<linearGradient id="a"/><g fill="url(#a)">${SHAPE}</g>`;
    expect(svg(gradient, '<?xml version="1.0"?>\n<!-- Ours -->')).toMatchObject({
      type: "image/svg+xml",
    });
  });

  it.each([
    ["a script", "<script>alert(1)</script>"],
    ["an event handler", '<g onload="alert(1)"/>'],
    ["HTML", "<foreignObject><body/></foreignObject>"],
    ["a stylesheet", "<style>@import 'https://evil.example'</style>"],
    ["an animation", '<animate attributeName="href" to="x"/>'],
    ["a link", '<a href="javascript:alert(1)"/>'],
    ["a link without quotes", "<a href=https://evil.example>x</a>"],
    ["a file from elsewhere", '<image xlink:href="https://evil.example/a.png"/>'],
    ["a data URL", '<image href="data:image/png;base64,AA"/>'],
    ["a shape that is repeated", '<g id="a"/><use href="#a"/>'],
    ["a pattern", '<pattern id="a"/>'],
    ["a filter", '<filter id="a"/>'],
    ["a fill from elsewhere", `<g fill="url( 'https://evil.example#a')"/>`],
  ])("has no %s", (_, content) => {
    expect(svg(SHAPE + content)).toContain("only shapes");
  });

  const repeated = (count: number, what: string) => what.repeat(count);
  const nested = (count: number) => repeated(count, "<g>") + repeated(count, "</g>");

  it.each([
    ["a prefixed namespace", 'xmlns:s="http://www.w3.org/2000/svg"', '<s:use href="#a"/>'],
    ["a default namespace within", "", '<g xmlns="http://www.w3.org/2000/svg"><use/></g>'],
    ["a mask", "", '<mask id="a"/>'],
    ["a marker", "", '<marker id="a"/>'],
    ["a symbol", "", '<symbol id="a"/>'],
    ["text", "", "<text>Team</text>"],
    ["another picture within", "", "<svg/>"],
    ["a switch", "", "<switch/>"],
    ["nested clip paths", "", '<clipPath id="b" clip-path="url(#a)"/>'],
    ["clipped shapes in a clip path", "", '<clipPath id="b"><g clip-path="url(#a)"/></clipPath>'],
    ["a clip path in a style", "", '<clipPath id="b" style="fill:red; clip-path:url(#a)"/>'],
    ["more shapes than a mark needs", "", repeated(1_001, "<g/>")],
    ["groups within groups", "", nested(21)],
    ["more references than a mark needs", "", repeated(101, '<g fill="url(#a)"/>')],
    ["a huge path", "", '<path d="M0 0L1e9 9"/>'],
    ["a huge scale", "", '<g transform="scale(1000000)"/>'],
    ["an unknown entity", "", "<g>&a;</g>"],
    ["an element that isn't closed", "", "<g>"],
    ["an unbound prefix", "", "<s:g/>"],
    ["an escaped reference", "", '<g fill="&#117;rl(https://evil.example)"/>'],
    ["a stylesheet's escape", "", '<g style="fill: u\\72l(https://evil.example)"/>'],
    ["an instruction", "", '<?xml-stylesheet href="#a"?>'],
    ["an event handler in a style", "", '<g style="onload: x"/>'],
  ])("hasn't %s", (_, attribute, content) => {
    const text = `<svg xmlns="http://www.w3.org/2000/svg" ${attribute}>${content}</svg>`;
    expect(parseMark(Buffer.from(text))).toContain("only shapes");
  });

  it("has no picture after it, and isn't in another namespace", () => {
    for (const text of [
      '<svg xmlns="http://www.w3.org/2000/svg"/><svg/>',
      '<svg xmlns="http://www.w3.org/2000/svg"/><!DOCTYPE svg [<!ENTITY a "b">]>',
    ]) {
      expect(parseMark(Buffer.from(text))).toContain("only shapes");
    }
    for (const text of ["<svg/>", '<svg xmlns="http://www.w3.org/1999/xhtml"><g/></svg>']) {
      expect(parseMark(Buffer.from(text))).toContain("a PNG or an SVG");
    }
  });

  it("is rewritten, without what editors add", () => {
    const editors = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
      <!-- Made with an editor -->
      <svg xmlns:e="http://editor.example" xmlns:s="http://www.w3.org/2000/svg" e:version="1"
        xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
        viewBox="0 0 512 512" xml:space="preserve" class="a" stroke-dasharray="0.0001">
        <title>Our &amp; mark</title><metadata><e:rdf><g/></e:rdf></metadata>
        <e:view><path d="M0 0"/></e:view>
        <defs><linearGradient id="a"><stop offset="0" style="stop-color:#100000;stop-opacity:1"/>
        </linearGradient><linearGradient id="b" xlink:href="#a"/>
        <clipPath id="c"><rect width="9" height="9"/></clipPath></defs>
        <s:g clip-path="url( '#c' )" fill="red" style="fill:url(#b);-e-font:serif">text
        <path d="M1.5.5e-3-2,3Z" fill="rgb(1, 2, 3)"></path></s:g></svg>`;
    const mark = parseMark(Buffer.from(editors));
    if (typeof mark === "string") throw new Error(mark);
    expect(Buffer.from(mark.image).toString()).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><defs>' +
        '<linearGradient id="a"><stop offset="0" stop-color="#100000" stop-opacity="1"></stop>' +
        '</linearGradient><linearGradient id="b" href="#a"></linearGradient>' +
        '<clipPath id="c"><rect width="9" height="9"></rect></clipPath></defs>' +
        '<g clip-path="url(#c)" fill="url(#b)"><path d="M1.5.5e-3-2,3Z" fill="rgb(1, 2, 3)"></path></g></svg>',
    );
    expect(parseMark(mark.image as Buffer<ArrayBuffer>)).toEqual(mark);
  });

  it("is UTF-8, which its check reads", () => {
    expect(svg(SHAPE, '<?xml version="1.0" encoding="UTF-8"?>')).toMatchObject({});
    expect(svg(SHAPE, '<?xml version="1.0" encoding="UTF-7"?>')).toContain("only shapes");
  });

  it.each<[string, Buffer<ArrayBuffer>, string]>([
    ["a web page", Buffer.from("<html><svg></svg></html>"), "a PNG or an SVG"],
    ["a JPEG", Buffer.from([0xff, 0xd8, 0xff, 0xe0]), "a PNG or an SVG"],
    ["nothing", Buffer.alloc(0), "a PNG or an SVG"],
    ["a DOCTYPE", Buffer.from('<?xml version="1.0"?><!DOCTYPE svg><svg/>'), "a PNG or an SVG"],
    ["a large file", Buffer.alloc(32_769), "32 KiB"],
    ["a large picture", png(1_025, 10), "1024 pixels"],
    ["an empty picture", png(0, 10), "1024 pixels"],
    ["the beginning of a PNG", png(9, 9).subarray(0, 16), "a PNG or an SVG"],
    ["a PNG that ends in its size", png(9, 9).subarray(0, 23), "a PNG or an SVG"],
    ["an animated PNG", Buffer.concat([png(9, 9), Buffer.from("\0\0\0\bacTL")]), "animated"],
  ])("isn't %s", (_, image, issue) => {
    expect(parseMark(image)).toContain(issue);
  });

  it("can be replaced and removed", async () => {
    const school = await makeSchool();
    const [first, second] = [svg(SHAPE), parseMark(png(9, 9))];
    if (typeof first === "string" || typeof second === "string") throw new Error("no mark");
    expect(await setMark(system, school, null)).toBe(false);
    expect(await setMark(system, school, first)).toBe(true);
    expect(await setMark(system, school, second)).toBe(true);
    expect((await findMark(school))?.type).toBe("image/png");
    expect(await setMark(system, school, null)).toBe(true);
    expect(await findMark(school)).toBeNull();
    expect(await setMark(system, "no-such-school", first)).toBe(false);
  });
});

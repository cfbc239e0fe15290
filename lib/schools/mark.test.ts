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

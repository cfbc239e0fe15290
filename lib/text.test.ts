import { expect, it } from "vitest";
import { asciiDigits } from "../public/giving.js";
import { openLog } from "./log.ts";
import { codeCharacters, hasControlCharacters, printable, printableLines } from "./text.ts";

const CODES = [
  0, 7, 8, 9, 10, 13, 27, 31, 127, 128, 133, 155, 159, 0x61c, 0x200e, 0x200f, 0x2028, 0x2029,
  0x202a, 0x202e, 0x2066, 0x2069,
];
const PLAIN = "Zoë's “points” – 漢字 😀 \\u001b \u{e000}";

it.each(CODES)(
  "character %i is shown as a JSON escape, so that parsers read the same value",
  (code) => {
    const text = `a${String.fromCodePoint(code)}b`;
    expect(hasControlCharacters(text)).toBe(true);
    expect(printable(text)).toMatch(/^a\\u[0-9a-f]{4}b$/);
    expect(JSON.parse(printableLines(JSON.stringify({ text })))).toEqual({ text });
  },
);

it("visible characters and line breaks are unchanged", () => {
  expect([hasControlCharacters(PLAIN), printable(PLAIN)]).toEqual([false, PLAIN]);
  expect(printableLines("one\ntwo\u001b")).toBe("one\ntwo\\u001b");
});

it("a log entry is one line, no matter what it quotes", () => {
  const lines: string[] = [];
  const level = process.env.LOG_LEVEL;
  const log = openLog({ write: (line: string) => void lines.push(line) });
  log.level = "info";
  const quoted = CODES.map((code) => String.fromCodePoint(code)).join("");
  log.info({ quoted }, quoted);
  log.level = level ?? "silent";
  expect(lines).toHaveLength(1);
  expect(hasControlCharacters((lines[0] ?? "").replace(/\n$/, ""))).toBe(false);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ quoted, msg: quoted });
});

it("reads the digits of every script", () => {
  const digits = Array.from({ length: 0x11_0000 - 0xe000 }, (_, n) => n + 0xe000)
    .concat(Array.from({ length: 0xd800 }, (_, n) => n))
    .map((codePoint) => String.fromCodePoint(codePoint))
    .filter((character) => /\p{Nd}/u.test(character));
  expect(digits.length % 10).toBe(0);
  const values = digits.sort((a, b) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0));
  expect(asciiDigits(values.join(""))).toBe("0123456789".repeat(digits.length / 10));
});

it.each([
  "123456",
  "123 456",
  "123–456",
  "１２３４５６",
  "١٢٣٤٥٦",
  "۱۲۳-۴۵۶",
  "123\u2212456\u200b",
  "१२३\u00a0४५६",
])("reads the code %j", (typed) => expect(codeCharacters(typed)).toBe("123456"));

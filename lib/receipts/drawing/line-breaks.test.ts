import { expect, it } from "vitest";
import { layOut } from "./paragraph.ts";

/** The first line of “xx ” and two characters, of which only the first fits. */
function firstLine(before: string, after: string): string {
  const measure = (_: unknown, text: string) => [...text].length - 1;
  const [line] = layOut(`xx ${before}${after}`, 4, () => true, measure);
  return (line ?? []).map(({ original }) => original).join("");
}

it.each([
  ["after a hyphen within a name", "-", "B"],
  ["between ideographs", "王", "小"],
  ["between hangul syllables", "김", "철"],
  ["between a Latin letter and an ideograph", "a", "王"],
])("ends a line %s", (_, before, after) => {
  expect(firstLine(before, after)).toBe(`xx ${before}`);
});

it.each([
  ["within a word", "a", "b"],
  ["within an Arabic word", "ب", "ت"],
  ["within a number with a sign", "-", "5"],
  ["before a full stop", "金", "。"],
  ["before a closing bracket", "年", "）"],
  ["after an opening bracket", "（", "年"],
  ["after an opening quotation mark", "“", "王"],
  ["before a small kana", "シ", "ャ"],
  ["before a long vowel", "ー", "ー"],
])("does not end a line %s", (_, before, after) => {
  expect(firstLine(before, after)).toBe("xx");
});

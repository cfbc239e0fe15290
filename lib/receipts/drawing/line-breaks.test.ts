import { expect, it } from "vitest";
import { mayBreakBetween } from "./line-breaks.ts";

it.each([
  ["after a space", " ", "a"],
  ["after a space, between words from the right", " ", "ب"],
  ["after a hyphen within a name", "-", "B"],
  ["between ideographs", "王", "小"],
  ["between syllables of hangul", "김", "철"],
  ["between a Latin letter and an ideograph", "a", "王"],
  ["after a space of no width", "\u200b", "a"],
])("ends a line %s", (_, before, after) => {
  expect(mayBreakBetween(before, after)).toBe(true);
});

it.each([
  ["within a word", "a", "b"],
  ["within an Arabic word", "ب", "ت"],
  ["within a number with a sign", "-", "5"],
  ["before a space", "a", " "],
  ["before a full stop", "金", "。"],
  ["before a closing bracket", "年", "）"],
  ["after an opening bracket", "（", "年"],
  ["after an opening quotation mark", "“", "王"],
  ["before a small kana or a long vowel", "シ", "ャ"],
  ["before a long vowel", "ー", "ー"],
])("does not end a line %s", (_, before, after) => {
  expect(mayBreakBetween(before, after)).toBe(false);
});

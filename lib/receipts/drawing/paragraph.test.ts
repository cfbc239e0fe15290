import { expect, it } from "vitest";
import { isolate } from "./direction.ts";
import { layOut, type Run } from "./paragraph.ts";

/** One font that has everything, whose letters are all as wide. */
const covers = () => true;
const measure = (_: unknown, text: string) => [...text].length - 1;

const linesOf = (text: string, width: number) =>
  layOut(text, width, covers, measure).map((line: Run[]) =>
    line.map(({ text }) => text.replace(/^[\u202d\u202e]/, "")).join(""),
  );

it("fills lines with whole words, in the order of reading", () => {
  expect(linesOf("one two three", 8)).toEqual(["one two", "three"]);
  expect(linesOf("אבג דהו זחט", 8)).toEqual(["אבג דהו", "זחט"]);
});

it("lets no space take room at the end of a line", () => {
  expect(linesOf("one two", 3)).toEqual(["one", "two"]);
});

it("divides a word that is wider than a line between characters, and loses none", () => {
  expect(linesOf("ab cdefghij", 4)).toEqual(["ab c", "defg", "hij"]);
  expect(linesOf("👩‍👩‍👧👩‍👩‍👧", 1)).toHaveLength(2);
});

it("breaks East Asian text anywhere but before punctuation", () => {
  expect(linesOf("一二三四。五", 4)).toEqual(["一二三", "四。五"]);
});

it("starts a line where the text does", () => {
  expect(linesOf("a\nb", 9)).toEqual(["a", "b"]);
});

it("divides a line where the direction changes, and draws no controls", () => {
  const [line] = layOut(`by ${isolate("אב")}!`, 99, covers, measure);
  expect(line?.map(({ text, level }) => [text, level])).toEqual([
    ["\u202dby ", 0],
    ["\u202eאב", 1],
    ["\u202d!", 0],
  ]);
});

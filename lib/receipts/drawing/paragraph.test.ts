import { describe, expect, it } from "vitest";
import { inVisualOrder, layOut, levelsOf, type Run } from "./paragraph.ts";
import { isolate } from "./untrusted.ts";

/** One monospaced font that has every character. */
const covers = () => true;
const measure = (_: unknown, text: string) => [...text].length - 1;

const linesOf = (text: string, width: number) =>
  layOut(text, width, covers, measure).map((line: Run[]) =>
    line.map(({ text }) => text.replace(/^[\u202d\u202e]/, "")).join(""),
  );

it("fills lines with whole words, in reading order", () => {
  expect(linesOf("one two three", 8)).toEqual(["one two", "three"]);
  expect(linesOf("אבג דהו זחט", 8)).toEqual(["אבג דהו", "זחט"]);
});

it("ignores spaces at the end of a line", () => {
  expect(linesOf("one two", 3)).toEqual(["one", "two"]);
});

it("splits a word that is wider than a line between characters, and loses none", () => {
  expect(linesOf("ab cdefghij", 4)).toEqual(["ab c", "defg", "hij"]);
  expect(linesOf("👩‍👩‍👧👩‍👩‍👧", 1)).toHaveLength(2);
});

it("measures a long word in linear time", () => {
  let measured = 0;
  const count = (font: unknown, text: string) => {
    measured += text.length;
    return measure(font, text);
  };
  layOut("x".repeat(10_000), 100, covers, count);
  expect(measured).toBeLessThan(80_000);
});

it("breaks Chinese text anywhere except before punctuation", () => {
  expect(linesOf("一二三四。五", 4)).toEqual(["一二三", "四。五"]);
});

it("breaks lines where the text does", () => {
  expect(linesOf("a\nb", 9)).toEqual(["a", "b"]);
});

it("splits a line where the direction changes, and draws no control characters", () => {
  const [line] = layOut(`by ${isolate("אב")}!`, 99, covers, measure);
  expect(line?.map(({ text, level }) => [text, level])).toEqual([
    ["\u202dby ", 0],
    ["\u202eאב", 1],
    ["\u202d!", 0],
  ]);
});

describe("levels", () => {
  /** A line as it appears from left to right. */
  function displayed(line: string): string {
    const levels = levelsOf(line);
    const letters = [...line].map((letter, at) => ({ letter, level: levels[at] as number }));
    return inVisualOrder(letters)
      .map(({ letter }) => letter)
      .join("")
      .replace(/[\u2066-\u2069]/g, "");
  }

  it("keeps a right-to-left name in its place within a sentence", () => {
    expect(displayed(`Paid by ${isolate("אבג דהו")}, 2026.`)).toBe("Paid by והד גבא, 2026.");
    expect(displayed(`${isolate("אבג")} · 12`)).toBe("גבא · 12");
  });

  it("keeps numbers and other scripts within such a name in order", () => {
    expect(displayed(isolate("אבג 2026 Ohio!"))).toBe("!Ohio 2026 גבא");
  });

  it("keeps a number after a name out of the name", () => {
    expect(displayed("אבג 12")).toBe("12 גבא");
    expect(displayed(`${isolate("אבג")} 12`)).toBe("גבא 12");
  });
});

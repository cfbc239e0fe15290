import { expect, it } from "vitest";
import { breakLongWords, toOneLine } from "./break-words.ts";

it("does not change text whose words fit", () => {
  const text = "Ordinary words, and pat.sample.the.third@example.com";
  expect(breakLongWords(text, 100, (characters) => characters.length)).toBe(text);
});

it("breaks a long word at the end of the line, and loses no character", () => {
  const broken = breakLongWords(`for ${"x".repeat(250)} ever`, 100, () => 1);
  expect(broken.split("\n").map((line) => line.length)).toEqual([4 + 98, 98, 54 + 5]);
  expect(broken.replaceAll("\n", "")).toBe(`for ${"x".repeat(250)} ever`);
});

it("never splits a character, however narrow the line", () => {
  const faces = "😀".repeat(40);
  const lines = breakLongWords(faces, 1, () => 2).split("\n");
  expect(lines).toEqual(Array.from({ length: 40 }, () => "😀"));
});

it("measures each character once, whatever the length of the text", () => {
  let measured = 0;
  const widthOf = () => {
    measured++;
    return 1;
  };
  breakLongWords("abc".repeat(10_000), 100, widthOf);
  expect(measured).toBe(3);
});

it("joins lines into one, and shortens it if it is too long", () => {
  expect(toOneLine(" a\n\n\tb\u0001c\r\n")).toBe("a b c");
  expect(toOneLine("😀😀😀", 3)).toBe("😀😀😀");
  expect(toOneLine("😀😀😀😀", 3)).toBe("😀😀…");
});

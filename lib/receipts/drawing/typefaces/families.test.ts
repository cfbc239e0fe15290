import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { filesFor } from "./families.ts";
import { charactersWithoutFont } from "./scripts.ts";

const fileOf = (text: string, character = text) => filesFor(text)(character)[0];
const familyOf = (text: string, character = text) => fileOf(text, character)?.family;

it.each([
  ["م", "noto-sans-arabic"],
  ["ש", "noto-sans-hebrew"],
  ["क", "noto-sans-devanagari"],
  ["の", "noto-sans-jp"],
  ["김", "noto-sans-kr"],
  ["明", "noto-sans-sc"],
  ["。", "noto-sans-sc"],
  ["ʻ", "inter"],
  ["α", "inter"],
])("%s is set in %s, in a file that is installed", (character, family) => {
  const file = fileOf(character);
  expect(file?.family).toBe(family);
  expect(existsSync(file?.path ?? "")).toBe(true);
  expect(file?.characters).toContain(character);
});

it("chooses the family of shared ideographs by the rest of the text", () => {
  expect(familyOf("骨", "骨")).toBe("noto-sans-sc");
  expect(familyOf("骨の", "骨")).toBe("noto-sans-jp");
  expect(familyOf("骨김", "骨")).toBe("noto-sans-kr");
});

it("falls back to other families for what one lacks", () => {
  expect(familyOf("𠮷")).toBe("noto-sans-jp");
  expect(familyOf("김𠮷", "𠮷")).toBe("noto-sans-jp");
});

it("has no file for scripts without a family", () => {
  expect(fileOf("ཀ")).toBeUndefined();
  expect(fileOf("👍")).toBeUndefined();
});

it("has a file for every script that donors aren't warned about, and for no other", () => {
  const names = [
    "Ωραία Ґанна",
    "สมชาย",
    "আনন্দ",
    "José",
    "Nguyễn",
    "O’Neil-Ħamid",
    "王小明 さくら 김",
    "مُحَمَّد",
  ];
  for (const name of names) {
    expect(charactersWithoutFont(name), name).toEqual([]);
    const files = filesFor(name);
    for (const one of name.replace(/\s/g, "")) expect(files(one), one).not.toEqual([]);
  }
  for (const one of ["ཀ", "မ", "ᠮ", "Ꭰ", "𐤀", "👍", "🎓"]) {
    expect(charactersWithoutFont(`Pat ${one} ${one}`)).toEqual([one]);
    expect(fileOf(one)).toBeUndefined();
  }
});

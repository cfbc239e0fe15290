import { expect, it } from "vitest";
import { type Covers, clustersOf } from "./clusters.ts";
import { MAIN_FONT } from "./families.ts";

/** The main font has ASCII and one accent. The others have the characters they list. */
const covers: Covers = (font, character) =>
  font === MAIN_FONT
    ? /[ -~é]|\u0301/.test(character)
    : character === " " || font.characters.includes(character);

const drawn = (text: string) => clustersOf(text, covers).map((cluster) => cluster.drawn);
const fonts = (text: string) => clustersOf(text, covers).map(({ font }) => font.family);

it("keeps letters and their marks together, in one font", () => {
  expect(drawn("e\u0301x\u0301")).toEqual(["é", "x\u0301"]);
  expect(drawn("קָמ")).toEqual(["קָ", "מ"]);
});

it("uses other fonts only for what the main font lacks", () => {
  expect(clustersOf("Aʻa", covers).map(({ font }) => font === MAIN_FONT)).toEqual([
    true,
    false,
    true,
  ]);
});

it("uses a script's font for the spaces within it", () => {
  const [arabic, space] = ["noto-sans-arabic", "inter"];
  expect(fonts("م م a م")).toEqual([arabic, arabic, arabic, space, space, space, arabic]);
});

it("keeps joiners that change letters, and draws no other invisible characters", () => {
  expect(drawn("می‌خ")).toEqual(["م", "ی‌", "خ"]);
  expect(drawn("a\u200db\u00adc\u2068")).toEqual(["a", "b", "", "c", ""]);
});

it("draws one box per character that no font has, and loses no text", () => {
  const clusters = clustersOf("a👩‍👩‍👧ཀb", covers);
  expect(clusters.map((one) => one.drawn)).toEqual(["a", "□", "□", "b"]);
  expect(clusters.map(({ original }) => original).join("")).toBe("a👩‍👩‍👧ཀb");
});

it("draws the letter, and a box for marks that no font has or that stack too high", () => {
  expect(drawn("S\u0331a")).toEqual(["S", "□", "a"]);
  expect(drawn(`a${"\u0301".repeat(40)}b`)).toEqual(["a", "□", "b"]);
});

it("draws a long Devanagari syllable unchanged", () => {
  expect(drawn("र्त्स्न्या")).not.toContain("□");
});

it("doesn't replace an ideograph with a canonically equivalent one", () => {
  expect(drawn("\ufa19")).toEqual(["\ufa19"]);
});

import { expect, it } from "vitest";
import { type Covers, clustersOf, MISSING } from "./clusters.ts";
import { MAIN_FONT } from "./families.ts";

/** The main font has ASCII and one accent, and the others what they claim. */
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

it("takes only what the main font lacks from others", () => {
  expect(fonts("Aʻa")).toEqual(["geist", "inter", "geist"]);
});

it("takes the spaces within a script from its font", () => {
  const [arabic, space] = ["noto-sans-arabic", "geist"];
  expect(fonts("م م a م")).toEqual([arabic, arabic, arabic, space, space, space, arabic]);
});

it("keeps joiners where they change letters, and draws no invisible character elsewhere", () => {
  expect(drawn("می‌خ")).toEqual(["م", "ی‌", "خ"]);
  expect(drawn("a\u200db\u00adc\u2068")).toEqual(["a", "b", "", "c", ""]);
});

it("draws one box for a character that no font has, and loses none", () => {
  const clusters = clustersOf("a👩‍👩‍👧ไb", covers);
  expect(clusters.map((one) => one.drawn)).toEqual(["a", MISSING, MISSING, "b"]);
  expect(clusters.map(({ original }) => original).join("")).toBe("a👩‍👩‍👧ไb");
});

it("draws the letter and a box for marks that no font has, and for piles of them", () => {
  expect(drawn("S\u0331a")).toEqual(["S", MISSING, "a"]);
  expect(drawn(`a${"\u0301".repeat(40)}b`)).toEqual(["a", MISSING, "b"]);
});

it("draws a long syllable of Devanagari as it is", () => {
  expect(drawn("र्त्स्न्या")).not.toContain(MISSING);
});

it("does not replace an ideograph by one that Unicode takes for equal", () => {
  expect(drawn("\ufa19")).toEqual(["\ufa19"]);
});

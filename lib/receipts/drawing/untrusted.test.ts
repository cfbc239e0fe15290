import { expect, it } from "vitest";
import { isolate, isolateNames, toOneLine } from "./untrusted.ts";

const OVERRIDE = "\u202e";

it("joins lines into one, and shortens it if it is too long", () => {
  expect(toOneLine(" a\n\n\tb\u0001c\r\n")).toBe("a b c");
  expect(toOneLine("😀😀😀", 3)).toBe("😀😀😀");
  expect(isolate("😀😀\n😀😀", 4)).toBe("😀😀 …");
});

it("does not change text that is read from the left", () => {
  expect(isolate("Łukasz Ångström-O’Brien")).toBe("Łukasz Ångström-O’Brien");
});

it("sets text from the right apart, so that it has its own direction", () => {
  expect(isolate("محمد (الابن)")).toBe("\u2068محمد (الابن)\u2069");
});

it("removes controls that would reorder what follows", () => {
  expect(isolate(`${OVERRIDE}Pat\u2066`)).toBe("Pat");
  expect(isolate("\u2069דן")).toBe("\u2068דן\u2069");
});

it("finds names in a sentence, also one within another", () => {
  const names = ["דן", "קרן\nדן", "", "Fund"];
  const sentence = isolateNames("For “קרן דן” of Fund", names);
  expect(sentence).toBe("For “\u2068קרן \u2068דן\u2069\u2069” of Fund");
});

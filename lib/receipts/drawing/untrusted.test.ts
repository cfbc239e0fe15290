import { expect, it } from "vitest";
import { isolate, isolateNames } from "./untrusted.ts";

const OVERRIDE = "\u202e";

it("joins lines into one, and shortens it if it's too long", () => {
  expect(isolate(" a\n\n\tb\u0001c\r\n")).toBe("a b c");
  expect(isolate("😀😀😀", 3)).toBe("😀😀😀");
  expect(isolate("😀😀\n😀😀", 4)).toBe("😀😀 …");
});

it("doesn't change left-to-right text", () => {
  expect(isolate("Łukasz Ångström-O’Brien")).toBe("Łukasz Ångström-O’Brien");
});

it("isolates right-to-left text, so that it has its own direction", () => {
  expect(isolate("محمد (الابن)")).toBe("\u2068محمد (الابن)\u2069");
});

it("removes control characters that would reorder the text after them", () => {
  expect(isolate(`${OVERRIDE}Pat\u2066`)).toBe("Pat");
  expect(isolate("\u2069דן")).toBe("\u2068דן\u2069");
});

it("isolates names in a sentence, including one within another", () => {
  const names = ["דן", "קרן\nדן", "", "Fund"];
  const sentence = isolateNames("For “קרן דן” of Fund", names);
  expect(sentence).toBe("For “\u2068קרן \u2068דן\u2069\u2069” of Fund");
});

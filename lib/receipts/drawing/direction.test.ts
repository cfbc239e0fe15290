import { describe, expect, it } from "vitest";
import { inVisualOrder, isolate, isolateNames, levelsOf } from "./direction.ts";

const OVERRIDE = "\u202e";

describe("isolate", () => {
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
    const names = ["דן", "קרן דן", "", "Fund"];
    const sentence = isolateNames("For “קרן דן” of Fund", names);
    expect(sentence).toBe("For “\u2068קרן \u2068דן\u2069\u2069” of Fund");
  });
});

describe("levels", () => {
  /** A line as it looks from the left to the right. */
  function seen(line: string): string {
    const levels = levelsOf(line);
    const letters = [...line].map((letter, at) => ({ letter, level: levels[at] as number }));
    return inVisualOrder(letters)
      .map(({ letter }) => letter)
      .join("")
      .replace(/[\u2066-\u2069]/g, "");
  }

  it("keeps a name from the right in its place within a sentence", () => {
    expect(seen(`Paid by ${isolate("אבג דהו")}, 2026.`)).toBe("Paid by והד גבא, 2026.");
    expect(seen(`${isolate("אבג")} · 12`)).toBe("גבא · 12");
  });

  it("keeps numbers and other scripts within such a name in their order", () => {
    expect(seen(isolate("אבג 2026 Ohio!"))).toBe("!Ohio 2026 גבא");
  });

  it("keeps a number after a name from being drawn into it", () => {
    expect(seen("אבג 12")).toBe("12 גבא");
    expect(seen(`${isolate("אבג")} 12`)).toBe("גבא 12");
  });
});

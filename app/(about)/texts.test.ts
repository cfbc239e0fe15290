import { afterEach, describe, expect, it } from "vitest";
import { env, rereadEnv, TEXT_PAGES } from "#lib/env.ts";
import { findText, textLinks } from "./texts.ts";

afterEach(() => {
  rereadEnv();
});

const setTexts = (
  environment: "sandbox" | "production",
  pageTexts?: { help?: string; privacy?: string },
) => env.replace({ ...rereadEnv(), environment, pageTexts, brandName: "Gold & Giving" });

describe("a sandbox", () => {
  it("shows samples with the configured brand", () => {
    setTexts("sandbox");
    expect(textLinks().map(({ href }) => href)).toEqual(TEXT_PAGES.map((name) => `/${name}`));
    for (const name of TEXT_PAGES) {
      const text = findText(name);
      expect(text?.isSample).toBe(true);
      expect(text?.markdown).toContain("Gold & Giving");
    }
  });

  it("shows only the operator's texts once there are any", () => {
    setTexts("sandbox", { help: "# Ask us" });
    expect(findText("help")).toEqual({ title: "Help", markdown: "# Ask us", isSample: false });
    expect(findText("privacy")).toBeNull();
  });
});

describe("production", () => {
  it("has only the pages that its operator has written", () => {
    setTexts("production");
    expect(textLinks()).toEqual([]);
    expect(TEXT_PAGES.map(findText)).toEqual([null, null, null, null]);
  });

  it("links to the existing pages, in a fixed order", () => {
    setTexts("production", { help: "Help", privacy: "Privacy" });
    expect(textLinks().map(({ title }) => title)).toEqual(["Privacy", "Help"]);
  });
});

import { describe, expect, it } from "vitest";
import { contrast, ensureContrast, mix } from "../schools/art/color.ts";
import { type Palette, paletteFor, palettesOf, themeCss } from "./palette.ts";
import { type Theme, themeOf } from "./theme.ts";

/** Extremes, grays that are hard to read with both black and white, and typical brand colors. */
const COLORS = [
  "#000000",
  "#ffffff",
  "#767676",
  "#777777",
  "#787878",
  "#808080",
  "#7f7f80",
  "#fff",
  "#ff0000",
  "#00ff00",
  "#0000ff",
  "#ffff00",
  "#00ffff",
  "#ff00ff",
  "#0b5fff",
  "#D4AF37",
];

/** Each foreground and background, and the contrast they need. */
const REQUIRED_CONTRAST: [keyof Palette, keyof Palette, number][] = [
  ["ink", "paper", 4.5],
  ["quiet", "paper", 4.5],
  ["link", "paper", 4.5],
  ["ink", "sheet", 4.5],
  ["quiet", "sheet", 4.5],
  ["failed", "paper", 4.5],
  ["completed", "completedGround", 4.5],
  ["waiting", "waitingGround", 4.5],
  ["failed", "failedGround", 4.5],
  ["onAccent", "accent", 4.5],
  ["onAccent", "accentPressed", 4.5],
  ["focus", "paper", 3],
  ["edge", "paper", 3],
];

function* themes(): Generator<Theme> {
  for (const primary of [undefined, ...COLORS])
    for (const background of [undefined, ...COLORS])
      for (const text of [undefined, ...COLORS])
        yield Object.fromEntries(
          Object.entries({ primary, background, text }).filter(([, color]) => color !== undefined),
        ) as Theme;
}

it("is readable in every combination, light and dark", () => {
  const unreadable: string[] = [];
  for (const theme of themes()) {
    for (const scheme of ["light", "dark"] as const) {
      const palette = paletteFor(theme, scheme);
      for (const [front, back, minimum] of REQUIRED_CONTRAST) {
        if (contrast(palette[front], palette[back]) >= minimum) continue;
        unreadable.push(`${front} on ${back} in ${JSON.stringify({ scheme, ...theme })}`);
      }
    }
  }
  expect(unreadable).toEqual([]);
});

describe("a bank's colors", () => {
  it("are unchanged if they are readable", () => {
    const theme = { primary: "#0b5fff", background: "#ffffff", text: "#111111" };
    expect(paletteFor(theme, "light")).toMatchObject({
      scheme: "light",
      paper: "#ffffff",
      ink: "#111111",
      accent: "#0b5fff",
      onAccent: "#ffffff",
      link: "#0b5fff",
    });
  });

  it("are darkened slightly if almost dark enough for white text, and keep dark text if light", () => {
    const blue = paletteFor({ primary: "#117aca" }, "light");
    expect(blue.onAccent).toBe("#ffffff");
    expect(blue.accent).not.toBe("#117aca");
    expect(contrast(blue.accent, "#117aca")).toBeLessThan(1.2);
    expect(paletteFor({ primary: "#d4af37" }, "light")).toMatchObject({
      accent: "#d4af37",
      onAccent: "#000000",
    });
  });

  it("are changed no more than necessary", () => {
    const { ink, link } = paletteFor(
      { text: "#888888", primary: "#888888", background: "#ffffff" },
      "light",
    );
    expect(contrast(link, "#ffffff")).toBeLessThan(5);
    // Unreadable text is replaced with our color: adjusted, it would look disabled.
    expect(ink).toBe("#13141a");
  });

  it("are the same in dark mode if the bank chose the background", () => {
    expect(palettesOf({ background: "#112233" })).toMatchObject({
      first: { scheme: "dark", paper: "#112233" },
      dark: null,
    });
  });
});

describe("the mode", () => {
  it("is the user's unless the bank chose one", () => {
    expect(palettesOf({})).toMatchObject({ first: { scheme: "light" }, dark: { scheme: "dark" } });
    expect(palettesOf({ mode: "light" })).toMatchObject({ first: { scheme: "light" }, dark: null });
    expect(palettesOf({ mode: "dark" })).toMatchObject({ first: { scheme: "dark" }, dark: null });
  });
});

describe("as CSS", () => {
  const HOSTILE = [
    "red;}</style><script>alert(1)</script>",
    "url(https://evil.example)",
    "#fff;background:url(//evil.example)",
    "#ffff",
    "var(--x)",
    "</style>",
    "#12345g",
    "#123456\n",
    "__proto__",
  ];

  it.each(HOSTILE)("drops %j in every field", (value) => {
    const plain = themeCss({});
    for (const name of ["mode", "primary", "background", "text", "radius", "font"]) {
      // Even if the stored theme was never validated.
      expect(themeCss({ [name]: value })).toBe(plain);
      expect(themeOf({ [name]: value })).toEqual({});
    }
  });

  it("has only known properties, with generated values", () => {
    const css = themeCss({ primary: "#ABC", radius: "none", font: "serif", mode: "auto" });
    expect(css).toMatch(
      /^:root\{[^{}<>]*\}\n@media \(prefers-color-scheme:dark\)\{:root\{[^{}<>]*\}\}$/,
    );
    expect(css).toContain("--accent:#aabbcc;");
    expect(css).toContain("--radius:0;");
    expect(css).toContain("--font:Georgia");
  });
});

it("mixes and adjusts colors channel by channel", () => {
  expect(mix("#000000", "#ffffff", 0.5)).toBe("#808080");
  expect(ensureContrast("#ffffff", "#ffffff", 21)).toBe("#000000");
});

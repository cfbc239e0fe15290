import { describe, expect, it } from "vitest";
import data from "#prisma/data/schools.json" with { type: "json" };
import { schoolColorsCss } from "./school-colors.tsx";

const OHIO = { school_id: "ohio-state", colors: ["#bb0000", "#666666"] };

describe("the schools' colors as CSS", () => {
  it("have one rule per school, plus the give button's colors in dark mode", () => {
    expect(schoolColorsCss([OHIO])).toMatch(
      /^\.school-ohio-state\{--field:#bb0000;--on-field:#ffffff;[^{}]*\}@media\(prefers-color-scheme:dark\)\{\.school-ohio-state\{--give:#[0-9a-f]{6};--on-give:#[0-9a-f]{6}\}\}$/,
    );
  });

  it("define every color that tickets and tiles use", () => {
    const names = [...schoolColorsCss([OHIO]).matchAll(/--([a-z-]+):/g)].map(([, name]) => name);
    expect(new Set(names)).toEqual(
      new Set([
        "field",
        "on-field",
        "on-field-quiet",
        "field-accent",
        "on-field-accent",
        "tone",
        "stub",
        "on-stub",
        "on-stub-quiet",
        "give",
        "on-give",
      ]),
    );
  });

  it("have one rule for a school that appears twice", () => {
    expect(schoolColorsCss([OHIO, OHIO])).toBe(schoolColorsCss([OHIO]));
  });

  it("contain only known properties with valid colors, even for malicious data", () => {
    const hostile = ["</style><script>", "red;}*{", "url(//evil.example)", "#12345g"];
    const schools = [
      ...hostile.map((school_id) => ({ school_id, colors: ["#bb0000"] })),
      ...hostile.map((color, at) => ({ school_id: `school-${at}`, colors: [color] })),
      ...data.schools,
    ];
    const rule = /\.school-[a-z0-9-]+\{--[a-z-]+:#[0-9a-f]{6}(;--[a-z-]+:#[0-9a-f]{6})*\}/g;
    const rest = schoolColorsCss(schools).replace(rule, "");
    expect(rest).toBe("@media(prefers-color-scheme:dark){}");
  });

  it("are empty without schools", () => {
    expect(schoolColorsCss([])).toBe("");
    expect(schoolColorsCss([{ school_id: "NO", colors: [] }])).toBe("");
  });
});

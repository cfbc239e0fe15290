import { validColor } from "#lib/schools/art/color.ts";
import { actionColors, type SchoolPalette, schoolPalette } from "#lib/schools/art/palette.ts";

export type ColoredSchool = { school_id: string; colors: readonly string[] };

/** Schools with other ids, which the directory never has, are left out. */
const ID = /^[a-z0-9-]{1,128}$/;

function declare(values: Record<string, string>): string {
  // It stands in a style element: nothing but colors may get there.
  return Object.entries(values)
    .flatMap(([name, value]) => (validColor(value) ? [`--${name}:${value}`] : []))
    .join(";");
}

const giveIn = (palette: SchoolPalette, scheme: "light" | "dark") => {
  const { fill, label } = actionColors(palette, scheme);
  return { give: fill, "on-give": label };
};

const withId = (schools: readonly ColoredSchool[]) => {
  const distinct = new Map(schools.map((school) => [school.school_id, school]));
  return [...distinct.values()].filter(({ school_id }) => ID.test(school_id));
};

function rulesOf({ school_id, colors }: ColoredSchool): { always: string; dark: string } {
  const palette = schoolPalette(colors);
  const light = declare({
    field: palette.field,
    "on-field": palette.ink,
    "on-field-quiet": palette.quietInk,
    "field-accent": palette.accentOnField,
    "on-field-accent": palette.onAccent,
    stub: palette.stub,
    "on-stub": palette.stubInk,
    "on-stub-quiet": palette.quietStubInk,
    tone: palette.tones[0],
    ...giveIn(palette, "light"),
  });
  const dark = declare(giveIn(palette, "dark"));
  return { always: `.school-${school_id}{${light}}`, dark: `.school-${school_id}{${dark}}` };
}

/**
 * One rule for each school, `.school-<id>`, with its colors as custom properties, for a style element with
 * the page's nonce. `--give` and `--on-give` are the button for giving on the portal's paper.
 */
export function schoolColorsCss(schools: readonly ColoredSchool[]): string {
  const rules = withId(schools).map(rulesOf);
  if (rules.length === 0) return "";
  const dark = rules.map((rule) => rule.dark).join("");
  return `${rules.map((rule) => rule.always).join("")}@media(prefers-color-scheme:dark){${dark}}`;
}

/** Only their first colors, for pages that show many. */
export const schoolFieldsCss = (schools: readonly ColoredSchool[]): string =>
  withId(schools)
    .map(({ school_id, colors }) => {
      return `.school-${school_id}{${declare({ field: schoolPalette(colors).field })}}`;
    })
    .join("");

import { validColor } from "#lib/schools/art/color.ts";
import { actionColors, type SchoolPalette, schoolPalette } from "#lib/schools/art/palette.ts";

export type ColoredSchool = { school_id: string; colors: readonly string[] };

/** The directory's ids all match. Anything else is dropped, since ids become CSS class names. */
const ID = /^[a-z0-9-]{1,128}$/;

function declare(values: Record<string, string>): string {
  // Goes into a style element, so only valid colors are allowed.
  return Object.entries(values)
    .flatMap(([name, value]) => (validColor(value) ? [`--${name}:${value}`] : []))
    .join(";");
}

/**
 * Two colors for each tile, by its image's URL: shown until the file of all tiles has arrived. Without a class on each
 * tile, since a page has 136 of them.
 */
export const tileColorsCss = (schools: readonly ColoredSchool[]): string =>
  withValidId(schools)
    .map(({ school_id, colors }) => {
      const { field, stub } = schoolPalette(colors);
      return `[src$=\\#${school_id}]{${declare({ field, stub })}}`;
    })
    .join("");

const giveColors = (palette: SchoolPalette, scheme: "light" | "dark") => {
  const { fill, label } = actionColors(palette, scheme);
  return { give: fill, "on-give": label };
};

const withValidId = (schools: readonly ColoredSchool[]) => {
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
    ...giveColors(palette, "light"),
  });
  const dark = declare(giveColors(palette, "dark"));
  return { always: `.school-${school_id}{${light}}`, dark: `.school-${school_id}{${dark}}` };
}

/**
 * A rule per school, `.school-<id>`, with its colors as custom properties, for a style element with the page's nonce.
 * `--give` and `--on-give` are the give button's colors on the portal's background.
 */
export function schoolColorsCss(schools: readonly ColoredSchool[]): string {
  const rules = withValidId(schools).map(rulesOf);
  if (rules.length === 0) return "";
  const dark = rules.map((rule) => rule.dark).join("");
  return `${rules.map((rule) => rule.always).join("")}@media(prefers-color-scheme:dark){${dark}}`;
}

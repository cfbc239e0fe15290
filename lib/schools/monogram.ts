import { db } from "../database/prisma.ts";

const READABLE = 4.5;

/** One to three letters: all capital letters of the name if there are few, otherwise one per word. */
export function monogramLetters(name: string): string {
  const words = name.normalize("NFKD").match(/[A-Za-z]+/g) ?? [];
  const capitals = words.map((word) => word.replace(/[^A-Z]/g, ""));
  const all = capitals.join("");
  const letters = all.length <= 3 ? all : capitals.map((of) => of.charAt(0)).join("");
  return letters.slice(0, 3) || name.charAt(0).toUpperCase();
}

/** Relative luminance of `#rrggbb`, as WCAG defines it. */
function luminance(color: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colors, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The school's second color if it is readable on the first, otherwise white or black. */
export function letterColor(background: string, preferred?: string): string {
  const candidates = [...(preferred ? [preferred] : []), "#ffffff", "#000000"];
  // White or black always has more than 4.5.
  return candidates.find((color) => contrast(background, color) >= READABLE) as string;
}

/** A school's first color, or gray if none is valid, and its second if there is one. */
export function colorsOf(colors: string[]): { background: string; second: string | undefined } {
  const known = colors.filter((color) => /^#[0-9a-f]{6}$/i.test(color));
  return { background: known[0] ?? "#44474f", second: known[1] };
}

/** The drawing, 64 units square. The letters are centered by hand since fonts disagree on baselines. */
export function drawMonogram(name: string, colors: string[]): string {
  const { background, second } = colorsOf(colors);
  const letters = monogramLetters(name);
  const size = [0, 34, 28, 21][letters.length] ?? 21;
  const safe = letters.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">',
    `<rect width="64" height="64" fill="${background}"/>`,
    `<text x="32" y="${32 + size * 0.36}" text-anchor="middle" font-size="${size}"`,
    ' font-family="Inter, system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif"',
    ` font-weight="600" fill="${letterColor(background, second)}">${safe}</text>`,
    "</svg>\n",
  ].join("");
}

const FRESH_FOR_MS = 60_000;
const NEEDED = { id: true, name: true, colors: true } as const;

let drawn: { at: number; bySchool: Promise<Map<string, string>> } | undefined;

async function drawAll(): Promise<Map<string, string>> {
  const schools = await db().school.findMany({ select: NEEDED });
  return new Map(schools.map(({ id, name, colors }) => [id, drawMonogram(name, colors)]));
}

/** For a school that was added since the last drawing. */
async function drawOne(id: string): Promise<string | null> {
  const school = await db().school.findUnique({ where: { id }, select: NEEDED });
  return school && drawMonogram(school.name, school.colors);
}

/**
 * A school's monogram as SVG, or null. A list requests dozens at once, so all are drawn together, at most
 * once a minute.
 */
export async function getMonogram(schoolId: string): Promise<string | null> {
  if (!drawn || Date.now() - drawn.at > FRESH_FOR_MS) {
    drawn = { at: Date.now(), bySchool: drawAll() };
    // A failure is not cached.
    drawn.bySchool.catch(() => {
      drawn = undefined;
    });
  }
  return (await drawn.bySchool).get(schoolId) ?? drawOne(schoolId);
}

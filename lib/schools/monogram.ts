import { db } from "../database/prisma.ts";

const READABLE = 4.5;

/** One to three letters: all capitals of the name where they are few, else one of each word. */
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

/** How well two colors tell apart, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The school's own second colour where it can be read on the first, else white or black. */
export function letterColor(background: string, preferred?: string): string {
  const candidates = [...(preferred ? [preferred] : []), "#ffffff", "#000000"];
  // Of white and black one is always over 4.5, whatever the background.
  return candidates.find((color) => contrast(background, color) >= READABLE) as string;
}

/** A school's first colour, or a grey where none can be used, and its second where there is one. */
export function colorsOf(colors: string[]): { background: string; second: string | undefined } {
  const known = colors.filter((color) => /^#[0-9a-f]{6}$/i.test(color));
  return { background: known[0] ?? "#44474f", second: known[1] };
}

/** The drawing: 64 units square, the letters centered by hand since fonts disagree on baselines. */
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

/** A school that is younger than what was drawn. */
async function drawOne(id: string): Promise<string | null> {
  const school = await db().school.findUnique({ where: { id }, select: NEEDED });
  return school && drawMonogram(school.name, school.colors);
}

/**
 * A school's monogram as SVG, or null where there is no such school. A list asks for dozens at once:
 * all are drawn together, once a minute at most.
 */
export async function getMonogram(schoolId: string): Promise<string | null> {
  if (!drawn || Date.now() - drawn.at > FRESH_FOR_MS) {
    drawn = { at: Date.now(), bySchool: drawAll() };
    // What has failed is no answer for the next minute.
    drawn.bySchool.catch(() => {
      drawn = undefined;
    });
  }
  return (await drawn.bySchool).get(schoolId) ?? drawOne(schoolId);
}

/** Elements of the cards, for `next/og`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { create, type Font } from "fontkit";
import { type CSSProperties, createElement, type ReactElement, type ReactNode } from "react";
import { packageFolder } from "../../package-folder.ts";
import { perProcess } from "../../singleton.ts";
import { PAGE } from "../art/color.ts";
import { type ArtSchool, artSvg } from "../pictures.ts";

const FILES = {
  display: [
    "@fontsource/big-shoulders-display",
    "files/big-shoulders-display-latin-900-normal.woff",
  ],
  text: ["geist", "dist/fonts/geist-sans/Geist-Regular.ttf"],
} as const;

type Face = keyof typeof FILES;

function openFace(name: Face) {
  const [packageName, file] = FILES[name];
  const data = readFileSync(join(packageFolder(packageName), file));
  return { name, data, font: create(data) as Font };
}

export const faces = perProcess("typefaces of cards", () => ({
  display: openFace("display"),
  text: openFace("text"),
}));

/**
 * Removes characters that the typeface lacks, for which the renderer would fetch fonts from third parties. The display
 * typeface has only capitals.
 */
function drawable(face: Face, text: string): string {
  const characters = [...(face === "display" ? text.toUpperCase() : text).normalize("NFC")];
  const { font } = faces()[face];
  return characters
    .filter((character) => font.hasGlyphForCodePoint(character.codePointAt(0) as number))
    .join("");
}

/** The width of a text at font size 1. */
export function widthOf(face: Face, text: string): number {
  const { font } = faces()[face];
  return font.layout(drawable(face, text)).advanceWidth / font.unitsPerEm;
}

export const box = (style: CSSProperties, ...children: ReactNode[]): ReactElement =>
  createElement("div", { style: { display: "flex", ...style } }, ...children);

/** Text that is truncated after `lineClamp` lines. */
export function span(face: Face, text: string, style: CSSProperties): ReactElement {
  const defaults = { display: "block", fontFamily: face, lineClamp: 1, wordBreak: "break-word" };
  return createElement("div", { style: { ...defaults, ...style } }, drawable(face, text));
}

/** Outlines large letters, so that they stay legible across the art. Wide enough to fill the display typeface's narrow counters. */
export const outlined = (fontSize: number, color: string): CSSProperties => ({
  fontSize,
  WebkitTextStroke: `${fontSize * 0.08}px ${color}`,
});

type Rectangle = { left: number; top: number; width: number; height: number };

/** A school's art, filling a rectangle from its right edge. */
export function art(school: ArtSchool, { left, top, ...size }: Rectangle): ReactElement {
  const src = `data:image/svg+xml;base64,${Buffer.from(artSvg(school, size)).toString("base64")}`;
  return createElement("img", { src, ...size, style: { position: "absolute", left, top } });
}

const HOLE_SPACING = 30;
const HOLE_RADIUS = 6;
const NOTCH_RADIUS = 20;

/** Holes between two points; the first and the last are notches. */
export function perforation(from: [x: number, y: number], to: [x: number, y: number]) {
  const [across, down] = [to[0] - from[0], to[1] - from[1]];
  const holes = Math.round(Math.hypot(across, down) / HOLE_SPACING);
  return Array.from({ length: holes + 1 }, (_, at) => {
    const radius = at === 0 || at === holes ? NOTCH_RADIUS : HOLE_RADIUS;
    const left = from[0] + (across * at) / holes - radius;
    const top = from[1] + (down * at) / holes - radius;
    const size = { width: 2 * radius, height: 2 * radius, borderRadius: radius };
    return box({ position: "absolute", left, top, ...size, background: PAGE.light.paper });
  });
}

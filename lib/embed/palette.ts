/** The embedded flow's colors: ours, or a bank's, adjusted where they wouldn't be readable. */
import {
  blackOrWhiteOn,
  contrast,
  ensureContrast,
  expandHexColor,
  mix,
  nearestColor,
  PAGE,
  READABLE,
  VISIBLE,
} from "../schools/art/color.ts";
import { type Theme, themeOf } from "./theme.ts";

/** For white text on a button, with a margin: contrast checkers round differently. */
const SAFELY_READABLE = 4.55;
/** Adjusted text gets more contrast than the minimum, so that it doesn't look disabled. */
const COMFORTABLE = 7;

type Scheme = keyof typeof PAGE;
/** The colors other than the accent. */
type Surface = (typeof PAGE)[Scheme];

export type Palette = Surface & {
  scheme: Scheme;
  link: string;
  /** The main button, its text, and its pressed state. */
  accent: string;
  onAccent: string;
  accentPressed: string;
  focus: string;
};

const normalize = (color: string | undefined) => (color ? expandHexColor(color) : undefined);

/** A background slightly different from the paper; the paper itself if the texts wouldn't be readable. */
const tint = (paper: string, toward: string, share: number, texts: string[]): string => {
  const tinted = mix(paper, toward, share);
  return texts.every((text) => contrast(text, tinted) >= READABLE) ? tinted : paper;
};

/** The text color: the bank's if it's readable; otherwise ours, with comfortable contrast. */
function inkOn(paper: string, preferred: string | undefined, fallback: string): string {
  if (preferred && contrast(preferred, paper) >= READABLE) return preferred;
  return ensureContrast(fallback, paper, COMFORTABLE);
}

/** How much a button's color may be darkened (OKLCH lightness) for white text, which banks expect on their color. */
const MAX_DARKENING = 0.06;

/** The main button and its text. A color almost dark enough for white text is darkened, not given black text. */
function buttonOf(preferred: string, paper: string): { accent: string; onAccent: string } {
  const isReadable = (color: string) => contrast(color, "#ffffff") >= SAFELY_READABLE;
  const darkened = nearestColor(preferred, -1, isReadable, MAX_DARKENING);
  if (darkened) return { accent: darkened, onAccent: "#ffffff" };
  const isPaperReadable = contrast(preferred, paper) >= READABLE;
  return { accent: preferred, onAccent: isPaperReadable ? paper : blackOrWhiteOn(preferred) };
}

/** The button's pressed state: shifted away from its text color, so that the text stays readable. */
function pressedOf(accent: string, onAccent: string): string {
  const [darker, lighter] = [mix(accent, "#000000", 0.15), mix(accent, "#ffffff", 0.15)] as const;
  return contrast(darker, onAccent) >= contrast(lighter, onAccent) ? darker : lighter;
}

/** The colors other than the accent, derived from the paper and the text color. */
function surfaceOn(paper: string, scheme: Scheme, text: string | undefined): Surface {
  const ours = PAGE[scheme];
  const ink = inkOn(paper, text, ours.ink);
  const quiet = ensureContrast(mix(ink, paper, 0.35), paper, READABLE);
  const completed = ensureContrast(ours.completed, paper, READABLE);
  const waiting = ensureContrast(ours.waiting, paper, READABLE);
  const failed = ensureContrast(ours.failed, paper, READABLE);
  const groundOf = (color: string) => tint(paper, color, 0.1, [color]);
  return {
    paper,
    ink,
    quiet,
    completed,
    waiting,
    failed,
    sheet:
      scheme === "light"
        ? tint(paper, "#ffffff", 1, [ink, quiet])
        : tint(paper, ink, 0.05, [ink, quiet]),
    line: mix(ink, paper, 0.85),
    edge: ensureContrast(mix(ink, paper, 0.5), paper, VISIBLE),
    completedGround: groundOf(completed),
    waitingGround: groundOf(waiting),
    failedGround: groundOf(failed),
  };
}

/** One set of colors, each readable on its background. @param preferred used unless the theme has a background */
export function paletteFor(theme: Theme, preferred: Scheme): Palette {
  const [background, text] = [normalize(theme.background), normalize(theme.text)];
  const paper = background ?? PAGE[preferred].paper;
  const scheme = blackOrWhiteOn(paper) === "#000000" ? "light" : "dark";
  const primary = normalize(theme.primary) ?? PAGE[scheme].ink;
  const { accent, onAccent } = buttonOf(primary, paper);
  return {
    ...(background || text ? surfaceOn(paper, scheme, text) : PAGE[scheme]),
    scheme,
    link: ensureContrast(primary, paper, READABLE),
    accent,
    onAccent,
    accentPressed: pressedOf(accent, onAccent),
    focus: ensureContrast(primary, paper, VISIBLE),
  };
}

export function palettesOf(theme: Theme): { first: Palette; dark: Palette | null } {
  const { mode = "auto" } = theme;
  if (mode === "dark") return { first: paletteFor(theme, "dark"), dark: null };
  const first = paletteFor(theme, "light");
  // A bank's background also applies in dark mode.
  const isSingle = mode === "light" || theme.background !== undefined;
  return { first, dark: isSingle ? null : paletteFor(theme, "dark") };
}

const RADIUS = { none: "0", small: "4px", medium: "8px", large: "16px" };

const FONT = {
  system: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  sans: '"Helvetica Neue", Helvetica, Arial, sans-serif',
  serif: 'Georgia, "Times New Roman", serif',
};

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function declare({ scheme, ...colors }: Palette): string {
  const properties = Object.entries(colors).map(([name, color]) => `--${kebab(name)}:${color}`);
  return [`color-scheme:${scheme}`, ...properties].join(";");
}

/**
 * A theme as CSS: only color schemes and custom properties, with generated values.
 * @param stored validated again, since it becomes CSS
 */
export function themeCss(stored: Theme): string {
  const theme = themeOf(stored);
  const { first, dark } = palettesOf(theme);
  const shape = `--radius:${RADIUS[theme.radius ?? "medium"]};--font:${FONT[theme.font ?? "system"]}`;
  return [
    `:root{${declare(first)};${shape}}`,
    ...(dark ? [`@media (prefers-color-scheme:dark){:root{${declare(dark)}}}`] : []),
  ].join("\n");
}

/** The flow's colors: ours, or a bank's, adjusted where they would not be readable. */
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

/** For white on a button: tools that check contrast disagree in the third digit. */
const SURELY_READABLE = 4.55;
/** Adjusted text gets more contrast than the minimum, so that it does not look like a mistake. */
const EASY = 7;

type Scheme = keyof typeof PAGE;
/** What is not in the button's color. */
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

const given = (color: string | undefined) => (color ? expandHexColor(color) : undefined);

/** A ground that differs a little from the paper; the paper itself where text would not be readable on both. */
const groundFor = (paper: string, toward: string, share: number, texts: string[]): string => {
  const ground = mix(paper, toward, share);
  return texts.every((text) => contrast(text, ground) >= READABLE) ? ground : paper;
};

/** Text: the bank's color if it is readable; otherwise ours, which is never dim. */
function inkOn(paper: string, wanted: string | undefined, ours: string): string {
  return wanted && contrast(wanted, paper) >= READABLE ? wanted : ensureContrast(ours, paper, EASY);
}

/** A button's color may be darkened this little (OKLCH lightness) for white text, which banks expect on their color. */
const MAY_DARKEN = 0.06;

/** The main button and its text: a color that misses white by a hair is darkened, not given black text. */
function buttonOf(wanted: string, paper: string): { accent: string; onAccent: string } {
  const onWhite = nearestColor(
    wanted,
    -1,
    (color) => contrast(color, "#ffffff") >= SURELY_READABLE,
    MAY_DARKEN,
  );
  if (onWhite) return { accent: onWhite, onAccent: "#ffffff" };
  const isOnPaper = contrast(wanted, paper) >= READABLE;
  return { accent: wanted, onAccent: isOnPaper ? paper : blackOrWhiteOn(wanted) };
}

/** The pressed state of the button: away from its text color, so that the text stays as readable. */
function pressedOf(accent: string, onAccent: string): string {
  const [darker, lighter] = [mix(accent, "#000000", 0.15), mix(accent, "#ffffff", 0.15)] as const;
  return contrast(darker, onAccent) >= contrast(lighter, onAccent) ? darker : lighter;
}

/** What is not in the bank's button color, made from its paper and text. */
function surfaceOn(paper: string, scheme: Scheme, text: string | undefined): Surface {
  const ours = PAGE[scheme];
  const ink = inkOn(paper, text, ours.ink);
  const quiet = ensureContrast(mix(ink, paper, 0.35), paper, READABLE);
  const completed = ensureContrast(ours.completed, paper, READABLE);
  const waiting = ensureContrast(ours.waiting, paper, READABLE);
  const failed = ensureContrast(ours.failed, paper, READABLE);
  const groundOf = (color: string) => groundFor(paper, color, 0.1, [color]);
  return {
    ...{ paper, ink, quiet, completed, waiting, failed },
    sheet:
      scheme === "light"
        ? groundFor(paper, "#ffffff", 1, [ink, quiet])
        : groundFor(paper, ink, 0.05, [ink, quiet]),
    line: mix(ink, paper, 0.85),
    edge: ensureContrast(mix(ink, paper, 0.5), paper, VISIBLE),
    completedGround: groundOf(completed),
    waitingGround: groundOf(waiting),
    failedGround: groundOf(failed),
  };
}

/** One set of colors, each readable on its background. @param wanted the default background */
export function paletteFor(theme: Theme, wanted: Scheme): Palette {
  const [background, text] = [given(theme.background), given(theme.text)];
  const paper = background ?? PAGE[wanted].paper;
  const scheme = blackOrWhiteOn(paper) === "#000000" ? "light" : "dark";
  const wantedAccent = given(theme.primary) ?? PAGE[scheme].ink;
  const { accent, onAccent } = buttonOf(wantedAccent, paper);
  return {
    ...(background || text ? surfaceOn(paper, scheme, text) : PAGE[scheme]),
    scheme,
    link: ensureContrast(wantedAccent, paper, READABLE),
    accent,
    onAccent,
    accentPressed: pressedOf(accent, onAccent),
    focus: ensureContrast(wantedAccent, paper, VISIBLE),
  };
}

/** The palettes of a theme: one, or one each for light and dark. */
export function palettesOf(theme: Theme): { first: Palette; dark: Palette | null } {
  const { mode = "auto" } = theme;
  if (mode === "dark") return { first: paletteFor(theme, "dark"), dark: null };
  const first = paletteFor(theme, "light");
  // A bank that has chosen the background has chosen it for dark mode, too.
  const isOne = mode === "light" || theme.background !== undefined;
  return { first, dark: isOne ? null : paletteFor(theme, "dark") };
}

const RADIUS = { none: "0", small: "4px", medium: "8px", large: "16px" };

const FONT = {
  system: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  sans: '"Helvetica Neue", Helvetica, Arial, sans-serif',
  serif: 'Georgia, "Times New Roman", serif',
};

const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function declare({ scheme, ...colors }: Palette): string {
  const properties = Object.entries(colors).map(([name, color]) => `--${dashed(name)}:${color}`);
  return [`color-scheme:${scheme}`, ...properties].join(";");
}

/**
 * A theme as CSS: only custom properties, each generated here.
 * @param kept the stored theme; validated again, since it becomes CSS
 */
export function themeCss(kept: Theme): string {
  const theme = themeOf(kept);
  const { first, dark } = palettesOf(theme);
  const shape = `--radius:${RADIUS[theme.radius ?? "medium"]};--font:${FONT[theme.font ?? "system"]}`;
  return [
    `:root{${declare(first)};${shape}}`,
    ...(dark ? [`@media (prefers-color-scheme:dark){:root{${declare(dark)}}}`] : []),
  ].join("\n");
}

/** The flow's colors: ours, or a bank's, adjusted where they would not be readable. */
import { contrast } from "../schools/monogram.ts";
import { farthestFrom, longForm, mend, mix } from "./colors.ts";
import type { Theme } from "./theme.ts";

/** The contrast that text and edges need (WCAG 2.2 AA). */
const READABLE = 4.5;
const VISIBLE = 3;
/** Adjusted text gets more contrast than the minimum, so that it does not look like a mistake. */
const EASY = 7;

export type Palette = {
  scheme: "light" | "dark";
  paper: string;
  ink: string;
  quiet: string;
  line: string;
  edge: string;
  link: string;
  /** The main button, its text, its border, and its pressed state. */
  accent: string;
  onAccent: string;
  accentEdge: string;
  pressed: string;
  failed: string;
};

type Scheme = Palette["scheme"];

/** As in the portal. */
const OURS: Record<Scheme, Record<"paper" | "ink" | "accent" | "failed", string>> = {
  light: {
    paper: "#faf8f4",
    ink: "#1b1c20",
    accent: "#273c9c",
    failed: "#b0241c",
  },
  dark: {
    paper: "#131418",
    ink: "#eceae5",
    accent: "#b3c1ff",
    failed: "#ff9d92",
  },
};

const given = (color: string | undefined) => (color ? longForm(color) : undefined);

/** Text: the bank's color if it is readable. */
function inkOn(paper: string, wanted: string): string {
  return contrast(wanted, paper) >= READABLE ? wanted : mend(wanted, paper, EASY);
}

/** Text on the main button. */
function onButton(accent: string, paper: string): string {
  return contrast(accent, paper) >= READABLE ? paper : farthestFrom(accent);
}

/** The pressed state of the button: away from its text color, so that the text stays as readable. */
function pressedOf(accent: string, onAccent: string): string {
  const [darker, lighter] = [mix(accent, "#000000", 0.15), mix(accent, "#ffffff", 0.15)] as const;
  return contrast(darker, onAccent) >= contrast(lighter, onAccent) ? darker : lighter;
}

/** One set of colors, each readable on its background. @param wanted the default background */
export function paletteFor(theme: Theme, wanted: Scheme): Palette {
  const background = given(theme.background);
  const paper = background ?? OURS[wanted].paper;
  const scheme = farthestFrom(paper) === "#000000" ? "light" : "dark";
  const ours = OURS[scheme];
  const ink = inkOn(paper, given(theme.text) ?? ours.ink);
  const accent = given(theme.primary) ?? ours.accent;
  const onAccent = onButton(accent, paper);
  return {
    scheme,
    paper,
    ink,
    quiet: mend(mix(ink, paper, 0.35), paper, READABLE),
    line: mix(ink, paper, 0.85),
    edge: mend(mix(ink, paper, 0.5), paper, VISIBLE),
    link: mend(accent, paper, READABLE),
    accent,
    onAccent,
    accentEdge: mend(accent, paper, VISIBLE),
    pressed: pressedOf(accent, onAccent),
    failed: mend(ours.failed, paper, READABLE),
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

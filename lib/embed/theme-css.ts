/** A theme as CSS: only custom properties, each generated here. */
import { type Palette, palettesOf } from "./palette.ts";
import { type Theme, themeOf } from "./theme.ts";

const RADIUS: Record<string, string> = { none: "0", small: "4px", medium: "8px", large: "16px" };

const FONT: Record<string, string> = {
  system: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  sans: '"Helvetica Neue", Helvetica, Arial, sans-serif',
  serif: 'Georgia, "Times New Roman", serif',
};

const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function declare({ scheme, ...colors }: Palette): string {
  const properties = Object.entries(colors).map(([name, color]) => `--${dashed(name)}:${color}`);
  return [`color-scheme:${scheme}`, ...properties].join(";");
}

/** @param kept the stored theme; validated again, since it becomes CSS */
export function themeCss(kept: Theme): string {
  const theme = themeOf(kept);
  const { first, dark } = palettesOf(theme);
  const shape = `--radius:${RADIUS[theme.radius ?? ""] ?? RADIUS.medium};--font:${FONT[theme.font ?? ""] ?? FONT.system}`;
  return [
    `:root{${declare(first)};${shape}}`,
    ...(dark ? [`@media (prefers-color-scheme:dark){:root{${declare(dark)}}}`] : []),
  ].join("\n");
}

/**
 * A bank's theme for the embedded flow: a closed list of tokens, never CSS. Unknown or invalid ones are
 * ignored, so that a newer app's theme never breaks an older service.
 */

const COLOR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;
const oneOf =
  (...words: string[]) =>
  (value: string) =>
    words.includes(value);
const isColor = (value: string) => COLOR.test(value);

const TOKENS: Record<string, (value: string) => boolean> = {
  mode: oneOf("light", "dark", "auto"),
  primary: isColor,
  background: isColor,
  text: isColor,
  radius: oneOf("none", "small", "medium", "large"),
  font: oneOf("system", "sans", "serif"),
};

export type Theme = Record<string, string>;

/** The valid tokens of a bank's theme. */
export function themeOf(given: Record<string, unknown>): Theme {
  const usable = Object.entries(TOKENS).flatMap(([name, accepts]) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    return typeof value === "string" && accepts(value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(usable);
}

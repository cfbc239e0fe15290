/**
 * A bank's theme for the embedded flow: a fixed set of tokens, never CSS. Unknown tokens and invalid values are
 * ignored, so that a newer app's theme never breaks an older service.
 */
import { z } from "zod";

const color = z.string().regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i);

const tokens = {
  mode: z.enum(["light", "dark", "auto"]),
  primary: color,
  background: color,
  text: color,
  radius: z.enum(["none", "small", "medium", "large"]),
  font: z.enum(["system", "sans", "serif"]),
};

export type Theme = { [Name in keyof typeof tokens]?: z.infer<(typeof tokens)[Name]> };

export const themeOf = (input: Record<string, unknown>): Theme =>
  Object.fromEntries(
    Object.entries(tokens).flatMap(([name, token]) => {
      const { success, data } = token.safeParse(Object.hasOwn(input, name) ? input[name] : null);
      return success ? [[name, data]] : [];
    }),
  );

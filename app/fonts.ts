import localFont from "next/font/local";

/**
 * Inter for what American names and numbers need: asked for at once. Where it comes too late for the first
 * look at a page, that page keeps the system's letters: nothing moves under the reader's eyes.
 */
const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  display: "optional",
  variable: "--font-inter",
});

/** The letters of other Latin alphabets: fetched only where a page holds one. */
const interExt = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2",
  weight: "100 900",
  display: "optional",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "unicode-range", value: "U+0100-02BA, U+02BD-02C5, U+1E00-1E9F, U+20A0-20AB" },
  ],
  variable: "--font-inter-ext",
});

export const fonts = `${inter.variable} ${interExt.variable}`;

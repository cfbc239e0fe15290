import localFont from "next/font/local";

/**
 * Inter for basic Latin, preloaded. If it arrives too late for the first paint, the page keeps the
 * system font, so that nothing shifts.
 */
const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  display: "optional",
  variable: "--font-inter",
});

/** Extended Latin, fetched only by pages that use it. */
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

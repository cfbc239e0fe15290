import localFont from "next/font/local";

/** Inter for basic Latin, preloaded. Our own fallbacks (fallback-fonts.css) cover devices without Arial. */
const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  display: "swap",
  adjustFontFallback: false,
  variable: "--font-inter",
});

/** Extended Latin, fetched only by pages that use it. */
const interExt = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2",
  weight: "100 900",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "unicode-range", value: "U+0100-02BA, U+02BD-02C5, U+1E00-1E9F, U+20A0-20AB" },
  ],
  variable: "--font-inter-ext",
});

/** For school names, headlines, and money: condensed and uppercase. */
const shoulders = localFont({
  src: "../node_modules/@fontsource/big-shoulders-display/files/big-shoulders-display-latin-900-normal.woff2",
  weight: "900",
  display: "swap",
  adjustFontFallback: false,
  variable: "--font-shoulders",
});

export const fonts = `${inter.variable} ${interExt.variable} ${shoulders.variable}`;

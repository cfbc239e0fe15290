/** Formats months given as `2026-11`. */

const named = (style: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-US", { ...style, timeZone: "UTC" });
  return (key: string) => format.format(new Date(`${key}-01T00:00:00Z`));
};

/** `November 2026` */
export const longMonth = named({ month: "long", year: "numeric" });
/** `Nov` */
export const shortMonth = named({ month: "short" });
/** `N` */
export const monthLetter = named({ month: "narrow" });

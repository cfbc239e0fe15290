/** Dates and times in documents. */

const DAY = { timeZone: "UTC", year: "numeric", month: "long", day: "numeric" } as const;
const TIME = { ...DAY, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** `2026-11-21` → `November 21, 2026`. */
export const longDate = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", DAY);

/** `2026-11-21` → `Nov 21, 2026`. */
export const shortDate = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", { ...DAY, month: "short" });

/** A point in time: `November 21, 2026 at 14:05 UTC`. */
export const longTime = (at: string) => `${new Date(at).toLocaleString("en-US", TIME)} UTC`;

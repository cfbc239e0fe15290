/** Dates and times in documents. They name their time zone: a file has no reader's zone. */

const DAY = { timeZone: "UTC", year: "numeric", month: "short", day: "numeric" } as const;
const TIME = { ...DAY, hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;

/** `2026-11-21` → `Nov 21, 2026`. */
export const longDate = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", DAY);

/** A point in time: `Nov 21, 2026, 2:06 PM UTC`. */
export const longTime = (at: string) =>
  // Node puts a narrow space before AM and PM, which few typefaces have.
  new Date(at).toLocaleString("en-US", TIME).replaceAll("\u202f", " ");

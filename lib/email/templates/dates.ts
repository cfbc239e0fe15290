/** Times in emails. The recipient's time zone is unknown, so they include one. */
const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
const TIME = new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone: "UTC" });

/** `November 21, 2026, 9:17 PM UTC`. */
export function formatMoment(at: Date): string {
  // ICU puts a narrow space before AM and PM, which older email clients show as a box.
  return `${DAY.format(at)}, ${TIME.format(at).replace(/\s/u, " ")} UTC`;
}

/** A calendar date such as `2026-11-21`, in words; anything else unchanged. */
export function formatDay(day: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? DAY.format(new Date(day)) : day;
}

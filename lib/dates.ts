/** Times in emails and documents. The reader's time zone is unknown, so they include one. */
import { memoized } from "./memoized.ts";

const MOMENT = { dateStyle: "medium", timeStyle: "short" } as const;
/** `Nov 21, 2026`, of a day that begins in UTC. */
export const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** Making a formatter takes longer than composing an email. */
const formattersOf = memoized((timeZone: string) => ({
  moment: new Intl.DateTimeFormat("en-US", { ...MOMENT, timeZone }),
  // `dateStyle` and `timeStyle` can't be combined with a time zone name.
  zone: new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" }),
}));

/** `Nov 21, 2026, 9:17 PM UTC`. */
export function formatMoment(at: Date, timeZone = "UTC"): string {
  const { moment, zone } = formattersOf(timeZone);
  const name = zone.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value;
  // ICU puts a narrow space before AM and PM, which older email clients and some typefaces show as a box.
  return `${moment.format(at).replace(/\s/gu, " ")} ${name}`;
}

/** A calendar date such as `2026-11-21`: `Nov 21, 2026`; anything else unchanged. */
export function formatDay(day: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? DAY.format(new Date(day)) : day;
}

const MONTH = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });

/** `November`, of a month such as `2026-11` or a day in it. */
export const monthName = (month: string): string => MONTH.format(new Date(month.slice(0, 7)));

/** `Monday, December 7` */
export const formatWeekday = (at: Date, timeZone: string): string =>
  at.toLocaleDateString("en-US", { weekday: "long", month: "long", day: "numeric", timeZone });

/** How long a limit per UTC day still applies. */
export const secondsUntilUtcMidnight = (): number =>
  86_400 - (Math.floor(Date.now() / 1_000) % 86_400);

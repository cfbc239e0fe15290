/** Times in emails and documents. The reader's time zone is unknown, so they include one. */
const MOMENT = { dateStyle: "medium", timeStyle: "short" } as const;
const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

type Formatter = { moment: Intl.DateTimeFormat; zone: Intl.DateTimeFormat };
// Creating a formatter costs more than composing an email.
const formatters = new Map<string, Formatter>();

function formatterOf(timeZone: string): Formatter {
  const formatter = formatters.get(timeZone) ?? {
    moment: new Intl.DateTimeFormat("en-US", { ...MOMENT, timeZone }),
    // `dateStyle` and `timeStyle` can't be combined with a time zone name.
    zone: new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" }),
  };
  formatters.set(timeZone, formatter);
  return formatter;
}

/** `Nov 21, 2026, 9:17 PM UTC`. */
export function formatMoment(at: Date, timeZone = "UTC"): string {
  const { moment, zone } = formatterOf(timeZone);
  const name = zone.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value;
  // ICU puts a narrow space before AM and PM, which older email clients and some typefaces show as a box.
  return `${moment.format(at).replace(/\s/gu, " ")} ${name}`;
}

/** A calendar date such as `2026-11-21`: `Nov 21, 2026`; anything else unchanged. */
export function formatDay(day: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? DAY.format(new Date(day)) : day;
}

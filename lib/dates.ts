/** Times in emails and documents. The reader's time zone is unknown, so they include one. */
import { formatIn } from "./calendar.ts";

const dayIn = formatIn({ dateStyle: "medium" });
// As the styles `medium` and `short`, which can't be combined with a time zone's name.
const momentIn = formatIn({
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

/** `Nov 21, 2026, 9:17 PM UTC`. */
export const formatMoment = (at: Date, timeZone = "UTC"): string =>
  // ICU puts a narrow space before AM and PM, which older email clients and some typefaces show as a box.
  momentIn(timeZone).format(at).replace(/\s/gu, " ");

/** A calendar date such as `2026-11-21`: `Nov 21, 2026`; anything else unchanged. */
export const formatDay = (day: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) ? dayIn("UTC").format(new Date(day)) : day;

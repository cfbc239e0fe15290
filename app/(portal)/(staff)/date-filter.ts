/** A filter by days, in the reader's time zone. */
import { rememberedTimeZone } from "#app/cookies.ts";
import { startOfDay } from "#lib/donations/history/calendar.ts";
import { day } from "#lib/fields.ts";

/** The first and the last day, such as `2026-11-23`. */
export type DateFilter = { from?: string; to?: string };

const isDay = (text: string | undefined): text is string => day.safeParse(text).success;

/** The days in the URL. Anything else is ignored. */
export const readDateFilter = ({ from, to }: Record<string, string>): DateFilter => ({
  ...(isDay(from) ? { from } : {}),
  ...(isDay(to) ? { to } : {}),
});

/** From the beginning of the first day to the end of the last one. */
export async function toTimes({ from, to }: DateFilter) {
  const zone = await rememberedTimeZone();
  return {
    from: from === undefined ? undefined : startOfDay(from, zone),
    to: to === undefined ? undefined : startOfDay(to, zone, 1),
  };
}

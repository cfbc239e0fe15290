/** A filter by days: a foundation's for its team, the reader's for everyone else. */
import { rememberedTimeZone } from "#app/cookies.ts";
import { isDay } from "#app/filters.ts";
import type { StaffScope } from "#lib/auth/scopes.ts";
import { startOfDay } from "#lib/calendar.ts";
import { readReportSchool } from "#lib/reports/queries.ts";

/** The first and the last day, such as `2026-11-23`. */
export type DateFilter = { from?: string; to?: string };

export const DATE_FILTERS = { from: isDay, to: isDay };

/** The zone of a team's days and times. */
export const teamTimeZone = async (scope: StaffScope): Promise<string> =>
  scope.kind === "school" ? (await readReportSchool(scope)).timeZone : rememberedTimeZone();

/** From the beginning of the first day to the end of the last one. */
export async function toTimes(scope: StaffScope, { from, to }: DateFilter) {
  const zone = await teamTimeZone(scope);
  return {
    from: from === undefined ? undefined : startOfDay(from, zone),
    to: to === undefined ? undefined : startOfDay(to, zone, 1),
  };
}

/** Reads the donation history's query parameters. Invalid ones are ignored, never an error. */

import { pathWithQuery } from "#app/path-with-query.ts";
import { STATUSES } from "#lib/donations/contract.ts";
import { yearAt, yearBetween } from "#lib/donations/history/calendar.ts";
import type { FilterChoices } from "#lib/donations/history/cardholder-queries.ts";
import {
  type CardholderDonationFilters,
  listCardholderDonations,
} from "#lib/donations/portal-contract.ts";

/** As spelled in the URL. */
export type ChosenFilters = { status?: string; school?: string; year?: string };

/** The years from the first donation to the last, latest first. */
export function yearsOf({ firstAt, lastAt }: FilterChoices, timeZone: string): number[] {
  if (!firstAt || !lastAt) return [];
  const last = yearAt(lastAt, timeZone);
  return Array.from({ length: last - yearAt(firstAt, timeZone) + 1 }, (_, n) => last - n);
}

/** The URL's filters that match an available choice. */
export function readFilters(
  query: Record<string, string>,
  choices: FilterChoices,
  timeZone: string,
): ChosenFilters {
  const { status, school, year } = query;
  return {
    ...(STATUSES.some((one) => one === status) ? { status } : {}),
    ...(choices.schools.some(({ schoolId }) => schoolId === school) ? { school } : {}),
    ...(yearsOf(choices, timeZone).some((one) => String(one) === year) ? { year } : {}),
  };
}

/** The filters as the domain takes them. @param cursor the previous page's `next_cursor` */
export function toDomainFilters(
  { status, school, year }: ChosenFilters,
  timeZone: string,
  cursor: string | undefined,
): CardholderDonationFilters {
  const { query } = listCardholderDonations;
  const known = query.parse({ status, school_id: school });
  const after = query.shape.cursor.safeParse(cursor).data;
  return {
    ...known,
    ...(after ? { cursor: after } : {}),
    ...(year ? yearBetween(Number(year), timeZone) : {}),
  };
}

/** The path of the history with these filters, at this cursor. */
export function historyPath(chosen: ChosenFilters, cursor?: string): string {
  return pathWithQuery("/donations", { ...chosen, ...(cursor ? { after: cursor } : {}) });
}

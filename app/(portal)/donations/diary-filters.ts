/** What the address of the diary asks for. Whatever it cannot mean is left out, never an error. */

import { pathWith } from "#app/path-with.ts";
import { STATUSES } from "#lib/donations/contract.ts";
import { yearAt, yearBetween } from "#lib/donations/history/calendar.ts";
import type { FilterChoices } from "#lib/donations/history/cardholder-queries.ts";
import {
  type CardholderDonationFilters,
  listCardholderDonations,
} from "#lib/donations/portal-contract.ts";

/** As the address spells it. */
export type Chosen = { status?: string; school?: string; year?: string };

/** The years from the first donation to the last, the latest first. */
export function yearsOf({ firstAt, lastAt }: FilterChoices, timeZone: string): number[] {
  if (!firstAt || !lastAt) return [];
  const last = yearAt(lastAt, timeZone);
  return Array.from({ length: last - yearAt(firstAt, timeZone) + 1 }, (_, n) => last - n);
}

/** The filters of the address that there is anything to be found by. */
export function readChosen(
  query: Record<string, string>,
  choices: FilterChoices,
  timeZone: string,
): Chosen {
  const { status, school, year } = query;
  return {
    ...(STATUSES.some((one) => one === status) ? { status } : {}),
    ...(choices.schools.some(({ schoolId }) => schoolId === school) ? { school } : {}),
    ...(yearsOf(choices, timeZone).some((one) => String(one) === year) ? { year } : {}),
  };
}

/** The same as the domain has it. @param cursor where a page before ended, as it was given out */
export function filtersOf(
  { status, school, year }: Chosen,
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

/** The address of the diary with these filters, and of a page of it. */
export function diaryAddress(chosen: Chosen, cursor?: string): string {
  return pathWith("/donations", { ...chosen, ...(cursor ? { after: cursor } : {}) });
}

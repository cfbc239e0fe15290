/** The filters of donors, of gifts to thank for, and of those thanked for, in the URL. */
import { anyText, chosenFilters, oneOf } from "#app/filters.ts";
import type { SchoolScope } from "#lib/auth/scopes.ts";
import { filterText, time } from "#lib/fields.ts";
import { centsOf } from "#lib/money.ts";
import { DATE_FILTERS, toTimes } from "../../date-filter.ts";
import { errorsIn } from "../gifts/gift-filter.ts";

export const DONORS = "/school/donors";

const isTime = (text: string) => time.safeParse(text).success;

const FILTERS = {
  show: oneOf(["to_thank", "thanked"]),
  q: anyText,
  ...DATE_FILTERS,
  min: anyText,
  max: anyText,
  fund: anyText,
};

/** And what the page and its file take beside them. */
export const DONOR_FILTERS = {
  ...FILTERS,
  until: isTime,
  marked: anyText,
  unmarked: anyText,
  at: isTime,
  selected: anyText,
  all: anyText,
  expected: anyText,
  context: anyText,
};

/** When the list of gifts to thank for ends: now if there's no time, or if it hasn't come yet. */
export function readUntil(text: string | null | undefined): Date {
  const now = new Date();
  const until = time.safeParse(text ?? "").data;
  return until && until < now ? until : now;
}

/** The filter in a URL or a form, as it was typed and for the query. */
export async function readDonorFilter(scope: SchoolScope, query: Record<string, string>) {
  const chosen: Partial<Record<keyof typeof FILTERS, string>> = chosenFilters(query, FILTERS);
  const { q, min, max, fund, from, to } = chosen;
  return {
    chosen,
    errors: errorsIn({ min, max }),
    filter: {
      text: q && filterText.parse(q),
      least: centsOf(min),
      most: centsOf(max),
      fund: fund && filterText.parse(fund),
      ...(await toTimes(scope, { from, to })),
    },
  };
}

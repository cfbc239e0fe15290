/** The gift list's filters in the URL. */
import { validate as isUuid } from "uuid";
import { anyText, chosenFilters, oneOf } from "#app/filters.ts";
import type { FormErrors } from "#app/forms/form-errors.ts";
import type { SchoolScope } from "#lib/auth/scopes.ts";
import type { GiftFilters } from "#lib/batches/contract.ts";
import { FILTER_FIELDS, type GiftFilter, type GiftView } from "#lib/batches/saved-views.ts";
import { dayAt } from "#lib/calendar.ts";
import { STATUSES } from "#lib/donations/contract.ts";
import { parseGiftNumber } from "#lib/donations/gift-number.ts";
import { filterText } from "#lib/fields.ts";
import { isWholeCents, parseDollars, toCents } from "#lib/money.ts";
import { DATE_FILTERS, teamTimeZone, toTimes } from "../../date-filter.ts";

export const GIFTS = "/school/gifts";

type DomainFilters = Omit<GiftFilters, "limit" | "cursor" | "format">;

/** What `from` and `to` can be about. */
export const DATES = {
  created_at: "Day given",
  gift_date: "Date of the gift",
  completed_at: "Day confirmed",
  failed_at: "Day refused",
} as const;

/** Those that can't be checked here are reported at their fields. */
export const GIFT_FILTERS: Record<keyof GiftFilter, (value: string) => boolean> = {
  donor: anyText,
  gift: anyText,
  amount: anyText,
  date: oneOf(Object.keys(DATES)),
  ...DATE_FILTERS,
  fund: anyText,
  status: oneOf(STATUSES),
  batch_id: isUuid,
  bank_id: isUuid,
};

function errorsIn({ gift, amount }: GiftFilter): FormErrors {
  const errors: FormErrors = {};
  if (gift && parseGiftNumber(gift) === null && !isUuid(gift)) {
    errors.gift = "This isn’t a gift number.";
  }
  const dollars = amount === undefined ? 0 : parseDollars(amount);
  if (dollars === null || !isWholeCents(dollars))
    errors.amount = "Enter an amount such as 25 or 25.50.";
  return errors;
}

/** Text that can't be stored matches nothing. */
const asFilter = (text: string | undefined) => text && filterText.parse(text);

async function toDomain(
  scope: SchoolScope,
  { donor, gift, amount, fund, status, date, batch_id, bank_id, ...days }: GiftFilter,
) {
  const filters: DomainFilters = {
    donor: asFilter(donor),
    gift,
    batch_id,
    bank_id,
    date: date as DomainFilters["date"],
    fund_id: asFilter(fund),
    status: STATUSES.find((one) => one === status),
    dollar_amount: amount === undefined ? undefined : toCents(parseDollars(amount) ?? 0),
    ...(await toTimes(scope, days)),
  };
  return filters;
}

/** The filters in the URL, as they were typed and for the query; null for the query if one can't be read. */
export async function readGiftFilter(scope: SchoolScope, query: Record<string, string>) {
  const chosen = chosenFilters(query, GIFT_FILTERS);
  const errors = errorsIn(chosen);
  const filters = Object.keys(errors).length > 0 ? null : await toDomain(scope, chosen);
  return { chosen, errors, filters };
}

/** The views that every team has. */
export async function readyViews(scope: SchoolScope): Promise<Omit<GiftView, "id">[]> {
  const month = dayAt(new Date(), await teamTimeZone(scope)).slice(0, 7);
  return [
    { name: "All gifts", filter: {} },
    { name: "Waiting", filter: { status: "pending" } },
    { name: "Confirmed", filter: { status: "completed" } },
    { name: "Refused", filter: { status: "failed" } },
    { name: "This month", filter: { from: `${month}-01` } },
  ];
}

const textOf = (filter: GiftFilter) =>
  JSON.stringify(FILTER_FIELDS.map((name) => filter[name] ?? ""));

export const isSameFilter = (one: GiftFilter, other: GiftFilter): boolean =>
  textOf(one) === textOf(other);

/** The gift list's filters in the URL. Unlike a filter that isn't there, one that can't be read is reported. */
import { rememberedTimeZone } from "#app/cookies.ts";
import type { FormErrors } from "#app/forms/form-errors.ts";
import type { GiftFilters } from "#lib/batches/contract.ts";
import { FILTER_FIELDS, type GiftFilter, type GiftView } from "#lib/batches/saved-views.ts";
import { STATUSES } from "#lib/donations/contract.ts";
import { parseGiftNumber } from "#lib/donations/gift-number.ts";
import { dayAt } from "#lib/donations/history/calendar.ts";
import { filterText } from "#lib/fields.ts";
import { isWholeCents, parseDollars, toCents } from "#lib/money.ts";
import { readDateFilter, toTimes } from "../../date-filter.ts";

export const GIFTS = "/school/gifts";

type DomainFilters = Omit<GiftFilters, "limit" | "cursor" | "format">;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The fields that aren't empty, in their order. */
function chosenIn(query: Record<string, string>): GiftFilter {
  const { from: _, to: __, status, batch_id = "", ...texts } = query;
  const known: Record<string, string> = {
    ...texts,
    ...readDateFilter(query),
    ...(STATUSES.some((one) => one === status) && status ? { status } : {}),
    ...(UUID.test(batch_id) ? { batch_id } : {}),
  };
  return Object.fromEntries(
    FILTER_FIELDS.flatMap((name) => {
      const value = known[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
}

function errorsIn({ gift, amount }: GiftFilter): FormErrors {
  const errors: FormErrors = {};
  if (gift && parseGiftNumber(gift) === null && !UUID.test(gift)) {
    errors.gift = "This isn’t a gift number.";
  }
  const dollars = amount === undefined ? 0 : parseDollars(amount);
  if (dollars === null || !isWholeCents(dollars))
    errors.amount = "Enter an amount such as 25 or 25.50.";
  return errors;
}

/** Text that can't be stored matches nothing. */
const asFilter = (text: string | undefined) => text && filterText.parse(text);

async function toDomain({ donor, gift, amount, fund, status, batch_id, ...days }: GiftFilter) {
  const filters: DomainFilters = {
    donor: asFilter(donor),
    gift,
    batch_id,
    fund_id: asFilter(fund),
    status: STATUSES.find((one) => one === status),
    dollar_amount: amount === undefined ? undefined : toCents(parseDollars(amount) ?? 0),
    ...(await toTimes(days)),
  };
  return filters;
}

/** The filters in the URL, as they were typed and for the query; null for the query if one can't be read. */
export async function readGiftFilter(query: Record<string, string>) {
  const chosen = chosenIn(query);
  const errors = errorsIn(chosen);
  const filters = Object.keys(errors).length > 0 ? null : await toDomain(chosen);
  return { chosen, errors, filters };
}

/** The views that every team has. */
export async function readyViews(): Promise<Omit<GiftView, "id">[]> {
  const month = dayAt(new Date(), await rememberedTimeZone()).slice(0, 7);
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

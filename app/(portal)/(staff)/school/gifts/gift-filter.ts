/** The gift list's filters in the URL. */
import { validate as isUuid } from "uuid";
import { anyText, chosenFilters, oneOf } from "#app/filters.ts";
import type { FormErrors } from "#app/forms/form-errors.ts";
import type { SchoolScope } from "#lib/auth/scopes.ts";
import { GIFT_PARTS, type GiftConditions } from "#lib/batches/gifts/sql.ts";
import { findDonor, type GiftOrder, isConfirmationOf } from "#lib/batches/queries.ts";
import { FILTER_FIELDS, type GiftFilter } from "#lib/batches/saved-views.ts";
import { parseGiftNumber } from "#lib/donations/gift-number.ts";
import { filterText } from "#lib/fields.ts";
import { amountIn, centsOf } from "#lib/money.ts";
import { listFunds } from "#lib/schools/funds/queries.ts";
import { DATE_FILTERS, toTimes } from "../../date-filter.ts";
import type { Choice } from "../../gift-filters.tsx";

export const GIFTS = "/school/gifts";
export const CONFIRM = `${GIFTS}/confirm`;

/** What `from` and `to` can be about. */
export const DATES = {
  created_at: "Given",
  gift_date: "Gift date",
  completed_at: "Confirmed",
  failed_at: "Declined",
} as const;

const ORDERS = ["latest", "oldest", "largest", "smallest"] satisfies GiftOrder[];

/** Those that can't be checked here are reported at their fields. */
export const GIFT_FILTERS: Record<keyof GiftFilter, (value: string) => boolean> = {
  show: oneOf(GIFT_PARTS),
  q: anyText,
  date: oneOf(Object.keys(DATES)),
  ...DATE_FILTERS,
  min: anyText,
  max: anyText,
  fund: anyText,
  bank: isUuid,
  batch: isUuid,
};

/** As many as a page shows, twice over. */
export const MAX_SELECTED = 100;

/** And what the list's page and file take beside them. */
export const LIST_FILTERS = { ...GIFT_FILTERS, sort: oneOf(ORDERS), selected: anyText };

export function errorsIn({ min, max }: GiftFilter): FormErrors {
  const wrong = Object.entries({ min, max }).filter(
    ([, text]) => text && centsOf(text) === undefined,
  );
  return Object.fromEntries(wrong.map(([name]) => [name, "Enter an amount such as 25 or 25.50."]));
}

/** What the one search box means: a gift's number or ours, an amount, or a donor. */
async function searchFor(
  scope: SchoolScope,
  typed: string,
  to: Date | undefined,
): Promise<GiftConditions> {
  // Text that can't be stored matches nothing.
  const text = filterText.parse(typed) ?? "";
  if (parseGiftNumber(text) !== null || isUuid(text)) return { gift: text };
  if (await isConfirmationOf(scope, text)) return { confirmation: text };
  const dollar_amount = amountIn(text);
  return dollar_amount === undefined ? findDonor(scope, text, to) : { dollar_amount };
}

async function toDomain(scope: SchoolScope, { show, q, ...chosen }: GiftFilter) {
  const { min, max, fund, bank, batch, date, ...days } = chosen;
  const times = await toTimes(scope, days);
  return {
    part: GIFT_PARTS.find((part) => part === show),
    ...(q ? await searchFor(scope, q, times.to) : {}),
    least: centsOf(min),
    most: centsOf(max),
    fund_id: fund && filterText.parse(fund),
    bank_id: bank,
    batch_id: batch,
    date: date as GiftConditions["date"],
    ...times,
  } satisfies GiftConditions;
}

/** The filters in the URL, as they were typed and for the query; null for the query if one can't be read. */
export async function readGiftFilter(scope: SchoolScope, query: Record<string, string>) {
  const chosen: GiftFilter = chosenFilters(query, GIFT_FILTERS);
  const errors = errorsIn(chosen);
  const filters = Object.keys(errors).length > 0 ? null : await toDomain(scope, chosen);
  return { chosen, errors, filters, order: ORDERS.find((order) => order === query.sort) };
}

const textOf = (filter: GiftFilter) =>
  JSON.stringify(FILTER_FIELDS.map((name) => filter[name] ?? ""));

export const isSameFilter = (one: GiftFilter, other: GiftFilter): boolean =>
  textOf(one) === textOf(other);

/** The filter by fund. */
export async function readFundChoice(scope: SchoolScope): Promise<Choice> {
  const { items } = await listFunds(scope);
  const funds = items.map(({ fund_id, name }) => ({ value: fund_id, text: name }));
  const options = [...funds, { value: "-", text: "Not one of your funds" }];
  return { name: "fund", label: "Fund", any: "All funds", options };
}

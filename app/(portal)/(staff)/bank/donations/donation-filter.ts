/** The donation list's filters in the URL. */
import { anyText, chosenFilters, oneOf } from "#app/filters.ts";
import type { BankApiScope } from "#lib/auth/scopes.ts";
import { conditionsFor } from "#lib/donations/history/search.ts";
import { filterText } from "#lib/fields.ts";
import { DATE_FILTERS, toTimes } from "../../date-filter.ts";
import type { StaffPageProps } from "../../staff-page.tsx";

export const DONATIONS = "/bank/donations";

export type BankPage = { page: StaffPageProps<"bank"> };

/** The tabs of the list. */
export const PARTS = {
  pending: { label: "On their way", conditions: { status: "pending" } },
  held: { label: "On hold", conditions: { held: true } },
  completed: { label: "Confirmed", conditions: { status: "completed" } },
  failed: { label: "Declined", conditions: { status: "failed" } },
  flagged: { label: "Points to review", conditions: { flagged: true } },
} as const;

export type Part = keyof typeof PARTS;

const FILTERS = {
  show: oneOf(Object.keys(PARTS)),
  q: anyText,
  ...DATE_FILTERS,
  school: anyText,
};

/** And what the list's page takes beside them. */
export const LIST_FILTERS = { ...FILTERS, sort: oneOf(["latest", "oldest"]) };

export type DonationFilter = Partial<Record<keyof typeof FILTERS, string>>;

/** The filters in the URL, as they were typed and for the query. */
export async function readDonationFilter(
  scope: BankApiScope & StaffPageProps<"bank">["scope"],
  query: Record<string, string>,
) {
  const chosen: DonationFilter = chosenFilters(query, FILTERS);
  const { show, q, school, ...days } = chosen;
  const conditions = {
    ...(q ? await conditionsFor(scope, q) : {}),
    ...(show ? PARTS[show as Part].conditions : {}),
    school_id: school && filterText.parse(school),
    ...(await toTimes(scope, days)),
  };
  return { chosen, conditions };
}

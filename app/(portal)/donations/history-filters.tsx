/** The donation history's filters: reading them from the URL, and their form. */

import { oneOf } from "#app/filters.ts";
import { STATUS_LABELS } from "#components/giving/thank-you.tsx";
import { Button } from "#components/ui/button.tsx";
import { Select } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { yearAt, yearRange } from "#lib/calendar.ts";
import { STATUSES } from "#lib/donations/contract.ts";
import type { FilterChoices } from "#lib/donations/history/queries.ts";
import {
  type CardholderDonationFilters,
  listCardholderDonations,
} from "#lib/donations/portal-contract.ts";

/** As written in the URL. */
type ChosenFilters = { status?: string; school?: string; year?: string };

/** The years from the first donation to the last, newest first. */
export function yearsOf({ firstAt, lastAt }: FilterChoices, timeZone: string): number[] {
  if (!firstAt || !lastAt) return [];
  const last = yearAt(lastAt, timeZone);
  return Array.from({ length: last - yearAt(firstAt, timeZone) + 1 }, (_, n) => last - n);
}

/** What each can be: a choice that its form has. */
export const filtersOf = ({ schools }: FilterChoices, years: number[]) => ({
  status: oneOf(STATUSES),
  school: oneOf(schools.map(({ schoolId }) => schoolId)),
  year: oneOf(years.map(String)),
});

/** The filters for the query. @param cursor the previous page's `next_cursor` */
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
    ...(year ? yearRange(Number(year), timeZone) : {}),
  };
}

/** Always open on wide screens, in browsers that can style `::details-content`. */
const EXPANDED_ON_WIDE =
  "supports-[selector(details::details-content)]:wide:[&::details-content]:[content-visibility:visible]";
const HIDDEN_ON_WIDE = "supports-[selector(details::details-content)]:wide:hidden!";

const ANY = { value: "", text: "All" };

type Controls = {
  chosen: ChosenFilters;
  schools: FilterChoices["schools"];
  years: number[];
};

export function HistoryFilters({ chosen, schools, years }: Controls) {
  const statusOptions = STATUSES.map((value) => ({ value, text: STATUS_LABELS[value].word }));
  const schoolOptions = schools.map(({ schoolId, schoolName }) => ({
    value: schoolId,
    text: schoolName,
  }));
  const field = (id: keyof ChosenFilters) => ({ id, defaultValue: chosen[id] ?? "" });
  const yearOptions = years.map((year) => ({ value: String(year), text: String(year) }));
  return (
    <search>
      <details
        open={Object.keys(chosen).length > 0}
        className={`mt-1 wide:mt-3 ${EXPANDED_ON_WIDE}`}
      >
        <summary className={`link-alone ${HIDDEN_ON_WIDE}`}>Filter</summary>
        {/* Remounts when the URL changes, since the fields take their defaults from it. */}
        <Form
          key={JSON.stringify(chosen)}
          method="get"
          action="/donations"
          className="grid grid-cols-2 items-end gap-x-2 gap-y-2 wide:grid-cols-[2fr_1fr_1fr_auto]"
        >
          <div className="col-span-2 min-w-0 wide:col-span-1">
            <Select label="School" {...field("school")} options={[ANY, ...schoolOptions]} />
          </div>
          <Select label="Status" {...field("status")} options={[ANY, ...statusOptions]} />
          <Select label="Year" {...field("year")} options={[ANY, ...yearOptions]} />
          <Button look="quiet" className="col-span-2 wide:col-span-1">
            Apply
          </Button>
        </Form>
      </details>
    </search>
  );
}

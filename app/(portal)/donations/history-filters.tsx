import { STATUS_WORDS } from "#components/giving/thank-you.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Select } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { STATUSES } from "#lib/donations/contract.ts";
import type { FilterChoices } from "#lib/donations/history/cardholder-queries.ts";
import type { ChosenFilters } from "./history-query.ts";

const ANY = { value: "", text: "All" };

type Controls = {
  chosen: ChosenFilters;
  schools: FilterChoices["schools"];
  years: number[];
  /** Whether to offer a link that clears the filters. */
  canShowAll: boolean;
};

/** The donation history's filters: a GET form, so that the URL holds the choice. */
export function HistoryFilters({ chosen, schools, years, canShowAll }: Controls) {
  const statuses = STATUSES.map((value) => ({ value, text: STATUS_WORDS[value].word }));
  const givenTo = schools.map(({ schoolId, schoolName }) => ({
    value: schoolId,
    text: schoolName,
  }));
  const calendar = years.map((year) => ({ value: String(year), text: String(year) }));
  return (
    <search>
      <Form
        // Remounts when the URL changes, since the fields take their defaults from it.
        key={JSON.stringify(chosen)}
        method="get"
        action="/donations"
        className="mt-3 grid grid-cols-2 items-end gap-x-2 gap-y-2 wide:grid-cols-[2fr_1fr_1fr_auto]"
      >
        <div className="col-span-2 min-w-0 wide:col-span-1">
          <Select
            id="school"
            label="School"
            defaultValue={chosen.school ?? ""}
            options={[ANY, ...givenTo]}
          />
        </div>
        <Select
          id="status"
          label="Status"
          defaultValue={chosen.status ?? ""}
          options={[ANY, ...statuses]}
        />
        <Select
          id="year"
          label="Year"
          defaultValue={chosen.year ?? ""}
          options={[ANY, ...calendar]}
        />
        <div className="col-span-2 flex gap-2 wide:col-span-1">
          <Button look="quiet">Show</Button>
          {canShowAll && (
            <ButtonLink look="quiet" href="/donations">
              Show all
            </ButtonLink>
          )}
        </div>
      </Form>
    </search>
  );
}

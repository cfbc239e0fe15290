import { STATUS_WORDS } from "#components/giving/thank-you.tsx";
import { Button } from "#components/ui/button.tsx";
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
};

/** Where there is room, the fold is always open: in browsers whose folds can be told so. */
const UNFOLDED =
  "supports-[selector(details::details-content)]:wide:[&::details-content]:[content-visibility:visible]";
const HIDDEN = "supports-[selector(details::details-content)]:wide:hidden!";

/** The donation history's filters: a GET form, so that the URL holds the choice. */
export function HistoryFilters({ chosen, schools, years }: Controls) {
  const statuses = STATUSES.map((value) => ({ value, text: STATUS_WORDS[value].word }));
  const givenTo = schools.map(({ schoolId, schoolName }) => ({
    value: schoolId,
    text: schoolName,
  }));
  const calendar = years.map((year) => ({ value: String(year), text: String(year) }));
  return (
    <search>
      <details open={Object.keys(chosen).length > 0} className={`mt-1 wide:mt-3 ${UNFOLDED}`}>
        <summary className={`link-alone ${HIDDEN}`}>Filter</summary>
        <Form
          // Remounts when the URL changes, since the fields take their defaults from it.
          key={JSON.stringify(chosen)}
          method="get"
          action="/donations"
          className="grid grid-cols-2 items-end gap-x-2 gap-y-2 wide:grid-cols-[2fr_1fr_1fr_auto]"
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
          <Button look="quiet" className="col-span-2 wide:col-span-1">
            Show
          </Button>
        </Form>
      </details>
    </search>
  );
}

import { Choice, Select } from "#components/ui/field.tsx";
import { SearchBox } from "#components/ui/search-box.tsx";
import type { SchoolRegions } from "#lib/schools/conferences.ts";
import type { Filters } from "./filters.ts";

const options = (all: string, values: string[]) => [
  { value: "", text: all },
  ...values.map((value) => ({ value, text: value })),
];

/** School search by text, with collapsed filters. */
export function SearchForm({
  values,
  places,
  signedIn,
}: {
  values: Filters["values"];
  places: SchoolRegions;
  signedIn: boolean;
}) {
  const isNarrowed = Boolean(values.state || values.conference || values.followed);
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers do not agree yet on what <search> is
    <form action="/schools" role="search" className="mt-3 min-w-0 max-w-reading desk:mt-0">
      <SearchBox id="search" label="Name, nickname, or city" value={values.search ?? ""} />
      <details open={isNarrowed} className="mt-1">
        <summary className="w-fit py-1.5">
          <span className="link">Filter by state or conference</span>
        </summary>
        <div className="grid grid-cols-2 gap-x-2">
          <Select
            id="state"
            label="State"
            options={options("Any state", places.states)}
            defaultValue={values.state ?? ""}
          />
          <Select
            id="conference"
            label="Conference"
            options={options("Any conference", places.conferences)}
            defaultValue={values.conference ?? ""}
          />
          {signedIn && (
            <div className="col-span-2">
              <Choice
                type="checkbox"
                id="followed"
                name="followed"
                value="true"
                label="Only those I follow"
                defaultChecked={values.followed === "true"}
              />
            </div>
          )}
        </div>
      </details>
    </form>
  );
}

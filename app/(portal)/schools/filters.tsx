/** The school list's filters: reading them from the URL, and their form. */
import { chosenFilters } from "#app/filters.ts";
import { pathWithQuery } from "#app/paths.ts";
import { Choice, Select } from "#components/ui/field.tsx";
import { SearchBox } from "#components/ui/search-box.tsx";
import type { SchoolRegions } from "#lib/schools/branding.ts";
import {
  listPortalSchools as contract,
  type PortalSchoolFilters,
} from "#lib/schools/portal-contract.ts";

const PAGE_SIZE = "25";
const NAMES = ["search", "state", "conference", "followed"] as const;

type FilterValues = Partial<Record<(typeof NAMES)[number], string>>;

export type Filters = {
  values: FilterValues;
  filters: PortalSchoolFilters;
};

/** Each takes what the API takes. */
export const FILTERS = Object.fromEntries(
  NAMES.map((name) => [name, (text: string) => contract.query.shape[name].safeParse(text).success]),
);

export function readFilters(query: Record<string, string>): Filters {
  const values: FilterValues = chosenFilters(query, FILTERS);
  return { values, filters: contract.query.parse({ ...values, limit: PAGE_SIZE }) };
}

/** The list's path with these filters. */
export function schoolsPath(values: FilterValues, after?: string): string {
  return pathWithQuery("/schools", { ...values, after });
}

const options = (all: string, values: string[]) => [
  { value: "", text: all },
  ...values.map((value) => ({ value, text: value })),
];

type SearchFormProps = {
  values: Filters["values"];
  places: SchoolRegions;
  signedIn: boolean;
};

/** School search by text, with collapsed filters. */
export function SearchForm({ values, places, signedIn }: SearchFormProps) {
  const isNarrowed = Boolean(values.state || values.conference || values.followed);
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers don't agree on the role of <search> yet
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

import type { Metadata } from "next";
import { readFormState, readQuery, type SearchParams } from "#app/forms/form-state.ts";
import { FormStatus } from "#app/forms/form-status.tsx";
import { titleOf } from "#app/forms/form-title.ts";
import { publicRobots } from "#app/public-robots.ts";
import { Page } from "#components/ui/page.tsx";
import { listSchoolRegions } from "#lib/schools/conferences.ts";
import { currentCardholder, requireCardholder } from "../../session.ts";
import { Shell } from "../../shell.tsx";
import { AllSchools } from "./all-schools.tsx";
import { readFilters, schoolsPath } from "./filters.ts";
import { FoundSchools } from "./found-schools.tsx";
import { SearchForm } from "./search-form.tsx";

type Query = { searchParams: SearchParams };

export async function generateMetadata({ searchParams }: Query): Promise<Metadata> {
  const isFiltered = Object.keys(await readQuery(searchParams)).length > 0;
  const title = await titleOf("Schools", searchParams);
  return isFiltered ? title : { ...title, robots: publicRobots() };
}

export default async function Schools({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const { values, filters } = readFilters(query);
  const isAll = Object.keys(values).length === 0 && !query.after;
  const [scope, state, places] = await Promise.all([
    values.followed ? requireCardholder(schoolsPath(values, query.after)) : currentCardholder(),
    readFormState(query),
    listSchoolRegions(),
  ]);
  return (
    <Shell signedIn={scope !== null} current="/schools">
      <Page width="list">
        <FormStatus state={state} />
        <div className="page-head grid gap-x-8 desk:grid-cols-[1fr_26rem]">
          <h1 className="display text-balance text-d40 wide:text-d88">All schools</h1>
          <SearchForm values={values} places={places} signedIn={scope !== null} />
        </div>
        {isAll ? (
          <AllSchools scope={scope} />
        ) : (
          <FoundSchools
            scope={scope}
            values={values}
            filters={filters}
            after={query.after}
            pressed={query.done}
          />
        )}
      </Page>
    </Shell>
  );
}

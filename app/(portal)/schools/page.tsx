import type { Metadata } from "next";
import { filterProblem } from "#app/filters.ts";
import { FormStatus } from "#app/form-page.tsx";
import { type Query, readFormState, readQuery, titled } from "#app/forms/form-state.ts";
import { publicRobots } from "#app/public-robots.ts";
import { TileColorStyles } from "#app/school-styles.tsx";
import { currentCardholder, requireCardholder } from "#app/session.ts";
import { PortalPage } from "#app/shell.tsx";
import { UnknownFilterPage } from "#app/unknown-filter-page.tsx";
import { ConferenceGroups, SchoolGroup } from "#components/schools/school-tiles.tsx";
import { StandaloneLink } from "#components/ui/button.tsx";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { listConferences, listSchoolRegions, readSchoolBranding } from "#lib/schools/branding.ts";
import { listPortalSchools } from "#lib/schools/queries.ts";
import { FILTERS, readFilters, SearchForm, schoolsPath } from "./filters.tsx";
import { FoundSchools } from "./found-schools.tsx";

export const policy = { cached: true, react: false };

export async function generateMetadata({ searchParams }: Query): Promise<Metadata> {
  const isFiltered = Object.keys(await readQuery(searchParams)).length > 0;
  const title = await titled("Schools")({ searchParams });
  return isFiltered ? title : { ...title, robots: publicRobots() };
}

const MAX_FOLLOWED = 12;

/** Every school as a tile, by conference, followed schools first. */
async function AllSchools({ scope }: { scope: CardholderScope | null }) {
  const [conferences, followed] = await Promise.all([
    listConferences(),
    scope && listPortalSchools(scope, { followed: true, limit: MAX_FOLLOWED }),
  ]);
  const all = conferences.flatMap(({ schools }) => schools);
  const allFollowed = (
    <StandaloneLink href="/schools?followed=true">All schools you follow</StandaloneLink>
  );
  return (
    <>
      <p role="status" className="figures mt-2 text-quiet">
        {all.length} schools, by conference
      </p>
      {followed && (
        <SchoolGroup
          id="schools-you-follow"
          title="Schools you follow"
          to="/schools"
          schools={followed.items}
          total={followed.total}
          more={followed.total > MAX_FOLLOWED && allFollowed}
        />
      )}
      <ConferenceGroups conferences={conferences} to="/schools" />
    </>
  );
}

export default async function Schools({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const problem = filterProblem(query, FILTERS);
  if (problem) return <UnknownFilterPage problem={problem} path="/schools" />;
  const { values, filters } = readFilters(query);
  const isAll = Object.keys(values).length === 0 && !query.after;
  const [scope, state, places] = await Promise.all([
    values.followed ? requireCardholder(schoolsPath(values, query.after)) : currentCardholder(),
    readFormState(query),
    listSchoolRegions(),
  ]);
  return (
    <PortalPage current="/schools">
      <TileColorStyles schools={(await readSchoolBranding()).values()} />
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
    </PortalPage>
  );
}

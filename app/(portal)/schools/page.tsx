import { readFormState, readQuery, type SearchParams } from "#app/forms/form-state.ts";
import { FormStatus } from "#app/forms/form-status.tsx";
import { titleOf } from "#app/forms/form-title.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Page } from "#components/ui/page.tsx";
import { listPortalSchools } from "#lib/schools/queries.ts";
import { listSchoolRegions } from "#lib/schools/regions.ts";
import { requireCardholder } from "../../session.ts";
import { Shell } from "../../shell.tsx";
import { pageAtCursor } from "../page-at-cursor.ts";
import { readFilters, schoolsPath } from "./filters.ts";
import { NoResults } from "./no-results.tsx";
import { SchoolList } from "./school-list.tsx";
import { SearchForm } from "./search-form.tsx";

type Query = { searchParams: SearchParams };

export const generateMetadata = ({ searchParams }: Query) => titleOf("Schools", searchParams);

const counted = (total: number) => (total === 1 ? "1 school" : `${total} schools`);

export default async function Schools({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const { values, filters } = readFilters(query);
  const scope = await requireCardholder(schoolsPath(values, query.after));
  const [state, places, found] = await Promise.all([
    readFormState(query),
    listSchoolRegions(),
    pageAtCursor(query.after, (cursor) =>
      listPortalSchools(scope, { ...filters, ...(cursor ? { cursor } : {}) }),
    ),
  ]);
  // Just unfollowed, so no longer in the "followed" list.
  const isGone =
    values.followed === "true" &&
    query.done !== undefined &&
    !found.items.some((school) => school.school_id === query.done);
  return (
    <Shell signedIn current="/schools">
      <Page width="list">
        <FormStatus state={state} />
        {isGone && (
          <Notice tone="completed" title="You’re no longer following that school" urgent />
        )}
        <h1 className="display text-balance text-d40 wide:text-d64">Schools</h1>
        <SearchForm values={values} places={places} />
        <p role="status" className="figures mt-2 text-quiet">
          {counted(found.total)}
        </p>
        {found.total === 0 ? (
          <NoResults values={values} />
        ) : (
          <SchoolList
            schools={found.items}
            address={schoolsPath(values, query.after)}
            pressed={query.done}
          />
        )}
        <nav aria-label="Pages of schools" className="mt-1 flex gap-3">
          {query.after && (
            <a href={schoolsPath(values)} className="link-alone">
              First schools
            </a>
          )}
          {found.nextCursor && (
            <a href={schoolsPath(values, found.nextCursor)} className="link-alone">
              More schools
            </a>
          )}
        </nav>
      </Page>
    </Shell>
  );
}

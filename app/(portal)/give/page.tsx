import type { Metadata } from "next";
import { readQuery, type SearchParams } from "#app/forms/form-state.ts";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Page } from "#components/ui/page.tsx";
import { SearchBox } from "#components/ui/search-box.tsx";
import { listSources } from "#lib/donations/accept/sources.ts";
import { pathWithQuery } from "../../path-with-query.ts";
import { requireCardholder } from "../../session.ts";
import { Shell } from "../../shell.tsx";
import { findSchools, searchIn, suggestSchools } from "./find-schools.ts";
import { NoAccount } from "./no-account.tsx";
import { SchoolList } from "./school-list.tsx";

export const metadata: Metadata = { title: "Give" };

function pathTo(search: string, after?: string): string {
  return pathWithQuery("/give", { ...(search ? { search } : {}), ...(after ? { after } : {}) });
}

type Found = Awaited<ReturnType<typeof findSchools>>;

/** The number of results, announced to screen readers. */
function Count({ search, total }: { search: string; total: number }) {
  return (
    <>
      <p role="status" className="mt-2 text-quiet">
        {total === 1 ? "1 school" : `${total} schools`}
        {search && ` for “${search}”`}
      </p>
      {total === 0 && (
        <p className="mt-1">
          Try a nickname, a city, or fewer letters.{" "}
          <a href="/give" className="link">
            Show all schools
          </a>
        </p>
      )}
    </>
  );
}

function OtherPages({ search, found }: { search: string; found: Found }) {
  return (
    <nav aria-label="Pages of schools" className="flex gap-3 border-line border-t pt-1">
      {!found.isFirst && (
        <a href={pathTo(search)} className="link-alone">
          First schools
        </a>
      )}
      {found.nextCursor && (
        <a href={pathTo(search, found.nextCursor)} className="link-alone">
          More schools
        </a>
      )}
    </nav>
  );
}

export default async function Give({ searchParams }: { searchParams: SearchParams }) {
  const query = await readQuery(searchParams);
  const search = searchIn(query);
  const scope = await requireCardholder(pathTo(search, query.after));
  const [sources, found, likely] = await Promise.all([
    listSources(scope),
    findSchools(scope, search, query.after),
    suggestSchools(scope),
  ]);
  const canGive = sources.some(({ status }) => status === "active");
  return (
    <Shell signedIn current="/give">
      <Page>
        <h1 className="display text-balance text-d40 wide:text-d64">
          {canGive ? "Pick your school" : "Give to a school"}
        </h1>
        {canGive ? (
          <>
            <Form
              method="get"
              action="/give"
              role="search"
              className="mt-3 grid grid-cols-[1fr_auto] items-end gap-x-1"
            >
              <SearchBox id="search" label="School, nickname, or city" value={search} />
              <Button look="quiet">Search</Button>
            </Form>
            <div>
              <Count search={search} total={found.total} />
              {!search && found.isFirst && (
                <>
                  <SchoolList id="preferred" title="Your school" schools={likely.preferred} />
                  <SchoolList id="followed" title="Schools you follow" schools={likely.followed} />
                </>
              )}
              <SchoolList
                id="all"
                title={search ? "Results" : "All schools"}
                schools={found.items}
              />
              {(found.nextCursor || !found.isFirst) && <OtherPages search={search} found={found} />}
            </div>
          </>
        ) : (
          <div className="mt-3">
            <NoAccount sources={sources} />
          </div>
        )}
      </Page>
    </Shell>
  );
}

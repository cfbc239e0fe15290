import type { Metadata } from "next";
import { readSearch } from "#app/find-schools.ts";
import { readQuery, type SearchParams } from "#app/forms/form-state.ts";
import { Form } from "#components/ui/form.tsx";
import { Page } from "#components/ui/page.tsx";
import { SearchBox } from "#components/ui/search-box.tsx";
import { listSources } from "#lib/giving/portal.ts";
import { pathWithQuery } from "../../path-with-query.ts";
import { requireCardholder } from "../../session.ts";
import { Shell } from "../../shell.tsx";
import { AllSchools } from "./all-schools.tsx";
import { FoundSchools } from "./found-schools.tsx";
import { NoAccount } from "./no-account.tsx";

export const metadata: Metadata = { title: "Give" };

export default async function Give({ searchParams }: { searchParams: SearchParams }) {
  const search = readSearch((await readQuery(searchParams)).search);
  const scope = await requireCardholder(pathWithQuery("/give", search ? { search } : {}));
  const sources = await listSources(scope);
  const canGive = sources.some(({ status }) => status === "active");
  return (
    <Shell signedIn current="/give">
      <Page width="list">
        {canGive ? (
          <>
            <div className="page-head grid gap-x-8 gap-y-3 desk:grid-cols-[1fr_26rem]">
              <h1 className="display text-balance text-d40 wide:text-d88">Pick your school</h1>
              <Form method="get" action="/give" role="search">
                <SearchBox id="search" label="School, nickname, or city" value={search} />
              </Form>
            </div>
            {search ? <FoundSchools search={search} /> : <AllSchools scope={scope} />}
          </>
        ) : (
          <NoAccount sources={sources} isPageTitle />
        )}
      </Page>
    </Shell>
  );
}

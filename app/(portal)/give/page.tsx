import type { Metadata } from "next";
import { anyText, filterProblem } from "#app/filters.ts";
import { findSchools, readSearch } from "#app/find-schools.ts";
import { type Query, readQuery } from "#app/forms/form-state.ts";
import { pathWithQuery } from "#app/paths.ts";
import { requireCardholder } from "#app/session.ts";
import { PortalPage } from "#app/shell.tsx";
import { UnknownFilterPage } from "#app/unknown-filter-page.tsx";
import {
  ConferenceGroups,
  SchoolGroup,
  SchoolPlace,
  SchoolTiles,
} from "#components/schools/school-tiles.tsx";
import { TextLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { SearchBox } from "#components/ui/search-box.tsx";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { getCardholderProfile } from "#lib/cardholders/profile/queries.ts";
import { listCardholderDonations } from "#lib/donations/history/queries.ts";
import { listSources } from "#lib/giving/portal.ts";
import { type ListedSchool, listConferences } from "#lib/schools/branding.ts";
import { listPortalSchools } from "#lib/schools/queries.ts";
import { NoAccount } from "./no-account.tsx";

export const policy = { react: false };

export const metadata: Metadata = { title: "Give" };

const MAX_FOLLOWED = 100;
/** How many of the latest gifts are considered. */
const LATEST_GIFTS = 50;

/** The preferred school, those of earlier gifts, and the followed ones: active ones only, without duplicates. */
async function suggestSchools(scope: CardholderScope, active: ListedSchool[]) {
  const [{ preferred_school_id: preferred }, gifts, followed] = await Promise.all([
    getCardholderProfile(scope),
    listCardholderDonations(scope, { limit: LATEST_GIFTS }),
    listPortalSchools(scope, { followed: true, limit: MAX_FOLLOWED }),
  ]);
  const left = new Map(active.map((school) => [school.school_id, school]));
  const take = (ids: (string | null)[]) =>
    ids.flatMap((id) => {
      const school = id === null ? undefined : left.get(id);
      left.delete(id ?? "");
      return school ?? [];
    });
  const idOf = ({ school_id }: { school_id: string }) => school_id;
  return {
    preferred: take([preferred]),
    given: take(gifts.items.map(idOf)),
    followed: take(followed.items.map(idOf)),
  };
}

/** Every school as a tile that links to its donation form, the most likely ones first. */
async function AllSchools({ scope }: { scope: CardholderScope }) {
  const conferences = await listConferences();
  const active = conferences.flatMap(({ schools }) => schools);
  const { preferred, given, followed } = await suggestSchools(scope, active);
  return (
    <>
      <SchoolGroup id="preferred" title="Your school" to="/give" schools={preferred} />
      <SchoolGroup id="given" title="Schools you’ve given to" to="/give" schools={given} />
      <SchoolGroup id="followed" title="Schools you follow" to="/give" schools={followed} />
      <ConferenceGroups conferences={conferences} to="/give" />
    </>
  );
}

/** Search results, best match first, each linked to its donation form. */
async function FoundSchools({ search }: { search: string }) {
  const { items, total } = await findSchools(search);
  return (
    <>
      <p role="status" className="mt-2 text-quiet">
        {total === 1 ? "1 school" : `${total} schools`} for “{search}”
      </p>
      {total === 0 ? (
        <p className="mt-1">
          Try a nickname, a city, or fewer letters.{" "}
          <TextLink href="/give">Show all schools</TextLink>
        </p>
      ) : (
        <SchoolTiles schools={items} to="/give">
          {(school) => <SchoolPlace {...school} />}
        </SchoolTiles>
      )}
    </>
  );
}

export default async function Give({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const search = readSearch(query.search);
  const scope = await requireCardholder(pathWithQuery("/give", { search: search || null }));
  const problem = filterProblem(query, { search: anyText });
  if (problem) return <UnknownFilterPage problem={problem} path="/give" />;
  const sources = await listSources(scope);
  const canGive = sources.some(({ status }) => status === "active");
  return (
    <PortalPage current="/give">
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
    </PortalPage>
  );
}

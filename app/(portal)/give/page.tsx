import { anyText, filterProblem } from "#app/filters.ts";
import { findSchools, readSearch } from "#app/find-schools.ts";
import { type Query, readQuery } from "#app/forms/form-state.ts";
import { LATEST_GIFTS, usualSchools } from "#app/giving/usual-schools.ts";
import { pathWithQuery } from "#app/paths.ts";
import { TileColorStyles } from "#app/school-styles.tsx";
import { requireCardholder } from "#app/session.ts";
import { PortalPage } from "#app/shell.tsx";
import { UnknownFilterPage } from "#app/unknown-filter-page.tsx";
import { Balances } from "#components/giving/balances.tsx";
import {
  ConferenceGroups,
  FoldedConferences,
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
import { listConferences, readSchoolBranding } from "#lib/schools/branding.ts";
import { listPortalSchools } from "#lib/schools/queries.ts";
import { NoAccount } from "./no-account.tsx";

export const policy = { react: false };

export const metadata = { title: "Give" };

const MAX_FOLLOWED = 100;
/** Two rows of tiles. */
const MAX_USUAL = 8;

/** The schools that the person usually gives to, then all of them by conference. */
async function AllSchools({ scope }: { scope: CardholderScope }) {
  const [looks, profile, gifts, followed, conferences] = await Promise.all([
    readSchoolBranding(),
    getCardholderProfile(scope),
    listCardholderDonations(scope, { limit: LATEST_GIFTS }),
    listPortalSchools(scope, { followed: true, limit: MAX_FOLLOWED }),
    listConferences(),
  ]);
  const usual = usualSchools(looks, {
    preferred: profile.preferred_school_id,
    gifts: gifts.items,
    followed: followed.items,
  });
  if (usual.length === 0) return <ConferenceGroups conferences={conferences} to="/give" />;
  return (
    <>
      <section aria-labelledby="usual" className="mt-5">
        <h2 id="usual" className="display text-d28">
          Your schools
        </h2>
        <SchoolTiles schools={usual.slice(0, MAX_USUAL)} to="/give" columns="large">
          {({ detail }) => <p className="text-quiet text-small">{detail}</p>}
        </SchoolTiles>
      </section>
      <section aria-labelledby="all" className="mt-5">
        <h2 id="all" className="display text-d28">
          All schools, by conference
        </h2>
        <FoldedConferences conferences={conferences} to="/give" />
      </section>
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
  const accounts = sources.filter(({ status }) => status === "active");
  return (
    <PortalPage current="/give">
      {accounts.length > 0 ? (
        <>
          <TileColorStyles schools={(await readSchoolBranding()).values()} />
          <div className="page-head grid gap-x-8 gap-y-3 desk:grid-cols-[1fr_26rem]">
            <h1 className="display text-balance text-d40 wide:text-d88">Pick your school</h1>
            <Form method="get" action="/give" role="search">
              <SearchBox id="search" label="School, nickname, or city" value={search} />
            </Form>
            <Balances accounts={accounts} className="desk:col-span-2" />
          </div>
          {search ? <FoundSchools search={search} /> : <AllSchools scope={scope} />}
        </>
      ) : (
        <NoAccount sources={sources} isPageTitle />
      )}
    </PortalPage>
  );
}

import type { Metadata } from "next";
import { rememberedTimeZone } from "#app/cookies.ts";
import { addSchools } from "#app/giving/gifts.ts";
import { SchoolColorStyles } from "#app/school-styles.tsx";
import { requireCardholder } from "#app/session.ts";
import { PortalPage } from "#app/shell.tsx";
import { GiftCards } from "#components/giving/gift-card.tsx";
import { SchoolTiles } from "#components/schools/school-tiles.tsx";
import { StandaloneLink } from "#components/ui/button.tsx";
import { LiveUpdates } from "#components/ui/live-updates.tsx";
import { Section } from "#components/ui/page.tsx";
import { listUnacceptedLinks } from "#lib/accounts/acceptance/queries.ts";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { getCardholderProfile, listLoyaltyAccounts } from "#lib/cardholders/profile/queries.ts";
import {
  listCardholderDonations,
  listYearOfGiving,
  readUpdates,
  sumGivingOf,
} from "#lib/donations/history/queries.ts";
import { readSchoolBranding } from "#lib/schools/branding.ts";
import { listPortalSchools } from "#lib/schools/queries.ts";
import { UnacceptedLinks } from "../unaccepted-links.tsx";
import { GivingChart } from "./giving-chart.tsx";
import { isWorthAChart } from "./giving-columns.ts";
import { HomeHero } from "./home-hero.tsx";

export const metadata: Metadata = { title: "Home" };

const MAX_DONATIONS = 6;
const MAX_SCHOOLS = 6;

async function readHome(scope: CardholderScope) {
  // Read first, so that changes during rendering count as updates.
  const updates = await readUpdates(scope);
  const [profile, giving, donations, year, schools, accounts, unaccepted] = await Promise.all([
    getCardholderProfile(scope),
    sumGivingOf(scope),
    listCardholderDonations(scope, { limit: MAX_DONATIONS }),
    listYearOfGiving(scope, await rememberedTimeZone()),
    listPortalSchools(scope, { followed: true, limit: MAX_SCHOOLS }),
    listLoyaltyAccounts(scope),
    listUnacceptedLinks(scope),
  ]);
  const canGive = accounts.some(({ status, accepted }) => status === "active" && accepted);
  const [gifts, looks] = await Promise.all([addSchools(donations.items), readSchoolBranding()]);
  return { updates, profile, giving, donations, year, schools, canGive, unaccepted, gifts, looks };
}

type HomeData = Awaited<ReturnType<typeof readHome>>;

/** The schools whose colors the page needs. */
const schoolsOnPage = ({ gifts, year, schools, looks }: HomeData) => [
  ...gifts.map(({ school }) => school),
  ...[
    ...year.schools.map(({ schoolId }) => schoolId),
    ...schools.items.map(({ school_id }) => school_id),
  ].flatMap((id) => looks.get(id) ?? []),
];

/** The latest gifts as tickets, with a link to all of them. */
function LastGifts({ gifts }: HomeData) {
  return (
    <Section id="donations" title="Gifts">
      <GiftCards gifts={gifts} />
      <p className="mt-2">
        <StandaloneLink href="/donations">All gifts</StandaloneLink>
      </p>
    </Section>
  );
}

function FollowedSchools({ schools: { items, total } }: HomeData) {
  return (
    <Section id="schools" title="Schools you follow">
      {total === 0 ? (
        <p className="text-quiet">
          None yet. Follow a school to find it here, and first in the list when you give.
        </p>
      ) : (
        <SchoolTiles schools={items} to="/schools" />
      )}
      <p className="mt-1">
        <StandaloneLink href="/schools">
          {total > items.length ? `All ${total} of them, and all other schools` : "All schools"}
        </StandaloneLink>
      </p>
    </Section>
  );
}

export default async function Home() {
  const data = await readHome(await requireCardholder("/home"));
  const { updates, profile, giving, donations, year, canGive, unaccepted, gifts, looks } = data;
  const [last] = gifts;
  return (
    <PortalPage current="/home">
      <SchoolColorStyles schools={schoolsOnPage(data)} />
      <UnacceptedLinks links={unaccepted} />
      <HomeHero
        giving={giving}
        name={profile.display_name}
        email={profile.email}
        canGive={canGive}
        hasUnacceptedLinks={unaccepted.length > 0}
        again={last?.again ? { name: last.school.name, href: last.again } : null}
        chart={isWorthAChart(year) ? <GivingChart year={year} monograms={looks} /> : null}
      />
      <LiveUpdates from="/donations/updates" {...updates} />
      {donations.total > 0 && <LastGifts {...data} />}
      <FollowedSchools {...data} />
    </PortalPage>
  );
}

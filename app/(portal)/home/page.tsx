import { rememberedTimeZone } from "#app/cookies.ts";
import { addSchools } from "#app/giving/gifts.ts";
import { LATEST_GIFTS, usualSchools } from "#app/giving/usual-schools.ts";
import { SchoolColorStyles, TileColorStyles } from "#app/school-styles.tsx";
import { requireCardholder } from "#app/session.ts";
import { PortalPage } from "#app/shell.tsx";
import { GiftCards } from "#components/giving/gift-card.tsx";
import { SchoolTiles } from "#components/schools/school-tiles.tsx";
import { StandaloneLink } from "#components/ui/button.tsx";
import { LiveUpdates } from "#components/ui/live-updates.tsx";
import { Section } from "#components/ui/page.tsx";
import { listUnacceptedLinks } from "#lib/accounts/acceptance/queries.ts";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { getCardholderProfile } from "#lib/cardholders/profile/queries.ts";
import {
  listCardholderDonations,
  listYearOfGiving,
  readUpdates,
  sumGivingOf,
} from "#lib/donations/history/queries.ts";
import { listSources } from "#lib/giving/portal.ts";
import { readSchoolBranding } from "#lib/schools/branding.ts";
import { listPortalSchools } from "#lib/schools/queries.ts";
import { UnacceptedLinks } from "../unaccepted-links.tsx";
import { GivingChart } from "./giving-chart.tsx";
import { isWorthAChart } from "./giving-columns.ts";
import { HomeHero } from "./home-hero.tsx";

export const metadata = { title: "Home" };

const MAX_DONATIONS = 6;
const MAX_SCHOOLS = 4;

async function readHome(scope: CardholderScope) {
  // Read first, so that changes during rendering count as updates.
  const updates = await readUpdates(scope);
  const [profile, giving, donations, year, followed, sources, unaccepted, looks] =
    await Promise.all([
      getCardholderProfile(scope),
      sumGivingOf(scope),
      listCardholderDonations(scope, { limit: LATEST_GIFTS }),
      listYearOfGiving(scope, await rememberedTimeZone()),
      listPortalSchools(scope, { followed: true, limit: MAX_SCHOOLS }),
      listSources(scope),
      listUnacceptedLinks(scope),
      readSchoolBranding(),
    ]);
  const accounts = sources.filter(({ status }) => status === "active");
  const gifts = await addSchools(donations.items.slice(0, MAX_DONATIONS));
  const schools = usualSchools(looks, {
    preferred: profile.preferred_school_id,
    gifts: donations.items,
    followed: followed.items,
  })
    .slice(0, MAX_SCHOOLS)
    // Without an account, a tile leads to its school.
    .map(({ href, ...school }) => (accounts.length > 0 ? { ...school, href } : school));
  return { updates, profile, giving, year, schools, accounts, unaccepted, gifts, looks };
}

type HomeData = Awaited<ReturnType<typeof readHome>>;

/** The schools whose colors the page needs. */
const schoolsOnPage = ({ gifts, year, looks }: HomeData) => [
  ...gifts.map(({ school }) => school),
  ...year.schools.flatMap(({ schoolId }) => looks.get(schoolId) ?? []),
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

/** The schools that the person usually gives to, each with its form filled in. */
function YourSchools({ schools }: HomeData) {
  return (
    <Section id="schools" title="Your schools">
      <TileColorStyles schools={schools} />
      {schools.length === 0 && (
        <p className="text-quiet">
          None yet. Follow a school to find it here, and first in the list when you give.
        </p>
      )}
      <SchoolTiles schools={schools} to="/schools" columns="large">
        {({ detail }) => <p className="text-quiet text-small">{detail}</p>}
      </SchoolTiles>
      <p className="mt-1">
        <StandaloneLink href="/schools">All schools</StandaloneLink>
      </p>
    </Section>
  );
}

export default async function Home() {
  const data = await readHome(await requireCardholder("/home"));
  const { updates, profile, giving, year, accounts, unaccepted, gifts, looks } = data;
  return (
    <PortalPage current="/home">
      <SchoolColorStyles schools={schoolsOnPage(data)} />
      <UnacceptedLinks links={unaccepted} />
      <HomeHero
        giving={giving}
        name={profile.display_name}
        email={profile.email}
        accounts={accounts}
        hasUnacceptedLinks={unaccepted.length > 0}
        chart={isWorthAChart(year) ? <GivingChart year={year} monograms={looks} /> : null}
      />
      <LiveUpdates from="/donations/updates" {...updates} />
      <YourSchools {...data} />
      {gifts.length > 0 && <LastGifts {...data} />}
    </PortalPage>
  );
}

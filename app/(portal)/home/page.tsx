import type { Metadata } from "next";
import { giftsOf } from "#app/giving/gifts.ts";
import { LiveUpdates } from "#components/ui/live-updates.tsx";
import { Page } from "#components/ui/page.tsx";
import { listUnacceptedLinks } from "#lib/accounts/acceptance/queries.ts";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { getCardholderProfile, listLoyaltyAccounts } from "#lib/cardholders/profile/queries.ts";
import { listYearOfGiving, sumGivingOf } from "#lib/donations/history/cardholder-giving.ts";
import { listCardholderDonations, readUpdates } from "#lib/donations/history/cardholder-queries.ts";
import { readSchoolLooks } from "#lib/schools/looks.ts";
import { listPortalSchools } from "#lib/schools/queries.ts";
import { StylesOf } from "../../school-styles.tsx";
import { requireCardholder } from "../../session.ts";
import { Shell } from "../../shell.tsx";
import { rememberedTimeZone } from "../../time-zone-cookie.ts";
import { UnacceptedLinks } from "../unaccepted-links.tsx";
import { FollowedSchools } from "./followed-schools.tsx";
import { GivingChart } from "./giving-chart.tsx";
import { isWorthAChart } from "./giving-columns.ts";
import { HomeHero } from "./home-hero.tsx";
import { LastDonations } from "./last-donations.tsx";

export const metadata: Metadata = { title: "Home" };

const DONATIONS = 6;
const SCHOOLS = 6;

async function readHome(scope: CardholderScope) {
  // Read first, so that changes during rendering count as updates.
  const updates = await readUpdates(scope);
  const [profile, giving, donations, year, schools, accounts, unaccepted] = await Promise.all([
    getCardholderProfile(scope),
    sumGivingOf(scope),
    listCardholderDonations(scope, { limit: DONATIONS }),
    listYearOfGiving(scope, await rememberedTimeZone()),
    listPortalSchools(scope, { followed: true, limit: SCHOOLS }),
    listLoyaltyAccounts(scope),
    listUnacceptedLinks(scope),
  ]);
  const canGive = accounts.some(({ status, accepted }) => status === "active" && accepted);
  const [gifts, looks] = await Promise.all([giftsOf(donations.items), readSchoolLooks()]);
  const named = [
    ...year.schools.map(({ schoolId }) => schoolId),
    ...schools.items.map(({ school_id }) => school_id),
  ];
  const shown = [
    ...gifts.map(({ school }) => school),
    ...named.flatMap((id) => looks.get(id) ?? []),
  ];
  const last = looks.get(donations.items[0]?.school_id ?? "");
  const again = last?.active ? last : null;
  return {
    updates,
    profile,
    giving,
    donations,
    gifts,
    shown,
    year,
    schools,
    canGive,
    unaccepted,
    looks,
    again,
  };
}

export default async function Home() {
  const scope = await requireCardholder("/home");
  const { updates, profile, donations, year, looks, ...home } = await readHome(scope);
  return (
    <Shell signedIn current="/home">
      <Page width="list">
        <StylesOf schools={home.shown} />
        <UnacceptedLinks links={home.unaccepted} />
        <HomeHero
          giving={home.giving}
          name={profile.display_name}
          email={profile.email}
          canGive={home.canGive}
          isAsked={home.unaccepted.length > 0}
          again={home.again}
          chart={isWorthAChart(year) ? <GivingChart year={year} monograms={looks} /> : null}
        />
        <LiveUpdates from="/donations/updates" version={updates.version} soon={updates.soon} />
        {donations.total > 0 && <LastDonations gifts={home.gifts} total={donations.total} />}
        <FollowedSchools page={home.schools} />
      </Page>
    </Shell>
  );
}

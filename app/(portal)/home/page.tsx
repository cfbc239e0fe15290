import type { Metadata } from "next";
import { ButtonLink } from "#components/ui/button.tsx";
import { LiveUpdates } from "#components/ui/live-updates.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Page } from "#components/ui/page.tsx";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { listLoyaltyAccounts } from "#lib/cardholders/profile/loyalty.ts";
import { getCardholderProfile } from "#lib/cardholders/profile/queries.ts";
import { listYearOfGiving, sumGivingOf } from "#lib/donations/history/cardholder-giving.ts";
import { listCardholderDonations, readUpdates } from "#lib/donations/history/cardholder-queries.ts";
import { giftsOf } from "#lib/giving/gifts.ts";
import { readSchoolLooks } from "#lib/schools/looks.ts";
import { listPortalSchools } from "#lib/schools/queries.ts";
import { StylesOf } from "../../school-styles.tsx";
import { requireCardholder } from "../../session.ts";
import { Shell } from "../../shell.tsx";
import { rememberedTimeZone } from "../../time-zone-cookie.ts";
import { FollowedSchools } from "./followed-schools.tsx";
import { GivingChart } from "./giving-chart.tsx";
import { GivingHeading } from "./giving-heading.tsx";
import { LastDonations } from "./last-donations.tsx";

export const metadata: Metadata = { title: "Home" };

const DONATIONS = 6;
const SCHOOLS = 6;

async function readHome(scope: CardholderScope) {
  // Read first, so that changes during rendering count as updates.
  const updates = await readUpdates(scope);
  const [profile, giving, donations, year, schools, accounts] = await Promise.all([
    getCardholderProfile(scope),
    sumGivingOf(scope),
    listCardholderDonations(scope, { limit: DONATIONS }),
    listYearOfGiving(scope, await rememberedTimeZone()),
    listPortalSchools(scope, { followed: true, limit: SCHOOLS }),
    listLoyaltyAccounts(scope),
  ]);
  const canGive = accounts.some(({ status }) => status === "active");
  const [gifts, looks] = await Promise.all([giftsOf(donations.items), readSchoolLooks()]);
  const inChart = year.schools.flatMap(({ schoolId }) => looks.get(schoolId) ?? []);
  const shown = [...gifts.map(({ school }) => school), ...inChart];
  return { updates, profile, giving, donations, gifts, shown, year, schools, canGive };
}

export default async function Home() {
  const scope = await requireCardholder("/home");
  const { updates, profile, giving, donations, gifts, shown, year, schools, canGive } =
    await readHome(scope);
  return (
    <Shell signedIn current="/home">
      <Page width="list">
        <StylesOf schools={shown} />
        <GivingHeading giving={giving} name={profile.display_name} />
        <LiveUpdates from="/donations/updates" version={updates.version} soon={updates.soon} />
        <ButtonLink href="/give" className="mt-3">
          Give
        </ButtonLink>
        {!canGive && (
          <div className="mt-3 max-w-reading">
            <Notice title="No rewards account is linked">
              Link your rewards account in your bank’s app or on its website, with the email address{" "}
              {profile.email}. Then come back here to give.
            </Notice>
          </div>
        )}
        {donations.total > 0 && <LastDonations gifts={gifts} total={donations.total} />}
        <div className="grid gap-x-8 desk:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="empty:hidden">{giving.givenUsd > 0 && <GivingChart year={year} />}</div>
          <FollowedSchools page={schools} />
        </div>
      </Page>
    </Shell>
  );
}

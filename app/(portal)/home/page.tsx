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
import { listPortalSchools } from "#lib/schools/queries.ts";
import { requireCardholder } from "../../session.ts";
import { Shell } from "../../shell.tsx";
import { rememberedTimeZone } from "../../time-zone-cookie.ts";
import { FollowedSchools } from "./followed-schools.tsx";
import { GivingChart } from "./giving-chart.tsx";
import { GivingHeading } from "./giving-heading.tsx";
import { LastDonations } from "./last-donations.tsx";

export const metadata: Metadata = { title: "Home" };

const DONATIONS = 5;
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
  return { updates, profile, giving, donations, year, schools, canGive };
}

export default async function Home() {
  const scope = await requireCardholder("/home");
  const { updates, profile, giving, donations, year, schools, canGive } = await readHome(scope);
  return (
    <Shell signedIn current="/home">
      <Page width="list">
        <p className="break-words text-quiet">{profile.display_name}</p>
        <GivingHeading giving={giving} />
        <LiveUpdates from="/donations/updates" version={updates.version} soon={updates.soon} />
        <ButtonLink href="/give" className="mt-3">
          Give
        </ButtonLink>
        {!canGive && (
          <div className="mt-3 max-w-reading">
            <Notice title="No bank is linked at the moment">
              To give, your bank has to link your rewards account with the address {profile.email}.
              That is done in the bank’s own app or pages.
            </Notice>
          </div>
        )}
        <div className="grid gap-x-8 desk:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="empty:hidden">
            {donations.total > 0 && <LastDonations page={donations} />}
            {giving.givenUsd > 0 && <GivingChart year={year} />}
          </div>
          <FollowedSchools page={schools} />
        </div>
      </Page>
    </Shell>
  );
}

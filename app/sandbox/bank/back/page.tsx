import { readQuery, type SearchParams } from "#app/forms/form-state.ts";
import type { Donation } from "#client/index.ts";
import { GiftStatus } from "#components/giving/thank-you.tsx";
import { FactRows } from "#components/portal/facts.tsx";
import { StandaloneLink } from "#components/ui/button.tsx";
import { LiveUpdates } from "#components/ui/live-updates.tsx";
import { findDonation } from "#demo-bank/bank.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import { readDemoVersion } from "#lib/sandbox/sql.ts";
import { requireSandbox } from "../../sandbox-only.ts";
import { BankPage, PanelSection } from "../bank-page.tsx";
import { DonationResult, Mono } from "../donation-result.tsx";
import { harbor } from "../harbor.ts";
import { Balance, Box, FICTIONAL_BALANCE, Phone, Screen } from "../phone.tsx";

export const metadata = { title: "Back in the bank’s app" };

/** Longer than any valid value. */
const MAX_LENGTH = 64;

const STATUS_TEXT: Record<Donation["status"], string> = {
  pending: "Your gift is on its way. The school hasn’t confirmed it yet.",
  completed: "The school has confirmed your gift.",
  failed: "The school couldn’t accept your gift. Your points are back.",
  canceled: "Your gift was canceled. Your points are back.",
};

/** The bank's app after its customer returns from the flow. */
function ReturnApp({ donation }: { donation: Donation | null }) {
  const isTaken = donation?.status === "pending" || donation?.status === "completed";
  const used = isTaken ? donation.points_redeemed : 0;
  return (
    <Phone>
      <Balance points={Math.max(0, FICTIONAL_BALANCE - used)}>
        {used > 0 ? "After your gift" : "No points were used"}
      </Balance>
      <Screen
        note={`The bank, its customer, and this balance are fictional.${donation ? " The donation exists in this sandbox." : ""}`}
      >
        <Box>
          {donation ? (
            <>
              <GiftStatus {...donation} />
              <p className="mt-1 font-strong text-display">
                {formatDollars(toCents(donation.dollar_amount))}
              </p>
              <p className="text-quiet">
                {donation.points_redeemed.toLocaleString("en-US")} points
              </p>
              <p className="mt-1">{STATUS_TEXT[donation.status]}</p>
            </>
          ) : (
            <p>Nothing was given.</p>
          )}
        </Box>
        <p>
          <StandaloneLink href="/sandbox/bank">Back to your rewards</StandaloneLink>
        </p>
      </Screen>
    </Phone>
  );
}

export default async function BackInTheApp({ searchParams }: { searchParams: SearchParams }) {
  requireSandbox();
  // Read first, so that changes during rendering count as updates.
  const version = await readDemoVersion();
  const query = await readQuery(searchParams);
  const donation = await findDonation(harbor(), query.donation_id ?? "");
  const facts = ["status", "donation_id", "session_id"].map((name) => ({
    name,
    value: query[name] ? <Mono>{query[name].slice(0, MAX_LENGTH)}</Mono> : "Missing",
  }));
  return (
    <BankPage
      title="Back in the bank’s app"
      intro="The donation screen sent the customer back to the bank’s return URL, with the outcome."
      notices={donation && <LiveUpdates from="/sandbox/state" version={version} soon />}
      app={<ReturnApp donation={donation} />}
    >
      <PanelSection
        id="received"
        title="What the app received"
        intro="A URL can be forged, so the bank’s server asks the API first."
      >
        <FactRows rows={facts} />
      </PanelSection>
      {query.donation_id && (
        <DonationResult
          id={donation?.donation_id ?? null}
          donation={donation}
          none="This bank has no donation with that ID."
        />
      )}
    </BankPage>
  );
}

import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { readQuery, type SearchParams } from "#app/forms/form-state.ts";
import { currentCardholder } from "#app/session.ts";
import { Shell } from "#app/shell.tsx";
import { Facts } from "#components/portal/facts.tsx";
import { LiveUpdates } from "#components/ui/live-updates.tsx";
import { Page } from "#components/ui/page.tsx";
import { env } from "#lib/env.ts";
import { readDemoState } from "#lib/sandbox/activity.ts";
import { askForDonation } from "#lib/sandbox/bank-backend.ts";
import { listInbox } from "#lib/sandbox/inbox.ts";
import { DonationResult, PanelSection } from "../donation-result.tsx";
import { ReturnScreen } from "./return-screen.tsx";

export const metadata: Metadata = { title: "Back in the bank’s app" };

const PARAMETERS = ["status", "donation_id", "session_id"];
/** Longer than any valid value. */
const LONGEST = 64;

export default async function BackInTheApp({ searchParams }: { searchParams: SearchParams }) {
  if (env().environment === "production") notFound();
  // Read first, so that changes during rendering count as updates.
  const { version } = await readDemoState();
  const query = await readQuery(searchParams);
  const [donation, cardholder] = await Promise.all([
    askForDonation(query.donation_id ?? ""),
    currentCardholder(),
  ]);
  const webhooks = donation ? await listInbox(3, donation.donation_id) : [];
  const facts = PARAMETERS.map((name) => ({
    name,
    value: query[name] ? (
      <span className="break-all font-mono text-small">{query[name].slice(0, LONGEST)}</span>
    ) : (
      "Missing"
    ),
  }));
  return (
    <Shell signedIn={cardholder !== null} current="/sandbox">
      <Page width="list">
        <h1 className="display text-d40 wide:text-d64">Back in the bank’s app</h1>
        <p className="mt-1 mb-4 max-w-reading text-lead text-quiet">
          The donation screen sent the customer back to the bank’s return URL, with the outcome.
        </p>
        {donation && <LiveUpdates from="/sandbox/state" version={version} soon />}
        <div className="grid gap-5 desk:grid-cols-[24.875rem_minmax(0,1fr)] desk:gap-8">
          <div className="min-w-0">
            <ReturnScreen donation={donation} />
          </div>
          <div className="grid min-w-0 content-start gap-5">
            <PanelSection
              id="received"
              title="What the app received"
              intro="A URL can be forged, so the bank’s server asks the API first."
            >
              <Facts facts={facts} />
            </PanelSection>
            {donation && <DonationResult donation={donation} webhooks={webhooks} />}
            {query.donation_id && !donation && (
              <PanelSection
                id="donation"
                title="The donation"
                intro="As GET /v1/donations/{donation_id} returns it to the bank."
              >
                <p>This bank has no donation with that ID.</p>
              </PanelSection>
            )}
          </div>
        </div>
      </Page>
    </Shell>
  );
}

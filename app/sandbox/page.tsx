import { StandaloneLink, TextLink } from "#components/ui/button.tsx";
import { LiveUpdates } from "#components/ui/live-updates.tsx";
import { TimeZoneName } from "#components/ui/moment.tsx";
import { Section } from "#components/ui/page.tsx";
import type { DonationStatus } from "#lib/donations/state.ts";
import { formatDollars, formatPoints } from "#lib/money.ts";
import { listInbox } from "#lib/sandbox/inbox.ts";
import { type DemoDonation, listDemoDonations, readDemoVersion } from "#lib/sandbox/sql.ts";
import { Log, LogFacts, LogRow } from "./log.tsx";
import { requireSandbox } from "./sandbox-only.ts";
import { SandboxPage } from "./sandbox-page.tsx";
import { Triggers } from "./triggers.tsx";
import { WebhookLog } from "./webhook-log.tsx";

export const metadata = { title: "Bank dashboard" };

const PAGES = [
  ["/sandbox/bank", "Demo bank"],
  ["/sandbox/emails", "Emails"],
  ["/sandbox/operations", "Operations"],
  ["/docs", "API reference"],
] as const;

const PARTS = [
  ["#donations", "Donations"],
  ["#inbox", "The bank’s inbox"],
  ["#triggers", "Simulate failures"],
] as const;

const TONES = {
  pending: "waiting",
  completed: "completed",
  failed: "failed",
  canceled: "failed",
} as const;

function Links({ label, links }: { label: string; links: readonly (readonly [string, string])[] }) {
  return (
    <nav aria-label={label} className="mt-1 flex flex-wrap gap-x-2">
      {links.map(([href, title]) => (
        <StandaloneLink key={href} href={href}>
          {title}
        </StandaloneLink>
      ))}
    </nav>
  );
}

function DonationRow({ donation }: { donation: DemoDonation }) {
  const { status, pointsRedeemed: points, attemptCount: attempts, lastError } = donation;
  return (
    <LogRow
      tone={TONES[status as DonationStatus]}
      status={status}
      at={donation.createdAt}
      title={
        <p className="figures flex flex-wrap gap-x-2 desk:grid desk:grid-cols-[6rem_9rem_minmax(0,1fr)_10rem]">
          <b>{formatDollars(donation.amountCents)}</b>
          <span className="text-quiet">{points > 0 && formatPoints(points)}</span>
          <span>{donation.schoolName}</span>
          <span>{donation.platformCreditId}</span>
        </p>
      }
    >
      <LogFacts
        facts={{
          bank_transaction_ref: donation.bankTransactionRef,
          donation_id: donation.id,
          attempts: attempts && attempts > 1 ? attempts : null,
        }}
      />
      {lastError && status !== "completed" && <p>{lastError}</p>}
    </LogRow>
  );
}

export default async function Sandbox() {
  requireSandbox();
  // Read first, so that changes during rendering count as updates.
  const version = await readDemoVersion();
  const [donations, webhooks] = await Promise.all([listDemoDonations(25), listInbox(10)]);
  return (
    <SandboxPage
      title="Bank dashboard"
      intro="Everything Harbor Demonstration Bank has sent and received. Submit a donation with the API key that was printed when the service started, and follow it here."
    >
      <Links label="Sandbox" links={PAGES} />
      <LiveUpdates from="/sandbox/state" version={version} soon />
      <p className="mt-2">
        Times are in <TimeZoneName />. <TextLink href="/sandbox">Reload</TextLink>
      </p>
      <Links label="On this page" links={PARTS} />
      <Section id="donations" title="Donations" intro="The last 25.">
        <Log empty="None yet. Donations appear here once the bank submits one.">
          {donations.map((donation) => (
            <DonationRow key={donation.id} donation={donation} />
          ))}
        </Log>
      </Section>
      <Section
        id="inbox"
        title="The bank’s inbox"
        intro="The last 10 webhooks at POST /sandbox/inbox, with their signatures checked. Repeats of a webhook-id are shown once."
      >
        <WebhookLog
          webhooks={webhooks}
          empty="None yet. The first webhook arrives shortly after a donation is completed."
        />
      </Section>
      <Triggers />
    </SandboxPage>
  );
}

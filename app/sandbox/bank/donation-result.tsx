import type { ReactNode } from "react";
import { GiftStatus } from "#components/giving/thank-you.tsx";
import { Facts } from "#components/portal/facts.tsx";
import { MoneyLine } from "#components/portal/money-line.tsx";
import { Code } from "#components/ui/code.tsx";
import type { Donation } from "#lib/donations/contract.ts";
import type { ReceivedWebhook } from "#lib/sandbox/inbox.ts";
import { WebhookRow } from "../inbox.tsx";

/** A titled section of the side panel. */
export function PanelSection({
  id,
  title,
  intro,
  children,
}: {
  id: string;
  title: string;
  intro: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="font-strong text-lead">
        {title}
      </h2>
      <p className="mt-0.5 mb-1.5 text-quiet text-small">{intro}</p>
      {children}
    </section>
  );
}

const Mono = ({ children }: { children: string }) => (
  <span className="break-all font-mono text-small">{children}</span>
);

function DonationDetails({ donation }: { donation: Donation }) {
  const facts = [
    { name: "School", value: <Mono>{donation.school_id}</Mono> },
    { name: "Donation", value: <Mono>{donation.donation_id}</Mono> },
    {
      name: "Confirmation number",
      value: donation.school_confirmation_id ? (
        <Mono>{donation.school_confirmation_id}</Mono>
      ) : (
        "Waiting for confirmation"
      ),
    },
  ];
  return (
    <>
      <div className="mb-1.5 flex flex-wrap items-start justify-between gap-x-3">
        <GiftStatus status={donation.status} />
        <MoneyLine donation={donation} />
      </div>
      <Facts facts={facts} />
      {donation.failure_reason && <p className="mt-1">{donation.failure_reason}</p>}
      <details className="mt-1">
        <summary className="link-alone text-small">The API’s response</summary>
        <Code label="The donation as the API returns it">{JSON.stringify(donation, null, 2)}</Code>
      </details>
    </>
  );
}

/** A session's donation, and the webhooks about it. */
export function DonationResult({
  donation,
  webhooks,
}: {
  donation: Donation | null;
  webhooks: ReceivedWebhook[];
}) {
  return (
    <>
      <PanelSection
        id="donation"
        title="The donation"
        intro="As GET /v1/donations/{donation_id} returns it to the bank."
      >
        {donation ? <DonationDetails donation={donation} /> : <p>Nothing has been given yet.</p>}
      </PanelSection>
      <PanelSection
        id="webhooks"
        title="What the bank’s server received"
        intro="Latest first, with verified signatures. Banks should rely on webhooks, not on messages to the app."
      >
        {webhooks.length === 0 ? (
          <p>Nothing yet. A webhook arrives shortly after the school confirms.</p>
        ) : (
          <ul className="border-line border-b">
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        )}
      </PanelSection>
    </>
  );
}

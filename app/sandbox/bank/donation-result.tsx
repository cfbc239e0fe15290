import type { Donation } from "#client/index.ts";
import { GiftStatus } from "#components/giving/thank-you.tsx";
import { Facts } from "#components/portal/facts.tsx";
import { MoneyLine } from "#components/portal/money-line.tsx";
import { listInbox } from "#lib/sandbox/inbox.ts";
import { WebhookLog } from "../webhook-log.tsx";
import { Details, PanelSection } from "./bank-page.tsx";

/** An ID or another value, in full. */
export const Mono = ({ children }: { children: string }) => (
  <span className="break-all font-mono text-small">{children}</span>
);

function DonationDetails({ donation }: { donation: Donation }) {
  const { school_confirmation_id: number, failure_reason: reason } = donation;
  return (
    <>
      <div className="mb-1.5 flex flex-wrap items-start justify-between gap-x-3">
        <GiftStatus {...donation} />
        <MoneyLine donation={donation} />
      </div>
      <Facts
        facts={{
          School: <Mono>{donation.school_id}</Mono>,
          Donation: <Mono>{donation.donation_id}</Mono>,
          "Confirmation number": number ? <Mono>{number}</Mono> : "Waiting for confirmation",
        }}
      />
      {reason && <p className="mt-1">{reason}</p>}
      <Details
        summary="The API’s response"
        label="The donation as the API returns it"
        value={donation}
      />
    </>
  );
}

/** A donation, and the webhooks about it. */
export async function DonationResult({
  id,
  donation,
  none,
}: {
  /** The ID of the donation, or of the session that may create it; null if there is neither. */
  id: string | null;
  donation: Donation | null;
  none: string;
}) {
  return (
    <>
      <PanelSection
        id="donation"
        title="The donation"
        intro="As GET /v1/donations/{donation_id} returns it to the bank."
      >
        {donation ? <DonationDetails donation={donation} /> : <p>{none}</p>}
      </PanelSection>
      {id && (
        <PanelSection
          id="webhooks"
          title="What the bank’s server received"
          intro="Latest first, with verified signatures. Banks should rely on webhooks, not on messages to the app."
        >
          <WebhookLog
            webhooks={await listInbox(3, id)}
            empty="Nothing yet. A webhook arrives shortly after the school confirms."
          />
        </PanelSection>
      )}
    </>
  );
}

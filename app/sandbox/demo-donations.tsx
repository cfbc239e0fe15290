import type { ReactNode } from "react";
import { MoneyLine } from "#components/portal/money-line.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Section } from "#components/ui/page.tsx";
import { Status, type Tone } from "#components/ui/status.tsx";
import type { DemoDonation } from "#lib/sandbox/activity.ts";

const TONES: Record<DemoDonation["status"], Tone> = {
  pending: "waiting",
  completed: "completed",
  failed: "failed",
};

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="inline text-quiet">{name} </dt>
      <dd className="inline break-all font-mono">{children}</dd>
    </div>
  );
}

function Row({ donation }: { donation: DemoDonation }) {
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 border-line border-t py-2 wide:grid-cols-[10rem_1fr_auto]">
      <div>
        <Status tone={TONES[donation.status]}>{donation.status}</Status>
        <p className="text-quiet text-small">
          <Moment at={donation.created_at} as="time" />
        </p>
      </div>
      <div className="order-last col-span-2 min-w-0 wide:order-none wide:col-span-1">
        <p className="font-strong">{donation.school_name}</p>
        <dl className="flex flex-wrap gap-x-2 text-small">
          <Fact name="reference">{donation.bank_transaction_ref}</Fact>
          <Fact name="donation">{donation.donation_id}</Fact>
          {donation.school_confirmation_id && (
            <Fact name="confirmation number">{donation.school_confirmation_id}</Fact>
          )}
          <Fact name="attempts">{donation.attempts}</Fact>
        </dl>
        {donation.last_error && donation.status !== "completed" && (
          <p className="text-small">{donation.last_error}</p>
        )}
      </div>
      <MoneyLine donation={donation} />
    </li>
  );
}

/** The bank's donations, newest first. */
export function DemoDonations({ donations }: { donations: DemoDonation[] }) {
  return (
    <Section
      id="donations"
      title="Donations"
      intro="The last 25, as the API returns them to the bank."
    >
      {donations.length === 0 ? (
        <p>None yet. Donations appear here once the bank submits one.</p>
      ) : (
        <ul className="border-line border-b">
          {donations.map((donation) => (
            <Row key={donation.donation_id} donation={donation} />
          ))}
        </ul>
      )}
    </Section>
  );
}

import { Section } from "#components/ui/page.tsx";
import type { Tone } from "#components/ui/status.tsx";
import { formatDollars, formatPoints, toCents } from "#lib/money.ts";
import type { DemoDonation } from "#lib/sandbox/activity.ts";
import { LogFacts, LogRow } from "./log-row.tsx";

const TONES: Record<DemoDonation["status"], Tone> = {
  pending: "waiting",
  completed: "completed",
  failed: "failed",
};

function Row({ donation }: { donation: DemoDonation }) {
  const { status, school_confirmation_id: number, points_redeemed: points } = donation;
  return (
    <LogRow
      tone={TONES[status]}
      status={status}
      at={new Date(donation.created_at)}
      title={
        <p className="figures flex flex-wrap gap-x-2 desk:grid desk:grid-cols-[6rem_9rem_minmax(0,1fr)_10rem]">
          <b>{formatDollars(toCents(donation.dollar_amount))}</b>
          <span className="text-quiet">{points > 0 && formatPoints(points)}</span>
          <span>{donation.school_name}</span>
          <span>{number}</span>
        </p>
      }
    >
      <LogFacts
        facts={{
          bank_transaction_ref: donation.bank_transaction_ref,
          donation_id: donation.donation_id,
          attempts: donation.attempts > 1 ? donation.attempts : null,
        }}
      />
      {donation.last_error && status !== "completed" && <p>{donation.last_error}</p>}
    </LogRow>
  );
}

/** The bank's donations, newest first. */
export function DemoDonations({ donations }: { donations: DemoDonation[] }) {
  return (
    <Section id="donations" title="Donations" intro="The last 25.">
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

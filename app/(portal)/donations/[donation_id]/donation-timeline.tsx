import type { ReactNode } from "react";
import { Timeline, type TimelineStep } from "#components/portal/timeline.tsx";
import { Moment } from "#components/ui/moment.tsx";
import type { CardholderDonation } from "#lib/donations/contract.ts";

const at = (time: string | null): ReactNode => time && <Moment at={time} as="minute" />;

function sending({ status, school_name: school }: CardholderDonation): TimelineStep {
  // The shapes are aria-hidden, so the text has to distinguish past steps from coming ones.
  return status === "pending"
    ? {
        title: "Being sent to the school",
        text: `To the ticketing platform of ${school}, again and again until it answers.`,
      }
    : {
        title: "Sent to the school",
        text: `The ticketing platform of ${school} has answered.`,
      };
}

/** The final step: the outcome, or when to expect it. */
function ending(donation: CardholderDonation, now: string): TimelineStep {
  const { status, school_name: school, estimated_confirmation_at: expectedAt } = donation;
  if (status === "completed") {
    const text = (
      <>
        {at(donation.completed_at)}
        <span className="block text-ink">
          Number <span className="break-all font-mono">{donation.school_confirmation_id}</span>
        </span>
      </>
    );
    return { title: "Confirmed with the school’s number", text };
  }
  if (status === "failed") {
    const text = (
      <>
        {at(donation.failed_at)}
        <span className="block">{school} received nothing, and your bank is told.</span>
      </>
    );
    return { title: "Refused by the school", text, tone: "failed" };
  }
  const text = now > expectedAt ? "Later than usual." : <>Usually by {at(expectedAt)}.</>;
  return { title: "To come: the school’s confirmation with its number", text };
}

/** A donation's progress. */
export function DonationTimeline({ donation, now }: { donation: CardholderDonation; now: string }) {
  const steps = [
    { title: "Accepted", text: at(donation.created_at) },
    sending(donation),
    ending(donation, now),
  ];
  return <Timeline steps={steps} reached={donation.status === "pending" ? 1 : steps.length} />;
}

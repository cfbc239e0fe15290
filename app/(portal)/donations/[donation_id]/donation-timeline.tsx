import type { ReactNode } from "react";
import { Timeline, type TimelineStep } from "#components/portal/timeline.tsx";
import { Moment } from "#components/ui/moment.tsx";
import type { CardholderDonation } from "#lib/donations/contract.ts";

const at = (time: string | null): ReactNode => time && <Moment at={time} as="minute" />;

function sending({ status, held, school_name: school }: CardholderDonation): TimelineStep {
  if (held) return { title: "In review", text: `Not sent to ${school}’s ticket office yet.` };
  // The shapes are aria-hidden, so the text has to distinguish past steps from coming ones.
  return status === "pending"
    ? {
        title: `On its way to ${school}’s ticket office`,
        text: "We’ll keep retrying automatically.",
      }
    : {
        title: `Sent to ${school}’s ticket office`,
        text: "Response received.",
      };
}

/** The final step: the outcome, or when to expect it. */
function ending(donation: CardholderDonation, now: string): TimelineStep {
  const { status, school_name: school, estimated_confirmation_at: expectedAt } = donation;
  if (status === "completed") {
    return { title: `Confirmed by ${school}`, text: at(donation.completed_at) };
  }
  if (status === "failed") {
    const text = (
      <>
        {at(donation.failed_at)}
        <span className="block">{school} received nothing.</span>
      </>
    );
    return { title: "Not accepted", text, tone: "failed" };
  }
  if (donation.held) return { title: "Next: confirmation", text: "After the review." };
  const text = now > expectedAt ? "Later than usual." : <>Usually by {at(expectedAt)}.</>;
  return { title: "Next: confirmation", text };
}

/** A donation's progress. */
export function DonationTimeline({ donation, now }: { donation: CardholderDonation; now: string }) {
  const steps = [
    { title: "Submitted", text: at(donation.created_at) },
    sending(donation),
    ending(donation, now),
  ];
  return <Timeline steps={steps} reached={donation.status === "pending" ? 1 : steps.length} />;
}

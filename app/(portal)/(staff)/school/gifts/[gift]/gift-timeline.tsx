import type { ReactNode } from "react";
import { paymentSteps } from "#app/payment-steps.ts";
import { Moment } from "#components/ui/moment.tsx";
import { type Step, Timeline } from "#components/ui/timeline.tsx";
import type { FoundGift } from "./find-gift.ts";

const at = (time: Date | string | null): ReactNode =>
  time && <Moment at={new Date(time)} as="minute" />;

const by = (name: string | null) =>
  name && <bdi className="block [overflow-wrap:anywhere]">{name}</bdi>;

/** How the school was told about it. */
function deliverySteps({ gift, history }: FoundGift): Step[] {
  const { batchNumber, enteredAt, closedAt, attemptStartedAt } = history;
  if (batchNumber === null) {
    if (attemptStartedAt === null) return [];
    return [{ tone: "completed", title: "Sent to your system", text: at(attemptStartedAt) }];
  }
  const entered: Step = {
    tone: "completed",
    title: `Entered batch ${batchNumber}`,
    text: at(enteredAt),
  };
  const closed: Step = closedAt
    ? { tone: "completed", title: `Batch ${batchNumber} closed`, text: at(closedAt) }
    : { tone: null, title: `Next: batch ${batchNumber} closes`, text: null };
  return gift.status === "pending" || closedAt ? [entered, closed] : [entered];
}

/** What the school's team or program decided. */
function decisionSteps({ history }: FoundGift): Step[] {
  const { decidedAt, decidedBy, confirmationNumber, refusalReason } = history;
  if (decidedAt === null) return [];
  const text = (
    <>
      {at(decidedAt)}
      {by(decidedBy)}
      {refusalReason && <span className="block [overflow-wrap:anywhere]">{refusalReason}</span>}
    </>
  );
  return refusalReason
    ? [{ tone: "failed", title: "Declined", text }]
    : [
        {
          tone: "completed",
          title: (
            <>
              Confirmed as <bdi>{confirmationNumber}</bdi>
            </>
          ),
          text,
        },
      ];
}

/** How it ended, or what comes next. */
function finalStep({ gift, history }: FoundGift): Step {
  const hasDecided = history.decidedAt !== null;
  if (gift.status === "completed") {
    const text = (
      <>
        {at(gift.completed_at)}
        <span className="block">The donor has your number and the receipt.</span>
      </>
    );
    const title = hasDecided ? (
      "Settled"
    ) : (
      <>
        Confirmed as <bdi>{gift.school_confirmation_id}</bdi>
      </>
    );
    return { tone: "completed", title, text };
  }
  if (gift.status === "failed") {
    const text = (
      <>
        {at(gift.failed_at)}
        <span className="block">The bank was told to return the points.</span>
      </>
    );
    return { tone: "failed", title: hasDecided ? "Settled" : "Declined", text };
  }
  if (gift.status === "canceled") {
    return { tone: "failed", title: "Canceled", text: "You get nothing for it. Don’t book it." };
  }
  if (gift.held) {
    return {
      tone: "waiting",
      title: "In review",
      text: "By the bank or the operator. Don’t book it yet.",
    };
  }
  if (hasDecided) return { tone: null, title: "Next: it settles", text: "In a moment." };
  const text = <>The donor was told to expect it by {at(gift.estimated_confirmation_at)}.</>;
  return history.closedAt === null && history.batchNumber !== null
    ? { tone: null, title: "Then: you confirm it", text }
    : { tone: "waiting", title: "Waiting for confirmation", text };
}

/** Everything that happened to the gift, in order. */
export function GiftTimeline({ gift, history }: FoundGift) {
  const found = { gift, history };
  const steps: Step[] = [
    { tone: "completed", title: "Given", text: at(gift.created_at) },
    ...deliverySteps(found),
    ...decisionSteps(found),
    finalStep(found),
    ...paymentSteps(gift),
  ];
  if (history.thankedAt) {
    const text = (
      <>
        {at(history.thankedAt)}
        {by(history.thankedBy)}
      </>
    );
    steps.push({ tone: "completed", title: "Donor thanked", text });
  }
  return <Timeline steps={steps} />;
}

import type { ReactNode } from "react";
import { againPath } from "#app/giving/choices.ts";
import { paymentSteps } from "#app/payment-steps.ts";
import { ShareLink } from "#components/giving/share-link.tsx";
import { GiftProgress, isVoid } from "#components/giving/thank-you.tsx";
import { FollowButton, FollowConfirmation } from "#components/portal/follow-button.tsx";
import { ButtonLink, StandaloneLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { type Step, Timeline } from "#components/ui/timeline.tsx";
import type { GiftCorrection } from "#lib/corrections/queries.ts";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import { correctionStep } from "./correction-step.tsx";

type Status = {
  donation: CardholderDonation;
  /** The bank whose points were used. */
  bankName: string;
  /** The day by which a school without an API said it would confirm; null for others. */
  promisedBy: string | null;
  /** Oldest first. */
  corrections: GiftCorrection[];
  /** Right after giving: whether the person follows the school, and whether they have just chosen so; else null. */
  follow: { followed: boolean; pressed: boolean } | null;
};

const at = (time: string | null): ReactNode => time && <Moment at={time} as="minute" />;

function deliverySteps({ donation, promisedBy }: Status): Step[] {
  const { status, held, school_name: school } = donation;
  const tone = status === "pending" ? "waiting" : "completed";
  if (status === "canceled") return [];
  if (held)
    return [{ tone, title: "In review", text: `Not sent to ${school}’s ticket office yet.` }];
  // The shapes are aria-hidden, so the text has to tell past steps from upcoming ones.
  if (tone === "completed") {
    return [{ tone, title: `Sent to ${school}’s ticket office`, text: null }];
  }
  const title = `On its way to ${school}’s ticket office`;
  const text = promisedBy
    ? "It goes with the next batch of gifts."
    : "We’ll keep retrying automatically.";
  return [{ tone, title, text }];
}

/** The result, or when to expect it. */
function finalStep({ donation, promisedBy }: Status): Step {
  const { status, school_name: school, estimated_confirmation_at: expectedAt } = donation;
  if (status === "completed") {
    return { tone: status, title: `Confirmed by ${school}`, text: at(donation.completed_at) };
  }
  if (status === "failed" || status === "canceled") {
    const text = (
      <>
        {at(donation.failed_at ?? donation.canceled_at)}
        <span className="block">{school} received nothing.</span>
      </>
    );
    const title = status === "failed" ? `${school} declined this gift` : "Canceled";
    return { tone: "failed", title, text };
  }
  const next = { tone: null, title: "Next: confirmation" };
  if (donation.held) return { ...next, text: "After the review." };
  const isLate = new Date().toISOString() > expectedAt;
  if (isLate) return { ...next, text: "Later than usual." };
  return { ...next, text: promisedBy ? `By ${promisedBy}.` : <>Usually by {at(expectedAt)}.</> };
}

function stepsOf(status: Status): Step[] {
  const { donation, corrections, bankName } = status;
  return [
    { tone: "completed", title: "Submitted", text: at(donation.created_at) },
    ...deliverySteps(status),
    finalStep(status),
    ...paymentSteps(donation),
    ...corrections.map((one) => correctionStep(one, { donation, bankName })),
  ];
}

/** The one next step right after giving. */
function FollowSchool({ donation, follow }: Status) {
  const { donation_id, school_id, school_name: name } = donation;
  if (follow === null || (follow.followed && !follow.pressed)) return null;
  const school = { school_id, name, followed: follow.followed };
  return (
    <Form method="post">
      <input type="hidden" name="back" value={`/donations/${donation_id}`} />
      <FollowButton school={school} pressed={follow.pressed} look="main" isNamed />
      {follow.pressed && <FollowConfirmation school={school} />}
    </Form>
  );
}

/** A gift's status, its timeline, and what a donor might do next. */
export function DonationStatus(props: Status) {
  const { donation, bankName, promisedBy, follow } = props;
  const { donation_id, school_id, school_name, failure_reason } = donation;
  return (
    <section aria-labelledby="way" className="grid content-start gap-3">
      <h2 id="way" className="sr-only">
        Status
      </h2>
      <GiftProgress donation={donation} bank={bankName} promisedBy={promisedBy}>
        {failure_reason && (
          <p className="text-quiet text-small">
            {school_name}’s reason: {failure_reason}
          </p>
        )}
      </GiftProgress>
      <Timeline steps={stepsOf(props)} />
      <FollowSchool {...props} />
      {(follow === null || donation.receipt_available) && (
        <div className="flex flex-wrap gap-x-2 gap-y-1">
          {donation.receipt_available && (
            <ButtonLink look={follow ? "quiet" : "main"} href={`/donations/${donation_id}/receipt`}>
              See your receipt
            </ButtonLink>
          )}
          {follow === null && (
            <ButtonLink look={isVoid(donation) ? "main" : "quiet"} href={againPath(donation)}>
              Give again
            </ButtonLink>
          )}
        </div>
      )}
      {donation.status === "pending" && donation.redirected_from === null && (
        <p className="-mt-2">
          <StandaloneLink href={`/donations/${donation_id}/cancel`}>
            Cancel this gift
          </StandaloneLink>
        </p>
      )}
      {follow === null && !isVoid(donation) && (
        <p className="-mt-2">
          <ShareLink href={`/schools/${school_id}`} title={`Give to ${school_name}`}>
            Share {school_name}
          </ShareLink>
        </p>
      )}
    </section>
  );
}

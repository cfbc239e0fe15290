import type { ReactNode } from "react";
import { againPath } from "#app/giving/choices.ts";
import { paymentSteps } from "#app/payment-steps.ts";
import { ShareLink } from "#components/giving/share-link.tsx";
import { GiftProgress } from "#components/giving/thank-you.tsx";
import { FollowButton, FollowConfirmation } from "#components/portal/follow-button.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { type Step, Timeline } from "#components/ui/timeline.tsx";
import type { CardholderDonation } from "#lib/donations/contract.ts";

type Status = {
  donation: CardholderDonation;
  /** The bank whose points were used. */
  bankName: string;
  /** The day by which a school without an API said it would confirm; null for others. */
  promisedBy: string | null;
  /** Right after giving: whether the person follows the school, and whether they have just chosen so; else null. */
  follow: { followed: boolean; pressed: boolean } | null;
};

const at = (time: string | null): ReactNode => time && <Moment at={time} as="minute" />;

function deliveryStep({ donation, promisedBy }: Status): Step {
  const { status, held, school_name: school } = donation;
  const tone = status === "pending" ? "waiting" : "completed";
  if (held) return { tone, title: "In review", text: `Not sent to ${school}’s ticket office yet.` };
  // The shapes are aria-hidden, so the text has to tell past steps from upcoming ones.
  return tone === "waiting"
    ? {
        tone,
        title: `On its way to ${school}’s ticket office`,
        text: promisedBy
          ? "It goes with the next batch of gifts."
          : "We’ll keep retrying automatically.",
      }
    : { tone, title: `Sent to ${school}’s ticket office`, text: null };
}

/** The result, or when to expect it. */
function finalStep({ donation, promisedBy }: Status): Step {
  const { status, school_name: school, estimated_confirmation_at: expectedAt } = donation;
  if (status === "completed") {
    return { tone: status, title: `Confirmed by ${school}`, text: at(donation.completed_at) };
  }
  if (status === "failed") {
    const text = (
      <>
        {at(donation.failed_at)}
        <span className="block">{school} received nothing.</span>
      </>
    );
    return { tone: status, title: `${school} declined this gift`, text };
  }
  const next = { tone: null, title: "Next: confirmation" };
  if (donation.held) return { ...next, text: "After the review." };
  const isLate = new Date().toISOString() > expectedAt;
  if (isLate) return { ...next, text: "Later than usual." };
  return { ...next, text: promisedBy ? `By ${promisedBy}.` : <>Usually by {at(expectedAt)}.</> };
}

function stepsOf(status: Status): Step[] {
  const { donation } = status;
  return [
    { tone: "completed", title: "Submitted", text: at(donation.created_at) },
    deliveryStep(status),
    finalStep(status),
    ...paymentSteps(donation),
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
  const { donation_id, status, school_id, school_name, failure_reason } = donation;
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
            <ButtonLink look={status === "failed" ? "main" : "quiet"} href={againPath(donation)}>
              Give again
            </ButtonLink>
          )}
        </div>
      )}
      {follow === null && status !== "failed" && (
        <p className="-mt-2">
          <ShareLink href={`/schools/${school_id}`} title={`Give to ${school_name}`}>
            Share {school_name}
          </ShareLink>
        </p>
      )}
    </section>
  );
}

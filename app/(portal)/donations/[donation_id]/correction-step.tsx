/** A correction as the donor follows it: what happens to the gift, and where the points are at each moment. */
import type { ReactNode } from "react";
import { TextLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import type { Step } from "#components/ui/timeline.tsx";
import type { GiftCorrection } from "#lib/corrections/queries.ts";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import { formatDollarsAndCents, formatPoints, toCents } from "#lib/money.ts";

type Of = { donation: CardholderDonation; bankName: string };

const TONES = { pending: "waiting", succeeded: "completed", refused: "failed" } as const;

function titleOf({ kind, status, dollar_amount, targetName }: GiftCorrection): string {
  const amount = formatDollarsAndCents(toCents(dollar_amount));
  const to = targetName ? ` to ${targetName}` : "";
  const titles = {
    cancel: {
      pending: "Being canceled",
      succeeded: "Canceled as asked",
      refused: "It couldn’t be canceled",
    },
    reverse: {
      pending: `${amount} is being taken back`,
      succeeded: `${amount} was taken back`,
      refused: `${amount} couldn’t be taken back`,
    },
    redirect: {
      pending: `${amount} is being moved${to}`,
      succeeded: `${amount} was moved${to}`,
      refused: `${amount} couldn’t be moved${to}`,
    },
  };
  return titles[kind][status];
}

/** The school's part. */
function creditLine(correction: GiftCorrection, { donation, bankName }: Of): string {
  const { status, refusal_reason, awaits_approval, awaits_foundation } = correction;
  const { school_name: school } = donation;
  if (status === "refused") return `${school} keeps the gift. Reason: ${refusal_reason}`;
  if (status === "succeeded") {
    return donation.status === "canceled" ? "" : `${school}’s ticket office has taken it back.`;
  }
  if (awaits_approval) return `${bankName} is checking it.`;
  return awaits_foundation
    ? `${school}’s foundation has to agree.`
    : `We’re asking ${school}’s ticket office.`;
}

/** Where the points are. */
function pointsLine(correction: GiftCorrection, { bankName }: Of): string {
  const { kind, status, legs, points_due: due, points_returned: returned } = correction;
  if (status === "refused") return "Your points stay with the gift.";
  if (kind === "redirect") return "Your points go with it.";
  if (due === 0) return "";
  const points = formatPoints(due);
  if (status === "pending") return `${points} are yours again as soon as that’s done.`;
  if (returned !== null)
    return `${bankName} says that ${formatPoints(returned)} are back with you.`;
  return legs.points.state === "told"
    ? `We’ve told ${bankName} to give you ${points} back.`
    : `We’re telling ${bankName} to give you ${points} back.`;
}

const receiptLine = ({ legs: { receipt } }: GiftCorrection) =>
  receipt.state === "pending"
    ? "A corrected receipt follows."
    : receipt.state === "done" && "Your receipt was corrected.";

const Line = ({ children }: { children: ReactNode }) =>
  children ? <span className="block wrap-anywhere">{children}</span> : null;

export function correctionStep(correction: GiftCorrection, of: Of): Step {
  const { kind, status, created_at, decided_at, new_donation_id: next } = correction;
  const text = (
    <>
      <Moment at={decided_at ?? created_at} as="minute" />
      <Line>{creditLine(correction, of)}</Line>
      <Line>{pointsLine(correction, of)}</Line>
      <Line>{status !== "refused" && receiptLine(correction)}</Line>
      {kind === "redirect" && status === "succeeded" && next && (
        <Line>
          <TextLink href={`/donations/${next}`}>View the new gift</TextLink>
        </Line>
      )}
    </>
  );
  return { tone: TONES[status], title: titleOf(correction), text };
}

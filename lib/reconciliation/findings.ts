/** The differences between our ledger and a platform's, per donation. */
import { toDollars } from "../money.ts";
import type { BookedCredit } from "../ticketing/adapter.ts";
import type { OurDonation } from "./sql.ts";

/** What each kind of finding means, for operators. */
export const FINDINGS = {
  credit_missing: "completed here, but the platform has no credit",
  credited_but_pending: "credited on the platform, but still pending here",
  credited_but_failed: "credited on the platform, but failed here and the points were returned",
  credited_twice: "the platform has more than one credit for this donation",
  amount_differs: "the platform has a different amount",
  credit_id_differs: "the platform has a different credit ID",
  credit_unknown: "the platform has a credit that matches no donation",
} as const;

export type FindingKind = keyof typeof FINDINGS;

type ShownCredit = { creditId: string; dollarAmount: number; createdAt: Date };

/** One difference; `donation` is null if there is none. */
export type Finding = {
  kind: FindingKind;
  meaning: string;
  donationId: string | null;
  bankTransactionRef: string | null;
  schoolId: string | null;
  status: string | null;
  dollarAmount: number | null;
  schoolConfirmationId: string | null;
  /** The credit's reference if it matches no donation. */
  partnerReference: string | null;
  credits: ShownCredit[];
};

/**
 * In milliseconds. Credits exist a moment before we know: the response is in transit, or was lost and is
 * retried. A donation that is pending for longer is a finding.
 */
export const ON_ITS_WAY_MS = 10 * 60_000;

const shown = ({ creditId, amountCents, createdAt }: BookedCredit): ShownCredit => ({
  creditId,
  dollarAmount: toDollars(amountCents),
  createdAt,
});

function kindsOf(ours: OurDonation, credits: BookedCredit[], now: Date): FindingKind[] {
  const kinds: FindingKind[] = [];
  const [first] = credits;
  if (!first) return ours.status === "completed" ? ["credit_missing"] : [];
  if (credits.length > 1) kinds.push("credited_twice");
  if (ours.status === "failed") kinds.push("credited_but_failed");
  const age = now.getTime() - first.createdAt.getTime();
  if (ours.status === "pending" && age > ON_ITS_WAY_MS) kinds.push("credited_but_pending");
  if (credits.some(({ amountCents }) => amountCents !== ours.amountCents)) {
    kinds.push("amount_differs");
  }
  const isKnown = credits.some(({ creditId }) => creditId === ours.creditId);
  if (ours.status === "completed" && !isKnown) kinds.push("credit_id_differs");
  return kinds;
}

/**
 * The findings of one donation.
 * @param credits all credits that the platform has under its reference
 */
export function judge(ours: OurDonation, credits: BookedCredit[], now: Date): Finding[] {
  const { amountCents, creditId, ...rest } = ours;
  return kindsOf(ours, credits, now).map((kind) => ({
    kind,
    meaning: FINDINGS[kind],
    ...rest,
    dollarAmount: toDollars(amountCents),
    schoolConfirmationId: creditId,
    partnerReference: null,
    credits: credits.map(shown),
  }));
}

/** Credits that we did not request. */
export function unknown(partnerReference: string, credits: BookedCredit[]): Finding {
  return {
    kind: "credit_unknown",
    meaning: FINDINGS.credit_unknown,
    donationId: null,
    bankTransactionRef: null,
    schoolId: null,
    status: null,
    dollarAmount: null,
    schoolConfirmationId: null,
    partnerReference,
    credits: credits.map(shown),
  };
}

/** The differences between our ledger and a platform's, per donation. */
import { toDollars } from "../money.ts";
import type { BookedCredit } from "../ticketing/adapter.ts";
import type { OurDonation } from "./sql.ts";

/** What each kind of finding means, for operators. */
const FINDINGS = {
  credit_missing: "completed here, but the platform has no credit",
  credited_but_pending: "credited on the platform, but still pending here",
  credited_but_canceled: "credited on the platform, but canceled here: its points were given back",
  void_differs: "the platform has voided a different amount",
  credited_but_failed: "credited on the platform, but failed here: its points weren't used",
  credited_twice: "the platform has more than one credit for this donation",
  amount_differs: "the platform has a different amount",
  credit_id_differs: "the platform has a different credit ID",
  credit_unknown: "the platform has a credit that matches no donation",
} as const;

type FindingKind = keyof typeof FINDINGS;

/** One difference. The donation's fields are null if the credit matches none. */
const finding = (
  kind: FindingKind,
  credits: BookedCredit[],
  ours: OurDonation | null,
  partnerReference: string | null = null,
) => ({
  kind,
  meaning: FINDINGS[kind],
  donationId: ours?.donationId ?? null,
  bankTransactionRef: ours?.bankTransactionRef ?? null,
  schoolId: ours?.schoolId ?? null,
  status: ours?.status ?? null,
  dollarAmount: ours && toDollars(ours.amountCents),
  schoolConfirmationId: ours?.creditId ?? null,
  /** The credits' reference, if it matches no donation. */
  partnerReference,
  credits: credits.map(({ creditId, amountCents, createdAt }) => ({
    creditId,
    dollarAmount: toDollars(amountCents),
    createdAt,
  })),
});

export type Finding = ReturnType<typeof finding>;

/**
 * A credit exists before we know of it: the response is in transit, or was lost and the request is retried.
 * A donation that is still pending after this long is a finding.
 */
const IN_TRANSIT_MS = 10 * 60_000;

function kindsOf(ours: OurDonation, credits: BookedCredit[], now: Date): FindingKind[] {
  const kinds: FindingKind[] = [];
  const [first] = credits;
  if (!first) return ours.status === "completed" ? ["credit_missing"] : [];
  if (credits.length > 1) kinds.push("credited_twice");
  if (ours.status === "failed") kinds.push("credited_but_failed");
  if (ours.status === "canceled") kinds.push("credited_but_canceled");
  const age = now.getTime() - first.createdAt.getTime();
  if (ours.status === "pending" && age > IN_TRANSIT_MS) kinds.push("credited_but_pending");
  if (credits.some(({ amountCents }) => amountCents !== ours.amountCents)) {
    kinds.push("amount_differs");
  }
  // One that is being voided isn't known here at once.
  if (first.voidedCents !== ours.reversedCents && ours.pendingReversalCents === 0) {
    kinds.push("void_differs");
  }
  const isKnown = credits.some(({ creditId }) => creditId === ours.creditId);
  if (ours.status === "completed" && !isKnown) kinds.push("credit_id_differs");
  return kinds;
}

/**
 * The findings of one donation.
 * @param credits all credits that the platform has under its reference
 */
export const findingsFor = (ours: OurDonation, credits: BookedCredit[], now: Date): Finding[] =>
  kindsOf(ours, credits, now).map((kind) => finding(kind, credits, ours));

/** Credits that we didn't request. */
export const unknownCredits = (partnerReference: string, credits: BookedCredit[]): Finding =>
  finding("credit_unknown", credits, null, partnerReference);

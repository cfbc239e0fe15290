/**
 * Holds pending gifts: no attempt starts until they're released. Every statement that starts or requests an attempt
 * skips them. An attempt already in flight settles as the platform decides.
 */
import type { UnlinkRequest, UnlinkResult } from "../accounts/contract.ts";
import { unlinkAccount } from "../accounts/mutations.ts";
import { type AuditDetails, audit } from "../auth/audit.ts";
import type { AuditAction } from "../auth/audit-actions.ts";
import type { BankScope, SystemScope } from "../auth/scopes.ts";
import { runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { requeueIn } from "../jobs/sweep.ts";
import { findUnderReview, holdCredits, PUSHES, releaseCredit } from "./sql.ts";

const FRAUD_REVIEW = "the account was unlinked for a fraud review";
/** The most gifts held when an account is unlinked. Any others are held when their next attempts would start. */
const MAX_HELD_ON_UNLINK = 10_000;

/** Records what the operator did to a gift, also for its bank and its school. They aren't told why. */
export async function auditGift(
  tx: Transaction,
  scope: SystemScope,
  action: AuditAction,
  donationId: string,
  details?: AuditDetails,
): Promise<void> {
  await audit(tx, scope, action, donationId, details);
  const gift = kysely.selectFrom("donation").select(["bankId", "schoolId"]);
  const owners = await runForOne(gift.where("id", "=", donationId), tx);
  const { bankId, schoolId = "" } = owners ?? {};
  const actor = { kind: "operator", id: null } as const;
  await audit(tx, { actor, bankId, schoolIds: [schoolId] }, action, donationId);
}

/** Holds a pending gift. @returns false if it isn't pending or is already held */
export function holdDonation(
  scope: SystemScope,
  donationId: string,
  reason: string,
): Promise<boolean> {
  return transaction(async (tx) => {
    const held = await holdCredits({ donationIds: [donationId], reason }, tx);
    if (held.length === 0) return false;
    await auditGift(tx, scope, "donation.hold", donationId, { reason });
    return true;
  });
}

/** Pushes a pending gift immediately, ending its hold if there is one. @returns false if it isn't pending */
export function releaseHold(
  scope: SystemScope,
  donationId: string,
  reason: string | null,
): Promise<boolean> {
  return transaction(async (tx) => {
    await releaseCredit({ donationId }, tx);
    if ((await requeueIn(tx, PUSHES, { ids: [donationId] })) === 0) return false;
    await auditGift(tx, scope, "donation.release", donationId, { reason });
    return true;
  });
}

/** Holds a gift that was accepted while its account was being unlinked for a fraud review. */
export const holdForReview = (donationId: string) =>
  holdCredits({ donationIds: [donationId], reason: FRAUD_REVIEW });

/**
 * Unlinks an account. For a fraud review, then holds its pending gifts: after the commit, in settlement's lock order.
 * A gift that this misses is held when its next attempt would start.
 * @throws ServiceError ACCOUNT_NOT_FOUND
 */
export async function unlinkAndHold(
  scope: BankScope,
  accountId: string,
  request: UnlinkRequest,
): Promise<UnlinkResult> {
  const unlinked = await unlinkAccount(scope, accountId, request);
  if (unlinked.reason !== "fraud_review") return unlinked;
  const gifts = await findUnderReview({ accountId, atMost: MAX_HELD_ON_UNLINK });
  if (gifts.length > 0) {
    await holdCredits({ donationIds: gifts.map(({ id }) => id), reason: FRAUD_REVIEW });
  }
  return unlinked;
}

/**
 * Holds pending gifts: no attempt begins until they are released. Every statement that starts or requests an attempt
 * passes over them. An attempt that is in flight when the hold comes settles as the platform decides.
 */
import type { UnlinkRequest, UnlinkResult } from "../accounts/contract.ts";
import { unlinkAccount } from "../accounts/mutations.ts";
import { audit } from "../auth/audit.ts";
import type { BankScope, SystemScope } from "../auth/scopes.ts";
import { transaction } from "../database/transaction.ts";
import { requeueIn } from "../jobs/sweep.ts";
import { findUnderReview, hold, PUSHES, release } from "./sql.ts";

const FRAUD_REVIEW = "the account was unlinked for a fraud review";
/** How many gifts of an account are held at a time. The others are held when their attempts begin. */
const AT_ONCE = 10_000;

/** Holds a pending gift. @returns false if it isn't pending, or is held */
export function holdDonation(
  scope: SystemScope,
  donationId: string,
  reason: string,
): Promise<boolean> {
  return transaction(async (tx) => {
    const held = await hold({ donationIds: [donationId], reason }, tx);
    if (held.length === 0) return false;
    await audit(tx, scope, "donation.hold", donationId, { reason });
    return true;
  });
}

/** Lets a pending gift go on at once, if it is held. @returns false if it isn't pending */
export function releaseHold(
  scope: SystemScope,
  donationId: string,
  reason: string | null,
): Promise<boolean> {
  return transaction(async (tx) => {
    await release({ donationId }, tx);
    if ((await requeueIn(tx, PUSHES, { ids: [donationId] })) === 0) return false;
    await audit(tx, scope, "donation.release", donationId, { reason });
    return true;
  });
}

/** Holds a gift whose account is under review, which was accepted while the account was being unlinked. */
export const holdForReview = (donationId: string) =>
  hold({ donationIds: [donationId], reason: FRAUD_REVIEW });

/**
 * Unlinks an account, and holds its pending gifts if that is for a fraud review: after it is committed, in the lock
 * order of settling. A gift that this doesn't reach is held when its attempt would begin.
 * @throws ServiceError ACCOUNT_NOT_FOUND
 */
export async function unlinkAndHold(
  scope: BankScope,
  accountId: string,
  request: UnlinkRequest,
): Promise<UnlinkResult> {
  const unlinked = await unlinkAccount(scope, accountId, request);
  if (unlinked.reason !== "fraud_review") return unlinked;
  const gifts = await findUnderReview({ accountId, atMost: AT_ONCE });
  if (gifts.length > 0) {
    await hold({ donationIds: gifts.map(({ id }) => id), reason: FRAUD_REVIEW });
  }
  return unlinked;
}

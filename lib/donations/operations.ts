import type { SystemScope } from "../auth/scopes.ts";
import { run, runForOne } from "../database/run.ts";
import { transaction } from "../database/transaction.ts";
import { requeueIn } from "../jobs/sweep.ts";
import { releaseHeldCredit } from "../ticketing/stub.ts";
import { auditGift, releaseHold } from "./hold.ts";
import { type OperatorDonation, operatorDonations, PUSHES } from "./sql.ts";
import type { DonationStatus } from "./state.ts";

type OperatorFilters = {
  bankId?: string;
  status?: DonationStatus;
  flagged?: true;
  limit: number;
};

/** Every bank's donations, newest first. */
export async function listAllDonations({
  bankId,
  status,
  flagged,
  limit,
}: OperatorFilters): Promise<OperatorDonation[]> {
  return run(
    operatorDonations
      .$if(bankId !== undefined, (all) => all.where("d.bankId", "=", bankId as string))
      .$if(status !== undefined, (all) => all.where("d.status", "=", status as string))
      .$if(flagged !== undefined, (all) => all.where("d.pointsMismatch", "=", true))
      .orderBy("d.createdAt", "desc")
      .orderBy("d.id", "desc")
      .limit(limit),
  );
}

/** Any bank's donation. */
export async function findDonation(donationId: string): Promise<OperatorDonation | undefined> {
  return runForOne(operatorDonations.where("d.id", "=", donationId));
}

/**
 * Pushes a pending donation again immediately. Its schedule restarts, and a waiting run is superseded.
 * @returns false if the donation isn't pending or is held
 */
export function retryDonation(scope: SystemScope, donationId: string): Promise<boolean> {
  return transaction(async (tx) => {
    const isQueued = (await requeueIn(tx, PUSHES, { ids: [donationId] })) === 1;
    if (isQueued) await auditGift(tx, scope, "donation.retry", donationId);
    return isQueued;
  });
}

/**
 * Releases a donation held by an operator, a fraud review, or the sandbox's platform (trigger .94), and pushes it.
 * @returns false if the donation isn't pending
 */
export async function releaseDonation(
  scope: SystemScope,
  donationId: string,
  reason: string | null,
): Promise<boolean> {
  const donation = await findDonation(donationId);
  if (donation?.status !== "pending") return false;
  await releaseHeldCredit(donationId);
  return releaseHold(scope, donationId, reason);
}

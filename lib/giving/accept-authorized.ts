/** Accepts gifts that people decide on, once their bank has approved them if it wants to be asked. */
import { isStopped } from "../banks/status.ts";
import { db } from "../database/prisma.ts";
import { accept } from "../donations/accept/accept.ts";
import { refusalNow, refusalOf } from "../donations/accept/refusal.ts";
import type { Acceptance, NewDonation } from "../donations/accept/sql.ts";
import { authorize, expireAuthorization, unavailable } from "../donations/authorize/mutations.ts";
import { requireEngine } from "../jobs/engines.ts";

/** A donation of an account by its cardholder. */
type PersonalDonation = NewDonation & { accountId: string; channel: "portal" | "embed" };

/** Asks the bank, except about what would be refused anyway. */
async function approvalOf(donation: PersonalDonation): Promise<string | null> {
  const refused = await refusalNow(donation, "active");
  if (refused) throw refused;
  return authorize({
    ...donation,
    donationId: donation.id,
    points: donation.pointsRedeemed,
  });
}

const findStored = (id: string) =>
  db().donation.findUnique({ where: { id }, select: { authorizationId: true } });

/**
 * Tells the bank to release an approval that this donation doesn't show. The accepting statement uses an approval up
 * before it learns that the donation's ID or key is taken.
 */
async function release(donationId: string, authorizationId: string): Promise<void> {
  if (await expireAuthorization(authorizationId)) return;
  // Read only now: whoever used the approval wrote the donation in the same statement.
  const stored = await findStored(donationId);
  if (stored?.authorizationId !== authorizationId) {
    await expireAuthorization(authorizationId, ["used"]);
  }
}

async function acceptApproved(donation: PersonalDonation): Promise<Acceptance> {
  await requireEngine();
  const authorizationId = await approvalOf(donation);
  const found = await accept({ ...donation, authorizationId });
  if (found.accepted) return found;
  if (authorizationId !== null) await release(donation.id, authorizationId);
  const isExplained = refusalOf(donation, found) ?? (await findStored(donation.id));
  if (!isExplained) throw unavailable();
  return found;
}

/**
 * Accepts a gift of a person, as `accept` does.
 * @param asksBank whether the account's bank seems to have an authorization address; the accepting statement decides
 * @throws InvalidInput if it would be refused; ServiceError BANK_SUSPENDED, AUTHORIZATION_DECLINED, or
 *   AUTHORIZATION_UNAVAILABLE.
 *   Nothing was written, except by an earlier or concurrent confirmation of the same gift
 */
export async function acceptOfPerson(
  donation: PersonalDonation,
  asksBank: boolean,
): Promise<Acceptance> {
  // Without limits, the bank itself has decided on the amount.
  if (donation.limitDay === null) return accept(donation);
  if (asksBank) return acceptApproved(donation);
  const found = await accept(donation);
  // Since then the account has become active, or its bank has registered its address.
  const isActive = found.accountStatus === "active" && !isStopped(found.bankStatus);
  const isAsking = found.needsApproval && !found.accepted && isActive;
  return isAsking ? acceptApproved(donation) : found;
}

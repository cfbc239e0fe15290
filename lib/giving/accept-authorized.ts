/** Accepts gifts that people make, after their bank's authorization if it has an authorization URL. */
import { isStopped } from "../banks/status.ts";
import { db } from "../database/prisma.ts";
import { accept } from "../donations/accept/accept.ts";
import { refusalNow, refusalOf } from "../donations/accept/refusal.ts";
import type { Acceptance, NewDonation } from "../donations/accept/sql.ts";
import {
  authorizationUnavailable,
  authorize,
  expireAuthorization,
} from "../donations/authorize/mutations.ts";
import { requireEngine } from "../jobs/engines.ts";

type PersonalDonation = NewDonation & { accountId: string; channel: "portal" | "embed" };

/** Asks the bank, unless the donation would be refused anyway. @returns the authorization's ID */
async function requestAuthorization(donation: PersonalDonation): Promise<string | null> {
  const refusal = await refusalNow(donation);
  if (refusal) throw refusal;
  return authorize({
    ...donation,
    donationId: donation.id,
    points: donation.pointsRedeemed,
  });
}

const findStored = (id: string) =>
  db().donation.findUnique({ where: { id }, select: { authorizationId: true } });

/**
 * Tells the bank to release an authorization that this donation doesn't have. The accepting statement marks it as used
 * before it finds that the donation's ID or key is taken.
 */
async function release(donationId: string, authorizationId: string): Promise<void> {
  if (await expireAuthorization(authorizationId)) return;
  // Must be read last: the statement that uses an authorization also writes its donation.
  const stored = await findStored(donationId);
  if (stored?.authorizationId !== authorizationId) {
    await expireAuthorization(authorizationId, ["used"]);
  }
}

async function acceptAuthorized(donation: PersonalDonation): Promise<Acceptance> {
  await requireEngine();
  const authorizationId = await requestAuthorization(donation);
  const acceptance = await accept({ ...donation, authorizationId });
  if (acceptance.accepted) return acceptance;
  if (authorizationId !== null) await release(donation.id, authorizationId);
  const isExplained = refusalOf(donation, acceptance) ?? (await findStored(donation.id));
  if (!isExplained) throw authorizationUnavailable();
  return acceptance;
}

/**
 * Accepts a person's gift, as `accept` does.
 * @param asksBank whether the account's bank seems to have an authorization URL; the accepting statement decides
 * @throws InvalidInput if it would be refused; ServiceError BANK_SUSPENDED, AUTHORIZATION_DECLINED, or
 *   AUTHORIZATION_UNAVAILABLE. Nothing was written, except by an earlier or concurrent confirmation of the same gift
 */
export async function acceptPersonalDonation(
  donation: PersonalDonation,
  asksBank: boolean,
): Promise<Acceptance> {
  // Without limits, the bank itself has decided on the amount.
  if (donation.limitDay === null) return accept(donation);
  if (asksBank) return acceptAuthorized(donation);
  const acceptance = await accept(donation);
  // In the meantime, the account may have become active, or its bank may have registered an authorization URL.
  const isActive = acceptance.accountStatus === "active" && !isStopped(acceptance.bankStatus);
  const isAsking = acceptance.needsApproval && !acceptance.accepted && isActive;
  return isAsking ? acceptAuthorized(donation) : acceptance;
}

/** Accepts gifts that people decide on, once their bank has approved them if it wants to be asked. */
import { findBankTerms } from "../../banks/queries.ts";
import { isStopped } from "../../banks/status.ts";
import { requireEngine } from "../../jobs/engines.ts";
import { authorize, expireAuthorization, unavailable } from "../authorize/mutations.ts";
import { findById } from "../authorize/sql.ts";
import { accept, refusal } from "./accept.ts";
import { givingRulesOf } from "./giving-rules.ts";
import { givenOn } from "./limits.ts";
import type { Acceptance, NewDonation } from "./sql.ts";

/** The bank is not asked about what would be refused anyway. */
async function refuseEarly(donation: NewDonation & { accountId: string }): Promise<void> {
  const rules = await givingRulesOf(donation.schoolId);
  const bank = await findBankTerms(donation.bankId);
  const givenCents = await givenOn(donation.accountId, donation);
  const refused = refusal(donation, { ...rules, ...bank, givenCents }, []);
  if (refused) throw refused;
}

async function approvalOf(donation: NewDonation & { accountId: string }): Promise<string | null> {
  await refuseEarly(donation);
  return authorize({
    ...donation,
    donationId: donation.id,
    channel: donation.channel as "portal" | "embed",
    points: donation.pointsRedeemed,
  });
}

/** Tells the bank that its approval is not needed, unless a concurrent confirmation has used it. */
async function giveUp(authorizationId: string): Promise<void> {
  await expireAuthorization(authorizationId);
  const [authorization] = await findById({ id: authorizationId });
  if (authorization?.status !== "used") throw unavailable();
}

async function acceptApproved(donation: NewDonation & { accountId: string }): Promise<Acceptance> {
  await requireEngine();
  const authorizationId = await approvalOf(donation);
  const found = await accept({ ...donation, authorizationId });
  if (found.accepted) return found;
  const isRefused =
    refusal(donation, found, []) !== null || found.accountStatus !== "active" || found.isDayFull;
  if (authorizationId !== null) {
    if (isRefused) await expireAuthorization(authorizationId);
    else await giveUp(authorizationId);
  } else if (found.needsApproval && !isRefused) throw unavailable();
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
  donation: NewDonation,
  asksBank: boolean,
): Promise<Acceptance> {
  const { accountId, limitDay } = donation;
  // Without limits, the bank itself has decided on the amount.
  if (accountId === null || limitDay === null) return accept(donation);
  if (asksBank) return acceptApproved({ ...donation, accountId });
  const found = await accept(donation);
  // Since then the account has become active, or its bank has registered its address.
  const isActive = found.accountStatus === "active" && !isStopped(found.bankStatus);
  const isAsking = found.needsApproval && !found.accepted && isActive;
  return isAsking ? acceptApproved({ ...donation, accountId }) : found;
}

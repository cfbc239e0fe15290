/** Accepts cardholders' donations in the portal, from their own points. */
import { NIL as NO_BANK } from "uuid";
import { dayObjection, loyaltyAccountObjections } from "../../accounts/objections.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { pointsFor, toCents } from "../../money.ts";
import type { CardholderDonation } from "../contract.ts";
import type { PortalDonationRequest } from "../portal-contract.ts";
import { serializeCardholderDonation } from "../serialize.ts";
import { asWritten, hashOf, newIds, refusal } from "./accept.ts";
import { acceptOfPerson } from "./accept-authorized.ts";
import { limitsAt, NO_LIMITS } from "./limits.ts";
import { findSource, type Source } from "./sources.ts";
import type { NewDonation } from "./sql.ts";

/** A new donation by a cardholder, with a new ID or the given one. */
export function newCardholderDonation(
  { cardholderId }: CardholderScope,
  request: PortalDonationRequest,
  source: Source | undefined,
  promisedId?: string,
): NewDonation {
  const ids = newIds();
  const id = promisedId ?? ids.id;
  const cents = toCents(request.dollar_amount);
  return {
    ...ids,
    id,
    // For an unknown account: no bank has this ID, so the statement finds no account.
    bankId: source?.bankId ?? NO_BANK,
    channel: "portal",
    bankTransactionRef: `portal:${id}`,
    requestHash: hashOf(request),
    schoolId: request.school_id,
    fundDesignation: request.fund_designation,
    accountId: request.loyalty_account_id,
    cardholderId,
    amountCents: cents,
    pointsRedeemed: source ? pointsFor(cents, source.rate) : 0,
    pointsPerDollar: source?.rate ?? null,
    loyaltyProgramId: source?.programId ?? null,
    cardholderMessage: request.cardholder_message ?? null,
    notifyCardholder: request.notify_by_email,
    metadata: null,
    recurring: false,
    recurrenceCadence: null,
    ...(source ? limitsAt(source, ids.createdAt) : NO_LIMITS),
    idempotencyKey: null,
    authorizationId: null,
    keyId: null,
  };
}

/**
 * Accepts a donation unless its ID is taken, by an earlier or concurrent acceptance.
 * @returns null if the ID is taken
 * @throws InvalidInput with every objection at once; ServiceError if the bank declines or does not answer; nothing was
 *   given
 */
export async function acceptCardholderDonation(
  donation: NewDonation,
  source: Source | undefined,
): Promise<CardholderDonation | null> {
  const asksBank = source?.status === "active" && source.asksBank;
  const found = await acceptOfPerson(donation, asksBank);
  if (found.accepted) {
    const { schoolName, fundName } = found;
    return serializeCardholderDonation({
      ...asWritten(donation, found),
      schoolName: schoolName as string,
      fundName,
    });
  }
  const refused = refusal(donation, found, [
    ...loyaltyAccountObjections(found.accountStatus),
    ...dayObjection(found.isDayFull, "loyalty_account_id"),
  ]);
  if (refused) throw refused;
  return null;
}

/**
 * Accepts a donation of this cardholder's points. The bank deducts the points when it gets the event.
 * @throws InvalidInput with every objection at once; ServiceError if the bank declines or does not answer; nothing was
 *   given
 */
export async function requestCardholderDonation(
  scope: CardholderScope,
  request: PortalDonationRequest,
): Promise<CardholderDonation> {
  const source = await findSource(scope, request.loyalty_account_id);
  const donation = newCardholderDonation(scope, request, source);
  const accepted = await acceptCardholderDonation(donation, source);
  if (!accepted) throw new Error("the id of a new donation was taken");
  return accepted;
}

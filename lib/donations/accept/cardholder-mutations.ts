/** Accepting what cardholders give in the portal: the same way as the bank's, from their own points. */
import { NIL as NO_BANK } from "uuid";
import { loyaltyAccountObjections } from "../../accounts/objections.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { pointsFor, toCents } from "../../money.ts";
import type { CardholderDonation } from "../contract.ts";
import type { PortalDonationRequest } from "../portal-contract.ts";
import { serializeCardholderDonation } from "../serialize.ts";
import { accept, asWritten, hashOf, newIds, refusal } from "./accept.ts";
import { findSource, type Source } from "./sources.ts";
import type { NewDonation } from "./sql.ts";

/** What a new donation of one's own begins with; with an id that was given out before, with that. */
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
    // Of an unknown account: no bank has this id, and so the statement finds no account either.
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
  };
}

/**
 * Accepts it for good, unless its id is taken: then it was accepted before, or is being so right now.
 * @returns null where the id is taken
 * @throws InvalidInput with every objection at once; nothing was written
 */
export async function acceptCardholderDonation(
  donation: NewDonation,
): Promise<CardholderDonation | null> {
  const found = await accept(donation);
  if (found.accepted) {
    const { schoolName, fundName } = found;
    return serializeCardholderDonation({
      ...asWritten(donation, found),
      schoolName: schoolName as string,
      fundName,
    });
  }
  const refused = refusal(donation, found, loyaltyAccountObjections(found.accountStatus));
  if (refused) throw refused;
  return null;
}

/**
 * Accepts a donation of this cardholder's points for good. The bank takes the points when it is told.
 * @throws InvalidInput with every objection at once; nothing was written
 */
export async function requestCardholderDonation(
  scope: CardholderScope,
  request: PortalDonationRequest,
): Promise<CardholderDonation> {
  const source = await findSource(scope, request.loyalty_account_id);
  const accepted = await acceptCardholderDonation(newCardholderDonation(scope, request, source));
  if (!accepted) throw new Error("the id of a new donation was taken");
  return accepted;
}

/** Giving: one draft and one confirmation for everybody who gives points, in the portal and in embedded sessions. */
import { NIL as NO_BANK, v7 as uuidv7 } from "uuid";
import type { ProgramLimits } from "../banks/program-limits.ts";
import { asWritten } from "../donations/accept/accept.ts";
import { newDonation } from "../donations/accept/new-donation.ts";
import { refusalNow, refusalOf } from "../donations/accept/refusal.ts";
import type { CardholderDonation } from "../donations/contract.ts";
import type { PortalDonationRequest } from "../donations/portal-contract.ts";
import { serializeCardholderDonation } from "../donations/serialize.ts";
import { InvalidInput, ServiceError } from "../errors.ts";
import { pointsFor, toCents } from "../money.ts";
import { acceptOfPerson } from "./accept-authorized.ts";

/** An account that gives, and its terms. */
export type Account = {
  bankId: string;
  status: string;
  programId: string;
  /** Points per dollar. */
  rate: number;
  /** Null if the bank has decided on the amount. */
  limits: ProgramLimits | null;
  /** Whether the bank seems to want to approve the gift first. */
  asksBank: boolean;
};

/** Who gives. */
export type Giver = {
  channel: "portal" | "embed";
  cardholderId: string;
  accountId: string;
  /** Null if the person has no such account: nothing will be accepted. */
  account: Account | null;
  /** The API key that opened the embedded session. */
  keyId: string | null;
};

/** What a person decides. */
export type GiftRequest = Omit<PortalDonationRequest, "loyalty_account_id">;

/** A gift to review. It is not stored, and has the ID of its donation, so that confirming twice makes one. */
export type Draft<Request extends GiftRequest = GiftRequest> = {
  donationId: string;
  /** The owner. */
  cardholderId: string;
  request: Request;
  /** The points and the rate that are shown to the person. */
  points: number;
  rate: number;
};

const pointsOf = (request: GiftRequest, rate: number) =>
  pointsFor(toCents(request.dollar_amount), rate);

function newGift(
  { channel, cardholderId, accountId, account, keyId }: Giver,
  request: GiftRequest,
  id: string,
) {
  const donation = newDonation(
    request,
    {
      id,
      bankId: account?.bankId ?? NO_BANK,
      channel,
      bankTransactionRef: `${channel}:${id}`,
      accountId,
      cardholderId,
      pointsRedeemed: account ? pointsOf(request, account.rate) : 0,
      pointsPerDollar: account?.rate ?? null,
      loyaltyProgramId: account?.programId ?? null,
      notifyCardholder: request.notify_by_email,
      keyId,
    },
    account?.limits,
  );
  return { ...donation, channel, accountId };
}

const draftAt = <Request extends GiftRequest>(
  { cardholderId }: Giver,
  request: Request,
  rate: number,
  donationId: string,
): Draft<Request> => ({
  donationId,
  cardholderId,
  request,
  points: pointsOf(request, rate),
  rate,
});

/**
 * Drafts a gift at the current rate.
 * @throws InvalidInput with every objection that confirming it would have now; ServiceError BANK_SUSPENDED
 */
export async function draftGift<Request extends GiftRequest>(
  giver: Giver,
  request: Request,
  donationId: string = uuidv7(),
): Promise<Draft<Request>> {
  const { account } = giver;
  const refused = await refusalNow(newGift(giver, request, donationId), account?.status ?? null);
  if (refused) throw refused;
  if (!account) throw new Error("a gift of no account was not refused");
  return draftAt(giver, request, account.rate, donationId);
}

/** The gift, and whether this confirmation has made it: an earlier or concurrent one may have. */
export type GiveResult = { donation: CardholderDonation; isNew: boolean };

type FindMade = () => Promise<CardholderDonation | null>;

/** How `give` recognizes a repeated confirmation. */
export type GiveOptions = {
  donationId?: string;
  /** The giver's own key. */
  idempotencyKey?: string;
  /** Finds the gift that an earlier or concurrent confirmation has made. */
  findMade: FindMade;
};

/**
 * Gives once.
 * @throws InvalidInput with every objection at once; ServiceError if the bank declines or does not answer, or for want
 *   of room. Nothing was given then
 */
export async function give(
  giver: Giver,
  request: GiftRequest,
  { donationId = uuidv7(), idempotencyKey, findMade }: GiveOptions,
): Promise<GiveResult> {
  const gift = { ...newGift(giver, request, donationId), idempotencyKey: idempotencyKey ?? null };
  try {
    const found = await acceptOfPerson(gift, giver.account?.asksBank ?? false);
    if (found.accepted) {
      const names = { schoolName: found.schoolName as string, fundName: found.fundName };
      const written = { ...asWritten(gift, found), ...names };
      return { donation: serializeCardholderDonation(written), isNew: true };
    }
    const refused = refusalOf(gift, found);
    if (refused) throw refused;
  } catch (error) {
    // A concurrent confirmation may have been accepted: it has used what was left today, or the bank's approval.
    const isRefused = error instanceof InvalidInput || error instanceof ServiceError;
    const donation = isRefused && (await findMade());
    if (!donation) throw error;
    return { donation, isNew: false };
  }
  const donation = await findMade();
  if (!donation) throw new Error("a gift was neither accepted nor found");
  return { donation, isNew: false };
}

/** The outcome of confirming: the gift or, if the rate has changed, a new draft to review. */
export type ConfirmResult<Request extends GiftRequest = GiftRequest> =
  | GiveResult
  | { redrafted: Draft<Request> };

/** Gives what was drafted, as `give` does. Never redeems a different number of points than was shown. */
export async function confirm<Request extends GiftRequest>(
  giver: Giver,
  { donationId, request, points }: Pick<Draft<Request>, "donationId" | "request" | "points">,
  findMade: FindMade,
): Promise<ConfirmResult<Request>> {
  const { account } = giver;
  if (account && pointsOf(request, account.rate) !== points) {
    return { redrafted: draftAt(giver, request, account.rate, donationId) };
  }
  return give(giver, request, { donationId, findMade });
}

/** Giving points: drafting and confirming, shared by the portal and embedded sessions. */
import { NIL as NO_BANK, v7 as uuidv7 } from "uuid";
import type { ProgramLimits } from "../banks/program-limits.ts";
import { runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { acceptedRow } from "../donations/accept/accept.ts";
import { newDonation } from "../donations/accept/mutations.ts";
import { refusalNow, refusalOf } from "../donations/accept/refusal.ts";
import type { CardholderDonation } from "../donations/contract.ts";
import type { PortalDonationRequest } from "../donations/portal-contract.ts";
import { serializeCardholderDonation } from "../donations/serialize.ts";
import { defaultSharing, type Sharing, type SharingTerms } from "../donations/sharing.ts";
import { InvalidInput, invalid, ServiceError } from "../errors.ts";
import { log } from "../log.ts";
import { pointsFor, toCents } from "../money.ts";
import { acceptPersonalDonation } from "./accept-authorized.ts";

type GivingAccount = {
  bankId: string;
  programId: string;
  /** Points per dollar. */
  rate: number;
  /** Null if the bank decided on the amount. */
  limits: ProgramLimits | null;
  /** Whether the bank seems to authorize gifts first. The accepting statement decides. */
  asksBank: boolean;
};

export type Giver = {
  channel: "portal" | "embed";
  cardholderId: string;
  accountId: string;
  /** Null if the person has no such account: the gift will be refused. */
  account: GivingAccount | null;
  /** The API key that opened the embedded session. */
  keyId: string | null;
  sharing: SharingTerms;
};

export type GiftRequest = Omit<PortalDonationRequest, "loyalty_account_id">;

/** A gift to review. It isn't stored, but has its donation's ID, so that confirming twice creates one donation. */
export type Draft<Request extends GiftRequest = GiftRequest> = {
  donationId: string;
  cardholderId: string;
  request: Request;
  /** The points and the rate that the person sees. */
  points: number;
  rate: number;
};

const pointsOf = (request: GiftRequest, rate: number) =>
  pointsFor(toCents(request.dollar_amount), rate);

/** What this gift shares. @throws InvalidInput if it's an address that the person hasn't given us */
function sharingFor({ sharing }: Giver, { share_with_school: chosen }: GiftRequest): Sharing {
  if (chosen !== "address" || sharing.hasAddress) return chosen ?? defaultSharing(sharing);
  const msg = "The profile has no postal address to share";
  throw invalid("share_with_school", msg);
}

function donationOf(giver: Giver, request: GiftRequest, id: string) {
  const { channel, cardholderId, accountId, account, keyId } = giver;
  const shareWithSchool = sharingFor(giver, request);
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
      shareWithSchool,
    },
    account?.limits,
  );
  return { ...donation, channel, accountId, shareWithSchool };
}

/** The draft says what it shares, whatever the person chooses elsewhere in the meantime. */
const draftAt = <Request extends GiftRequest>(
  giver: Giver,
  request: Request,
  rate: number,
  donationId: string,
): Draft<Request> => ({
  donationId,
  cardholderId: giver.cardholderId,
  request: { ...request, share_with_school: sharingFor(giver, request) },
  points: pointsOf(request, rate),
  rate,
});

/**
 * Drafts a gift at the current rate.
 * @throws InvalidInput with every objection that confirming it now would raise; ServiceError BANK_SUSPENDED
 */
export async function draftGift<Request extends GiftRequest>(
  giver: Giver,
  request: Request,
  donationId: string = uuidv7(),
): Promise<Draft<Request>> {
  const { account } = giver;
  const donation = donationOf(giver, request, donationId);
  const refusal = await refusalNow(donation);
  if (refusal) throw refusal;
  if (!account) throw new Error("a gift without an account wasn't refused");
  return draftAt(giver, request, account.rate, donationId);
}

/** Remembers a choice for the next gift. The gift is already accepted, so a failure is only logged. */
async function rememberSharing(cardholderId: string, sharing: Sharing): Promise<void> {
  const update = kysely
    .updateTable("cardholder")
    .set({ shareWithSchool: sharing })
    .where("id", "=", cardholderId)
    .where((of) => of("shareWithSchool", "is distinct from", sharing));
  await runForOne(update).catch((err) =>
    log().warn({ err }, "couldn't remember what a donor shares with schools"),
  );
}

/** The gift. `isNew` is false if an earlier or concurrent confirmation made it. */
export type GiveResult = { donation: CardholderDonation; isNew: boolean };

type FindMade = () => Promise<CardholderDonation | null>;

/** How `give` recognizes a repeated confirmation. */
export type GiveOptions = {
  donationId?: string;
  idempotencyKey?: string;
  /** Finds the gift that an earlier or concurrent confirmation made. */
  findMade: FindMade;
};

/**
 * Gives once.
 * @throws InvalidInput with every objection; ServiceError if the bank is suspended, declines, or doesn't answer, or the
 *   service can't accept gifts now. Nothing was given then
 */
export async function give(
  giver: Giver,
  request: GiftRequest,
  { donationId = uuidv7(), idempotencyKey, findMade }: GiveOptions,
): Promise<GiveResult> {
  const gift = {
    ...donationOf(giver, request, donationId),
    idempotencyKey: idempotencyKey ?? null,
  };
  let reason: unknown = new Error("the gift was neither accepted nor found");
  try {
    const acceptance = await acceptPersonalDonation(gift, giver.account?.asksBank ?? false);
    if (acceptance.accepted) {
      const { shareWithSchool } = gift;
      const { cardholderId, sharing } = giver;
      if (sharing.isRemembered) await rememberSharing(cardholderId, shareWithSchool);
      const { schoolName, fundName } = acceptance;
      const names = { schoolName: schoolName as string, fundName, hasReceipt: true };
      const row = { ...acceptedRow(gift, acceptance), ...names, shareWithSchool };
      return { donation: serializeCardholderDonation(row), isNew: true };
    }
    reason = refusalOf(gift, acceptance) ?? reason;
  } catch (error) {
    if (!(error instanceof InvalidInput || error instanceof ServiceError)) throw error;
    reason = error;
  }
  // A concurrent confirmation may have been accepted, using up today's limit or the bank's authorization.
  const donation = await findMade();
  if (!donation) throw reason;
  return { donation, isNew: false };
}

/** The gift or, if the rate has changed, a new draft to review. */
export type ConfirmResult<Request extends GiftRequest = GiftRequest> =
  | GiveResult
  | { redrafted: Draft<Request> };

/** Gives a drafted gift, as `give` does. Never redeems a different number of points than the person saw. */
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

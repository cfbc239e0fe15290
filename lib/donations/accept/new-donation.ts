/** Builds donations from requests, for every channel. */
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { v7 as uuidv7 } from "uuid";
import type { ProgramLimits } from "../../banks/program-limits.ts";
import { env } from "../../env.ts";
import { toCents } from "../../money.ts";
import type { DonationRequest } from "../contract.ts";
import { type GiftLimits, limitsAt, NO_LIMITS } from "./limits.ts";
import type { NewDonation } from "./sql.ts";

/** Equivalent requests have the same hash: field order doesn't matter, and null counts as omitted. */
export function hashRequest(request: object): string {
  const fields = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null));
  const hash = createHash("sha256").update(canonicalize(fields) as string);
  return `\\x${hash.digest("hex")}`;
}

/** What a request has in every channel. */
type CommonRequest = Pick<
  DonationRequest,
  "school_id" | "fund_designation" | "dollar_amount" | "cardholder_message"
>;

type ChannelFields = Partial<Omit<NewDonation, keyof GiftLimits>> &
  Pick<NewDonation, "bankId" | "channel" | "bankTransactionRef" | "accountId" | "keyId"> &
  Pick<NewDonation, "pointsRedeemed" | "notifyCardholder">;

/**
 * @param request the whole request: its hash tells whether a repeated one is equivalent
 * @param channelFields what the channel decides
 * @param limits of the account's program; null if its bank set the amount
 */
export function newDonation(
  request: CommonRequest,
  channelFields: ChannelFields,
  limits: ProgramLimits | null = null,
): NewDonation {
  const createdAt = new Date();
  return {
    id: uuidv7(),
    jobId: uuidv7(),
    createdAt,
    estimatedConfirmationAt: new Date(createdAt.getTime() + env().confirmationEstimateMs),
    requestHash: hashRequest(request),
    schoolId: request.school_id,
    fundDesignation: request.fund_designation,
    amountCents: toCents(request.dollar_amount),
    cardholderMessage: request.cardholder_message ?? null,
    cardholderId: null,
    pointsPerDollar: null,
    loyaltyProgramId: null,
    metadata: null,
    recurring: false,
    recurrenceCadence: null,
    ...(limits ? limitsAt(limits, createdAt) : NO_LIMITS),
    idempotencyKey: null,
    authorizationId: null,
    shareWithSchool: null,
    ...channelFields,
  };
}

/** Builds donations from requests, for every channel, and accepts those requested by banks. */
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { v7 as uuidv7 } from "uuid";
import type { BankScope } from "../../auth/scopes.ts";
import type { ProgramLimits } from "../../banks/program-limits.ts";
import { env } from "../../env.ts";
import { ServiceError } from "../../errors.ts";
import { logContext } from "../../log.ts";
import { toCents } from "../../money.ts";
import type { Donation, DonationRequest } from "../contract.ts";
import { serializeDonation } from "../serialize.ts";
import { accept, acceptedRow } from "./accept.ts";
import { type GiftLimits, limitsAt, NO_LIMITS } from "./limits.ts";
import { refusalOf } from "./refusal.ts";
import { findPrior, type NewDonation, type PriorDonation } from "./sql.ts";

/** Equivalent requests have the same hash: field order doesn't matter, and null counts as omitted. */
export function hashRequest(request: object): string {
  const fields = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null));
  const hash = createHash("sha256").update(canonicalize(fields) as string);
  return `\\x${hash.digest("hex")}`;
}

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
    requestId: logContext().request_id ?? null,
    ...channelFields,
  };
}

/** Its reference is the same even if it's spelled differently: the rest decides whether the request is. */
function duplicateError(prior: PriorDonation, request: DonationRequest): ServiceError {
  const { id, status, bankTransactionRef, requestHash } = prior;
  const hash = hashRequest({ ...request, bank_transaction_ref: bankTransactionRef });
  const details = {
    donation_id: id,
    status,
    same_request: hash === `\\x${requestHash.toString("hex")}`,
  };
  return new ServiceError("DONATION_DUPLICATE", { details });
}

/** A cadence is stored only for a recurring donation, which is monthly by default. */
const normalize = (request: DonationRequest) => ({
  ...request,
  recurrence_cadence: request.recurring ? (request.recurrence_cadence ?? "monthly") : null,
});

function donationOf({ bankId, keyId }: BankScope, request: ReturnType<typeof normalize>) {
  return newDonation(request, {
    bankId,
    keyId,
    channel: "bank",
    bankTransactionRef: request.bank_transaction_ref,
    accountId: request.service_user_id ?? null,
    pointsRedeemed: request.points_redeemed,
    pointsPerDollar: request.points_per_dollar ?? null,
    loyaltyProgramId: request.loyalty_program_id ?? null,
    notifyCardholder: request.notify_cardholder,
    metadata: request.metadata ?? null,
    recurring: request.recurring,
    recurrenceCadence: request.recurrence_cadence,
  });
}

/**
 * Accepts a donation: once this returns, it reaches the platform even if every process dies. The unique
 * reference is the idempotency key. A retry is recognized before validation, even if the school or the
 * account has changed since.
 * @throws ServiceError DONATION_DUPLICATE with `donation_id`, `status` and `same_request`
 * @throws InvalidInput with all violations at once; nothing is written
 */
export async function requestDonation(
  scope: BankScope,
  request: DonationRequest,
): Promise<Donation> {
  const normalized = normalize(request);
  const donation = donationOf(scope, normalized);
  const result = await accept(donation);
  if (result.accepted) return serializeDonation(acceptedRow(donation, result));
  const prior = await findPrior(donation);
  if (prior) throw duplicateError(prior, normalized);
  const refusal = refusalOf(donation, result);
  throw refusal ?? new Error("a donation was neither accepted nor found under its reference");
}

/** Makes donations of requests, for every channel. */
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { v7 as uuidv7 } from "uuid";
import type { ProgramLimits } from "../../banks/program-limits.ts";
import { env } from "../../env.ts";
import { toCents } from "../../money.ts";
import type { DonationRequest } from "../contract.ts";
import { type GiftLimits, limitsAt, NO_LIMITS } from "./limits.ts";
import type { NewDonation } from "./sql.ts";

/** A hash of what a request means: the order of its fields, and null instead of no field, don't change it. */
export function hashOf(request: object): string {
  const meant = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null));
  const hash = createHash("sha256").update(canonicalize(meant) as string);
  return `\\x${hash.digest("hex")}`;
}

/** What every channel asks. */
type Asked = Pick<
  DonationRequest,
  "school_id" | "fund_designation" | "dollar_amount" | "cardholder_message"
>;

type Own = Partial<Omit<NewDonation, keyof GiftLimits>> &
  Pick<NewDonation, "bankId" | "channel" | "bankTransactionRef" | "accountId" | "keyId"> &
  Pick<NewDonation, "pointsRedeemed" | "notifyCardholder">;

/**
 * @param asked the whole request: its hash tells whether a repeated one means the same
 * @param own what the channel decides
 * @param limits of the account's program; null if its bank has decided on the amount
 */
export function newDonation(
  asked: Asked,
  own: Own,
  limits: ProgramLimits | null = null,
): NewDonation {
  const createdAt = new Date();
  return {
    id: uuidv7(),
    jobId: uuidv7(),
    createdAt,
    estimatedConfirmationAt: new Date(createdAt.getTime() + env().confirmationEstimateMs),
    requestHash: hashOf(asked),
    schoolId: asked.school_id,
    fundDesignation: asked.fund_designation,
    amountCents: toCents(asked.dollar_amount),
    cardholderMessage: asked.cardholder_message ?? null,
    cardholderId: null,
    pointsPerDollar: null,
    loyaltyProgramId: null,
    metadata: null,
    recurring: false,
    recurrenceCadence: null,
    ...(limits ? limitsAt(limits, createdAt) : NO_LIMITS),
    idempotencyKey: null,
    authorizationId: null,
    ...own,
  };
}

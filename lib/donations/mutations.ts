/** Accepting donations. */
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { v7 as uuidv7 } from "uuid";
import { accountObjections } from "../accounts/objections.ts";
import type { BankScope } from "../auth/scopes.ts";
import { env } from "../env.ts";
import { InvalidInput, ServiceError, type Violation } from "../errors.ts";
import { wakeRelay } from "../events.ts";
import { toCents } from "../money.ts";
import { amountObjections, schoolObjections } from "../schools/objections.ts";
import type { Donation, DonationRequest } from "./contract.ts";
import { serializeDonation } from "./serialize.ts";
import {
  type Acceptance,
  acceptStatement,
  findPrior,
  type NewDonation,
  type Prior,
} from "./statements.ts";

/** Equal for two requests that mean the same, whatever the order of their fields. */
function hashOf(request: DonationRequest): Buffer {
  return createHash("sha256")
    .update(canonicalize(request) as string)
    .digest();
}

function duplicate(prior: Prior, requestHash: Uint8Array): ServiceError {
  return new ServiceError("DONATION_DUPLICATE", {
    details: {
      donation_id: prior.id,
      status: prior.status,
      same_request: prior.requestHash.equals(requestHash),
    },
  });
}

/** All that the data says against a donation, at the fields that name it. */
function objections(donation: NewDonation, found: Acceptance): Violation[] {
  return [
    ...schoolObjections(found.schoolActive),
    ...amountObjections(donation.amountCents, found.minimumCents),
    ...(donation.accountId === null ? [] : accountObjections(found.accountStatus)),
  ];
}

function newDonation(scope: BankScope, request: DonationRequest): NewDonation {
  const createdAt = new Date();
  return {
    id: uuidv7(),
    jobId: uuidv7(),
    bankId: scope.bankId,
    channel: "bank",
    bankTransactionRef: request.bank_transaction_ref,
    requestHash: hashOf(request),
    schoolId: request.school_id,
    fundDesignation: request.fund_designation,
    accountId: request.service_user_id ?? null,
    amountCents: toCents(request.dollar_amount),
    pointsRedeemed: request.points_redeemed,
    pointsPerDollar: request.points_per_dollar ?? null,
    loyaltyProgramId: request.loyalty_program_id ?? null,
    cardholderMessage: request.cardholder_message ?? null,
    notifyCardholder: request.notify_cardholder,
    metadata: request.metadata ?? null,
    recurring: request.recurring,
    recurrenceCadence: request.recurrence_cadence ?? (request.recurring ? "monthly" : null),
    createdAt,
    estimatedConfirmationAt: new Date(createdAt.getTime() + env().confirmationEstimateMs),
  };
}

/** The answer, from what was just written: reading it back would cost a round trip. */
function accepted(donation: NewDonation, fundId: string | null): Donation {
  return serializeDonation({
    ...donation,
    fundId,
    status: "pending",
    sequence: 0,
    failureReason: null,
    completedAt: null,
    failedAt: null,
    credit: null,
  });
}

/**
 * Accepts a donation for good: once this returns, the donation reaches the platform even if every
 * process dies. The unique reference is the idempotency check; a retry is recognised before the data
 * is looked at, whatever has happened to school or account since.
 * @throws ServiceError DONATION_DUPLICATE with `donation_id`, `status` and `same_request`
 * @throws InvalidInput with every objection at once; nothing was written
 */
export async function requestDonation(
  scope: BankScope,
  request: DonationRequest,
): Promise<Donation> {
  const donation = newDonation(scope, request);
  const found = await acceptStatement(donation);
  if (found.accepted) {
    wakeRelay();
    return accepted(donation, found.fundId);
  }
  const prior = await findPrior(scope.bankId, request.bank_transaction_ref);
  if (prior) throw duplicate(prior, donation.requestHash);
  const violations = objections(donation, found);
  if (violations.length > 0) throw new InvalidInput(violations);
  throw new Error("a donation was neither accepted nor found under its reference");
}

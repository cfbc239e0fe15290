/** Accepts donations requested by banks. */
import type { BankScope } from "../../auth/scopes.ts";
import { ServiceError } from "../../errors.ts";
import type { Donation, DonationRequest } from "../contract.ts";
import { serializeDonation } from "../serialize.ts";
import { accept, acceptedRow } from "./accept.ts";
import { newDonation } from "./new-donation.ts";
import { refusalOf } from "./refusal.ts";
import { findPrior, type PriorDonation } from "./sql.ts";

function duplicateError(prior: PriorDonation): ServiceError {
  return new ServiceError("DONATION_DUPLICATE", {
    details: {
      donation_id: prior.id,
      status: prior.status,
      same_request: prior.isSameRequest,
    },
  });
}

function donationOf({ bankId, keyId }: BankScope, request: DonationRequest) {
  const recurrenceCadence = request.recurring ? (request.recurrence_cadence ?? "monthly") : null;
  const normalized = { ...request, recurrence_cadence: recurrenceCadence };
  return newDonation(normalized, {
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
    recurrenceCadence,
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
  const donation = donationOf(scope, request);
  const result = await accept(donation);
  if (result.accepted) return serializeDonation(acceptedRow(donation, result));
  const prior = await findPrior(donation);
  if (prior) throw duplicateError(prior);
  const refusal = refusalOf(donation, result);
  throw refusal ?? new Error("a donation was neither accepted nor found under its reference");
}

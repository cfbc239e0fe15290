/** Accepts donations that banks request. */
import type { BankScope } from "../../auth/scopes.ts";
import { ServiceError } from "../../errors.ts";
import type { Donation, DonationRequest } from "../contract.ts";
import { serializeDonation } from "../serialize.ts";
import { accept, asWritten } from "./accept.ts";
import { newDonation } from "./new-donation.ts";
import { refusalOf } from "./refusal.ts";
import { findPrior, type Prior } from "./sql.ts";

function duplicate(prior: Prior): ServiceError {
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
  const meant = { ...request, recurrence_cadence: recurrenceCadence };
  return newDonation(meant, {
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
 * account have changed since.
 * @throws ServiceError DONATION_DUPLICATE with `donation_id`, `status` and `same_request`
 * @throws InvalidInput with every objection at once; nothing was written
 */
export async function requestDonation(
  scope: BankScope,
  request: DonationRequest,
): Promise<Donation> {
  const donation = donationOf(scope, request);
  const found = await accept(donation);
  if (found.accepted) return serializeDonation(asWritten(donation, found));
  const prior = await findPrior(donation);
  if (prior) throw duplicate(prior);
  const refused = refusalOf(donation, found);
  throw refused ?? new Error("a donation was neither accepted nor found under its reference");
}

/** Accepts donations that banks request. */
import { accountObjections, dayObjection } from "../../accounts/objections.ts";
import type { BankScope } from "../../auth/scopes.ts";
import { ServiceError } from "../../errors.ts";
import { toCents } from "../../money.ts";
import type { Donation, DonationRequest } from "../contract.ts";
import { serializeDonation } from "../serialize.ts";
import { accept, asWritten, hashOf, newIds, refusal } from "./accept.ts";
import { NO_LIMITS } from "./limits.ts";
import { findPrior, type NewDonation, type Prior } from "./sql.ts";

function duplicate(prior: Prior): ServiceError {
  return new ServiceError("DONATION_DUPLICATE", {
    details: {
      donation_id: prior.id,
      status: prior.status,
      same_request: prior.isSameRequest,
    },
  });
}

function newDonation(scope: BankScope, request: DonationRequest): NewDonation {
  const recurrenceCadence = request.recurring ? (request.recurrence_cadence ?? "monthly") : null;
  return {
    ...newIds(),
    bankId: scope.bankId,
    channel: "bank",
    bankTransactionRef: request.bank_transaction_ref,
    requestHash: hashOf({ ...request, recurrence_cadence: recurrenceCadence }),
    schoolId: request.school_id,
    fundDesignation: request.fund_designation,
    accountId: request.service_user_id ?? null,
    cardholderId: null,
    amountCents: toCents(request.dollar_amount),
    pointsRedeemed: request.points_redeemed,
    pointsPerDollar: request.points_per_dollar ?? null,
    loyaltyProgramId: request.loyalty_program_id ?? null,
    cardholderMessage: request.cardholder_message ?? null,
    notifyCardholder: request.notify_cardholder,
    metadata: request.metadata ?? null,
    recurring: request.recurring,
    recurrenceCadence,
    ...NO_LIMITS,
    idempotencyKey: null,
    authorizationId: null,
    keyId: scope.keyId,
  };
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
  const donation = newDonation(scope, request);
  const found = await accept(donation);
  if (found.accepted) return serializeDonation(asWritten(donation, found));
  const prior = await findPrior(donation);
  if (prior) throw duplicate(prior);
  const ofAccount =
    donation.accountId === null
      ? []
      : [
          ...accountObjections(found.accountStatus),
          ...dayObjection(found.isDayFull, "service_user_id"),
        ];
  const refused = refusal(donation, found, ofAccount);
  throw refused ?? new Error("a donation was neither accepted nor found under its reference");
}

/** Converts rows to donations as the API and webhooks show them. */
import { toDollars } from "../money.ts";
import type { CardholderDonation, Donation } from "./contract.ts";
import { sharingOf } from "./sharing.ts";
import type { CardholderDonationRow, DonationWithCredit } from "./sql.ts";

/** A donation as every read, list, and event shows it. */
export function serializeDonation(row: DonationWithCredit): Donation {
  return {
    donation_id: row.id,
    status: row.status as Donation["status"],
    ...(row.accountId === null ? {} : { service_user_id: row.accountId }),
    school_id: row.schoolId,
    fund_designation: row.fundDesignation,
    fund_id: row.fundId,
    dollar_amount: toDollars(row.amountCents),
    points_redeemed: row.pointsRedeemed,
    points_per_dollar: row.pointsPerDollar,
    bank_transaction_ref: row.bankTransactionRef,
    channel: row.channel as Donation["channel"],
    loyalty_program_id: row.loyaltyProgramId,
    cardholder_message: row.cardholderMessage,
    metadata: row.metadata as Record<string, string> | null,
    recurring: row.recurring,
    recurrence_cadence: row.recurrenceCadence as Donation["recurrence_cadence"],
    school_confirmation_id: row.platformCreditId,
    platform_status: row.platformStatus,
    failure_reason: row.failureReason,
    held: row.status === "pending" && row.heldAt !== null,
    created_at: row.createdAt.toISOString(),
    estimated_confirmation_at: row.estimatedConfirmationAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
    failed_at: row.failedAt?.toISOString() ?? null,
    authorization:
      row.authorizationId === null
        ? null
        : { authorization_id: row.authorizationId, hold_reference: row.holdReference },
    flagged: row.pointsMismatch,
    flag_reason: row.pointsMismatch ? "points_mismatch" : null,
  };
}

/** A donation as its giver sees it. Flags are only for the bank. */
export function serializeCardholderDonation(row: CardholderDonationRow): CardholderDonation {
  const { flagged: _, flag_reason: _reason, ...donation } = serializeDonation(row);
  return {
    ...donation,
    school_name: row.schoolName,
    fund_name: row.fundName,
    receipt_available: row.status === "completed",
    share_with_school: sharingOf(row.shareWithSchool),
  };
}

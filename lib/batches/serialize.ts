/** Converts rows to a school's gifts and batches as the API shows them. */
import { decryptAddress } from "../cardholders/profile/postal-address.ts";
import { giftNumberOf } from "../donations/gift-number.ts";
import { toDollars } from "../money.ts";
import type { SchoolBatch, SchoolGift, SchoolGiftDetail } from "./contract.ts";
import type { GiftDetailRow, GiftRow } from "./gifts/sql.ts";
import type { BatchRow } from "./sql.ts";

export const serializeGift = (row: GiftRow): SchoolGift => ({
  gift_number: giftNumberOf(row.id),
  donation_id: row.id,
  status: row.status as SchoolGift["status"],
  donor_name: row.donorName?.trim() ?? null,
  donor_email: row.donorEmail,
  bank_name: row.bankName,
  fund_id: row.fundId,
  fund_designation: row.fundDesignation,
  fund_name: row.fundName,
  dollar_amount: toDollars(row.amountCents),
  cardholder_message: row.cardholderMessage,
  batch_id: row.batchId,
  school_confirmation_id: row.platformCreditId,
  failure_reason: row.failureReason,
  held: row.status === "pending" && row.heldAt !== null,
  created_at: row.createdAt.toISOString(),
  estimated_confirmation_at: row.estimatedConfirmationAt.toISOString(),
  completed_at: row.completedAt?.toISOString() ?? null,
  gift_date: row.giftDate,
  failed_at: row.failedAt?.toISOString() ?? null,
});

export const serializeGiftDetail = (row: GiftDetailRow): SchoolGiftDetail => ({
  ...serializeGift(row),
  donor_postal_address: row.donorId && decryptAddress(row.donorId, row.encryptedPostalAddress),
  told: row.told,
  decided_at: row.decidedAt?.toISOString() ?? null,
});

export const serializeBatch = (row: BatchRow): SchoolBatch => ({
  batch_id: row.id,
  number: row.number,
  status: row.closedAt === null ? "open" : "closed",
  opened_at: row.openedAt.toISOString(),
  closed_at: row.closedAt?.toISOString() ?? null,
  gift_count: row.giftCount,
  dollar_amount: toDollars(row.amountCents),
  undecided_count: row.undecidedCount,
  refused_count: row.refusedCount,
});

/**
 * Our own format: everything we know, one column each. Made to be opened in a spreadsheet, filled in, and uploaded.
 * docs/batches.md describes the columns.
 */
import type { Columns } from "../../csv.ts";
import { creditsOf, type FileRow, fundCodeOf, giftDateOf } from "./line.ts";

export const OWN_COLUMNS: Columns<FileRow> = {
  gift_number: ({ gift }) => gift.number,
  donation_id: ({ donationId }) => donationId,
  batch: ({ batch }) => String(batch),
  line: ({ position }) => String(position),
  gift_date: giftDateOf,
  date_given: ({ gift }) => gift.date,
  amount: ({ amount }) => amount,
  donor_number: ({ gift }) => gift.donor?.number ?? "",
  donor_name: ({ gift }) => gift.donor?.name ?? "",
  donor_email: ({ gift }) => gift.donor?.email ?? "",
  donor_address: ({ postalAddress }) => postalAddress ?? "",
  bank_number: ({ gift }) => gift.bank.number,
  bank_name: ({ gift }) => gift.bank.name,
  hard_credit: (row) => creditsOf(row).hard.number,
  soft_credit: (row) => creditsOf(row).soft?.number ?? "",
  fund_id: ({ gift }) => gift.fund.id ?? "",
  fund_name: ({ gift }) => gift.fund.name,
  fund_code: fundCodeOf,
  benefit_value: ({ benefits }) => benefits,
  appeal: ({ settings }) => settings.appeal,
  payment_method: ({ settings }) => settings.paymentMethod,
  bank_reference: ({ gift }) => gift.reference,
  message: ({ gift }) => gift.message ?? "",
  // To be filled in and uploaded.
  confirmation_number: () => "",
  refusal_reason: () => "",
};

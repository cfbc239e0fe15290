/** A batch's gift as its files show it, and our own format. */
import type { Columns } from "../../csv.ts";
import { giftNumberOf } from "../../donations/gift-number.ts";
import type { GiftRecord } from "../contract.ts";
import type { ClosedSettings } from "../settings.ts";

export type FileRow = {
  /** Its batch's number, and its line there, counted from 1. */
  batch: number;
  position: number;
  settings: ClosedSettings;
  /** The donation's, or the correction's if the line reverses a gift. */
  id: string;
  isReversal: boolean;
  /** `25.00`; negative for a reversal. */
  amount: string;
  gift: GiftRecord;
  /** Whether a person gave, even if they stay anonymous: our receipt goes to them. */
  hasGiver: boolean;
  /** The donor's, if they shared it with the gift. */
  postalAddress: string | null;
  /** The value of the fund's benefits, `40.00`; empty if it has none. */
  benefits: string;
};

/** A person or bank that is credited with a gift. */
export type Party = {
  kind: "person" | "organization";
  number: string;
  name: string;
  email: string;
  postalAddress: string | null;
};

export const bankOf = ({ bank }: GiftRecord): Party => {
  return { kind: "organization", ...bank, email: "", postalAddress: null };
};

/** Null if the donor isn't known. */
export const personOf = ({ donor }: GiftRecord, postalAddress: string | null): Party | null =>
  donor && { kind: "person", ...donor, postalAddress };

/** Who gets the hard credit, and who the soft credit. If the donor isn't known, the bank is the donor. */
export function creditsOf({ gift, postalAddress, settings }: FileRow) {
  const [bank, person] = [bankOf(gift), personOf(gift, postalAddress)];
  const [hard, soft] =
    person && settings.donorOfRecord !== "bank" ? [person, bank] : [bank, person];
  return { hard, soft };
}

/** The date of the gift. Empty if it's the day of its confirmation, which comes after the file. */
export const giftDateOf = ({ gift: { date }, settings: { giftDate } }: FileRow): string =>
  giftDate === "accepted" ? date : "";

/** The fund as the school's program knows it. */
export const fundCodeOf = ({ gift: { fund }, settings: { fundCodes } }: FileRow): string =>
  (fund.id !== null && Object.hasOwn(fundCodes, fund.id) ? fundCodes[fund.id] : undefined) ??
  fund.name;

/**
 * Our own format: everything we know, one column each. Made to be opened in a spreadsheet, filled in, and uploaded.
 * docs/batches.md describes the columns.
 */
export const OWN_COLUMNS: Columns<FileRow> = {
  gift_number: ({ id, gift, isReversal }) => (isReversal ? giftNumberOf(id) : gift.number),
  donation_id: ({ id }) => id,
  batch: ({ batch }) => String(batch),
  line: ({ position }) => String(position),
  gift_date: giftDateOf,
  date_given: ({ gift }) => gift.date,
  amount: ({ amount }) => amount,
  // The gift that the line takes something back of. Empty for a gift.
  reverses: ({ gift, isReversal }) => (isReversal ? gift.number : ""),
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

/** A batch's gift as its files show it. */
import type { GiftRecord } from "../contract.ts";
import type { ClosedSettings } from "../settings.ts";

export type FileRow = {
  /** Its batch's number, and its line there, counted from 1. */
  batch: number;
  position: number;
  settings: ClosedSettings;
  donationId: string;
  /** `25.00` */
  amount: string;
  gift: GiftRecord;
  /** Whether a person gave, even if they stay anonymous: our receipt goes to them. */
  hasGiver: boolean;
  /** The donor's, if they shared it with the gift. */
  postalAddress: string | null;
  /** The value of the fund's benefits, `40.00`; empty if it has none. */
  benefits: string;
};

/** Someone who is credited with a gift. */
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

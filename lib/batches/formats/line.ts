/** A batch's gift as its files show it. */
import { importText } from "../../csv.ts";
import type { GiftRecord } from "../../ticketing/adapter.ts";
import type { BatchSettings, ClosedSettings } from "../settings.ts";

export type FileLine = {
  /** Its line in the batch, counted from 1. */
  position: number;
  donationId: string;
  /** `25.00` */
  amount: string;
  gift: GiftRecord;
};

/** What all lines of a batch have in common. */
export type FileContext = { number: number; settings: ClosedSettings };

/** Someone who is credited with a gift. */
export type Party = {
  kind: "person" | "organization";
  number: string;
  name: string;
  email: string;
};

/** Who gets the hard credit, and who the soft credit. If the donor isn't known, the bank is the donor. */
export function creditsOf(
  { donor, bank }: GiftRecord,
  { donorOfRecord }: BatchSettings,
): { hard: Party; soft: Party | null } {
  const organization: Party = { kind: "organization", ...bank, email: "" };
  if (!donor) return { hard: organization, soft: null };
  const person: Party = { kind: "person", ...donor };
  return donorOfRecord === "bank"
    ? { hard: organization, soft: person }
    : { hard: person, soft: organization };
}

/** The date of the gift. Empty if it's the day of its confirmation, which comes after the file. */
export const giftDateOf = ({ date }: GiftRecord, { giftDate }: ClosedSettings): string =>
  giftDate === "accepted" ? date : "";

/** The fund as the school's program knows it. */
export const fundCodeOf = ({ fund }: GiftRecord, { fundCodes }: ClosedSettings): string =>
  (fund.id !== null && Object.hasOwn(fundCodes, fund.id) ? fundCodes[fund.id] : undefined) ??
  fund.name;

/** A first and a last name. The last word is the last name, and organizations only have one. */
export function namesOf({ kind, name }: Party): { first: string; last: string } {
  const words = importText(name).trim().split(/\s+/);
  if (kind === "organization" || words.length < 2) return { first: "", last: importText(name) };
  // The last word is a cell of its own, so it mustn't begin like a formula, either.
  const last = importText(words.at(-1) as string);
  return { first: words.slice(0, -1).join(" "), last };
}

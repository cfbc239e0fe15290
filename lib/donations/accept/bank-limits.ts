/** The limits of a bank: per donation, and per API key and UTC day. They bound what a leaked key can give. */
import type { Violation } from "../../errors.ts";
import { asCents, type Cents, formatDollars } from "../../money.ts";
import type { NewDonation } from "./sql.ts";

/** A bank's limits, and what was given with the donation's key today; null where there is none. */
export type BankLimits = {
  maxDonationCents: Cents | null;
  maxKeyDailyCents: Cents | null;
  keyDonatedCents: Cents | null;
};

export const NO_BANK_LIMITS: BankLimits = {
  maxDonationCents: null,
  maxKeyDailyCents: null,
  keyDonatedCents: null,
};

type Asked = Pick<NewDonation, "amountCents"> & Partial<Pick<NewDonation, "channel" | "keyId">>;

const violation = (msg: string): Violation[] => [
  { loc: ["body", "dollar_amount"], msg, type: "limit_exceeded" },
];

/** What is left of the key's day; null if no such limit applies. */
export function leftToday({ keyId }: Pick<Asked, "keyId">, limits: BankLimits): Cents | null {
  if (limits.maxKeyDailyCents === null || keyId == null) return null;
  return asCents(Math.max(0, limits.maxKeyDailyCents - (limits.keyDonatedCents ?? 0)));
}

/** A person isn't told what their bank's key has left. */
export function bankLimitObjections(asked: Asked, limits: BankLimits): Violation[] {
  const isBank = asked.channel === "bank";
  const { maxDonationCents, maxKeyDailyCents } = limits;
  if (maxDonationCents !== null && asked.amountCents > maxDonationCents) {
    const max = formatDollars(maxDonationCents);
    return violation(
      isBank ? `Your limit is ${max} per donation.` : `Your bank’s limit is ${max} for one gift.`,
    );
  }
  const left = leftToday(asked, limits);
  if (left === null || maxKeyDailyCents === null || asked.amountCents <= left) return [];
  const daily = formatDollars(maxKeyDailyCents);
  return violation(
    isBank
      ? `The limit of this API key is ${daily} per UTC day, of which ${formatDollars(left)} is left today.`
      : "This is more than your bank can give today. Enter a smaller amount, or try again tomorrow.",
  );
}

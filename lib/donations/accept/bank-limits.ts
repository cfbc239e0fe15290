/** The limits of a bank: per donation, and per API key and UTC day. They cap what a leaked key can give. */
import type { Violation } from "../../errors.ts";
import { asCents, type Cents, formatDollars } from "../../money.ts";
import type { NewDonation } from "./sql.ts";

/** A bank's limits, and the total given with the donation's key today; null if there is none. */
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

type LimitedGift = Pick<NewDonation, "amountCents"> &
  Partial<Pick<NewDonation, "channel" | "keyId">>;

const violation = (msg: string): Violation[] => [
  { loc: ["body", "dollar_amount"], msg, type: "limit_exceeded" },
];

/** What the key can still give today; null if no such limit applies. */
export function keyRemainingToday(
  { keyId }: Pick<LimitedGift, "keyId">,
  limits: BankLimits,
): Cents | null {
  if (limits.maxKeyDailyCents === null || keyId == null) return null;
  return asCents(Math.max(0, limits.maxKeyDailyCents - (limits.keyDonatedCents ?? 0)));
}

/** Customers aren't told how much their bank's key can still give. */
export function bankLimitViolations(gift: LimitedGift, limits: BankLimits): Violation[] {
  const isBank = gift.channel === "bank";
  const { maxDonationCents, maxKeyDailyCents } = limits;
  if (maxDonationCents !== null && gift.amountCents > maxDonationCents) {
    const max = formatDollars(maxDonationCents);
    return violation(isBank ? `Your limit is ${max} per donation.` : `Up to ${max} per gift.`);
  }
  const left = keyRemainingToday(gift, limits);
  if (left === null || maxKeyDailyCents === null || gift.amountCents <= left) return [];
  const daily = formatDollars(maxKeyDailyCents);
  return violation(
    isBank
      ? `This API key’s limit is ${daily} per UTC day. ${formatDollars(left)} is left today.`
      : "This is more than your bank can give today. Enter a smaller amount, or try again tomorrow.",
  );
}

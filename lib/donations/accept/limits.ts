/**
 * Limits of gifts. A program's are on gifts whose amount the cardholder chooses: in the portal, or in an embedded session
 * without a locked amount. A bank authorizes everything else by submitting it. A bank's own, per donation and per API key
 * and UTC day, cap what a leaked key can give, and unpaid dollars what the bank can owe.
 */
import type { ProgramLimits } from "../../banks/program-limits.ts";
import { dayAt } from "../../calendar.ts";
import { type Violation, violation } from "../../errors.ts";
import { asCents, type Cents, formatDollars } from "../../money.ts";
import { findDailyTotals, type NewDonation } from "./sql.ts";

/** The limits of a gift, and the day it counts toward; all null if none apply. */
export type GiftLimits =
  | { limitDay: string; maxGiftCents: Cents; maxDailyCents: Cents }
  | { limitDay: null; maxGiftCents: null; maxDailyCents: null };

export const NO_LIMITS: GiftLimits = { limitDay: null, maxGiftCents: null, maxDailyCents: null };

/** A program's limits for a gift at this time. */
export const limitsAt = (
  { maxGiftCents, maxDailyCents, timeZone }: ProgramLimits,
  at: Date,
): GiftLimits => ({ limitDay: dayAt(at, timeZone), maxGiftCents, maxDailyCents });

const leftOf = (maxCents: Cents, usedCents: Cents | null | undefined): Cents =>
  asCents(Math.max(0, maxCents - (usedCents ?? 0)));

/** What an account can give now: per gift, and today. */
export type Allowance = { maxGiftCents: Cents; leftCents: Cents };

/** What each of these accounts can give now, in their order. */
export async function findAllowances(
  accounts: (ProgramLimits & { accountId: string })[],
): Promise<Allowance[]> {
  const now = new Date();
  const days = accounts.map(({ accountId, timeZone }) => ({
    accountId,
    day: dayAt(now, timeZone),
  }));
  const totals = await findDailyTotals({ days });
  const donated = new Map(totals.map(({ accountId, donatedCents }) => [accountId, donatedCents]));
  return accounts.map(({ accountId, maxGiftCents, maxDailyCents }) => ({
    maxGiftCents,
    leftCents: leftOf(maxDailyCents, donated.get(accountId)),
  }));
}

export const maxGiftNow = ({ maxGiftCents, leftCents }: Allowance): Cents =>
  asCents(Math.min(maxGiftCents, leftCents));

function limitMessage(maxGiftCents: Cents, maxDailyCents: Cents, leftCents: Cents): string {
  const daily = formatDollars(maxDailyCents);
  if (leftCents === 0) return `You’ve reached your bank’s limit of ${daily} for today.`;
  const left = `${formatDollars(leftCents)} left today.`;
  return maxGiftCents <= leftCents
    ? `Up to ${formatDollars(maxGiftCents)} per gift. ${left}`
    : left;
}

const exceeds = (msg: string) => [violation(["body", "dollar_amount"], msg, "limit_exceeded")];

/** @param donatedCents what the account has given on that day; null for nothing */
export function limitViolations(
  amountCents: Cents,
  { limitDay, maxGiftCents, maxDailyCents }: GiftLimits,
  donatedCents: Cents | null,
): Violation[] {
  if (limitDay === null) return [];
  const leftCents = leftOf(maxDailyCents, donatedCents);
  if (amountCents <= maxGiftCents && amountCents <= leftCents) return [];
  return exceeds(limitMessage(maxGiftCents, maxDailyCents, leftCents));
}

/** A bank's limits, null for none, and what counts toward them: what the donation's key gave today, and what is unpaid. */
export type BankLimits = Partial<
  Record<
    "maxDonationCents" | "maxKeyDailyCents" | "keyDonatedCents" | "maxUnpaidCents" | "unpaidCents",
    Cents | null
  >
>;

type LimitedGift = Pick<NewDonation, "amountCents"> &
  Partial<Pick<NewDonation, "channel" | "keyId">>;

/** Customers aren't told how much their bank can still give. */
const beyondBank = (when: string) =>
  `This is more than your bank can give ${when}. Enter a smaller amount, or try again`;

export function bankLimitViolations(gift: LimitedGift, limits: BankLimits): Violation[] {
  const isBank = gift.channel === "bank";
  const { maxDonationCents, maxKeyDailyCents, maxUnpaidCents } = limits;
  if (maxDonationCents != null && gift.amountCents > maxDonationCents) {
    const max = formatDollars(maxDonationCents);
    return exceeds(isBank ? `Your limit is ${max} per donation.` : `Up to ${max} per gift.`);
  }
  if (maxKeyDailyCents != null && gift.keyId != null) {
    const left = leftOf(maxKeyDailyCents, limits.keyDonatedCents);
    const limit = `This API key’s limit is ${formatDollars(maxKeyDailyCents)} per UTC day.`;
    const msg = `${limit} ${formatDollars(left)} is left today.`;
    if (gift.amountCents > left) return exceeds(isBank ? msg : `${beyondBank("today")} tomorrow.`);
  }
  if (maxUnpaidCents == null) return [];
  const left = leftOf(maxUnpaidCents, limits.unpaidCents);
  if (gift.amountCents <= left) return [];
  const msg = `Your limit is ${formatDollars(maxUnpaidCents)} of unpaid donations. ${formatDollars(left)} is left.`;
  return exceeds(isBank ? msg : `${beyondBank("now")} later.`);
}

/**
 * Limits on gifts whose amount the cardholder chooses: in the portal, or in an embedded session without a locked
 * amount. A bank authorizes everything else by submitting it.
 */
import type { ProgramLimits } from "../../banks/program-limits.ts";
import { dayAt } from "../../calendar.ts";
import type { Violation } from "../../errors.ts";
import { asCents, type Cents, formatDollars } from "../../money.ts";
import { findDailyTotals } from "./sql.ts";

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

/** What an account has given on these limits' day; null for nothing. */
export async function findDonatedOn(
  accountId: string,
  { limitDay: day }: GiftLimits,
): Promise<Cents | null> {
  if (day === null) return null;
  const [total] = await findDailyTotals({ days: [{ accountId, day }] });
  return total?.donatedCents ?? null;
}

/** What an account can give now: per gift, and today. */
export type Allowance = { maxGiftCents: Cents; leftCents: Cents };

const allowanceOf = (limits: ProgramLimits, donatedCents: Cents | null | undefined): Allowance => ({
  maxGiftCents: limits.maxGiftCents,
  leftCents: asCents(Math.max(0, limits.maxDailyCents - (donatedCents ?? 0))),
});

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
  return accounts.map((account) => allowanceOf(account, donated.get(account.accountId)));
}

/** The largest gift possible now. */
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

/** @param donatedCents what the account has given on that day; null for nothing */
export function limitViolations(
  amountCents: Cents,
  { limitDay, maxGiftCents, maxDailyCents }: GiftLimits,
  donatedCents: Cents | null,
): Violation[] {
  if (limitDay === null) return [];
  const leftCents = asCents(Math.max(0, maxDailyCents - (donatedCents ?? 0)));
  if (amountCents <= maxGiftCents && amountCents <= leftCents) return [];
  const msg = limitMessage(maxGiftCents, maxDailyCents, leftCents);
  return [{ loc: ["body", "dollar_amount"], msg, type: "limit_exceeded" }];
}

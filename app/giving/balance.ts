/** An account's points balance, as the pages of a gift show it. */
import type { Balance } from "#components/giving/balance.ts";
import { dayAt } from "#lib/calendar.ts";
import { formatDay } from "#lib/dates.ts";

const DAY_MS = 24 * 60 * 60_000;

type StoredBalance = { pointsBalance: number | null; pointsBalanceAt: Date | null };

/** Null if there is none. @param timeZone the reader's */
export function shownBalance(
  { pointsBalance: points, pointsBalanceAt: at }: StoredBalance,
  timeZone: string,
): Balance | null {
  if (points === null || at === null) return null;
  const isOld = Date.now() - at.getTime() > DAY_MS;
  return { points, age: isOld ? `as of ${formatDay(dayAt(at, timeZone))}` : null };
}

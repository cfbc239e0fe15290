/** An account's points balance, as the pages of a gift show it. */
import type { Balance } from "#components/giving/balance.ts";

const DAY_MS = 24 * 60 * 60_000;

type StoredBalance = { pointsBalance: number | null; pointsBalanceAt: Date | null };

/** "as of Nov 22", or "as of Nov 22, 2025" in another year. */
function ageOf(at: Date, now: Date, timeZone: string): string {
  const format = (options: Intl.DateTimeFormatOptions, date: Date) =>
    new Intl.DateTimeFormat("en-US", { ...options, timeZone }).format(date);
  const isThisYear = format({ year: "numeric" }, at) === format({ year: "numeric" }, now);
  const year = isThisYear ? {} : ({ year: "numeric" } as const);
  return `as of ${format({ month: "short", day: "numeric", ...year }, at)}`;
}

/** Null if there is none. @param timeZone the reader's */
export function shownBalance(
  { pointsBalance: points, pointsBalanceAt: at }: StoredBalance,
  timeZone: string,
): Balance | null {
  if (points === null || at === null) return null;
  const now = new Date();
  const isOld = now.getTime() - at.getTime() > DAY_MS;
  return { points, age: isOld ? ageOf(at, now, timeZone) : null };
}

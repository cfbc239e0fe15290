import { asCents, type Cents } from "#lib/money.ts";

/** Amounts to choose with one press, in cents. */
const QUICK_CENTS = [2_500, 5_000, 10_000, 25_000].map(asCents);

/** Those that a school takes, in cents. @param most what we take at most */
export function quickAmounts(least: Cents, most: Cents): Cents[] {
  return QUICK_CENTS.filter((cents) => cents >= least && cents <= most);
}

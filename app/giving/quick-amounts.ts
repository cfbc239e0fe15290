import { asCents, type Cents } from "#lib/money.ts";

/** Preset amounts. */
const QUICK_CENTS = [2_500, 5_000, 10_000, 25_000].map(asCents);

/** The preset amounts within the school's minimum and our maximum. */
export function quickAmounts(least: Cents, most: Cents): Cents[] {
  return QUICK_CENTS.filter((cents) => cents >= least && cents <= most);
}

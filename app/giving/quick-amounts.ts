/** Amounts to choose with one press, in cents. */
const QUICK_CENTS = [2_500, 5_000, 10_000, 25_000];

/** Those that a school takes, in cents. @param most what we take at most */
export function quickAmounts(least: number, most: number): number[] {
  return QUICK_CENTS.filter((cents) => cents >= least && cents <= most);
}

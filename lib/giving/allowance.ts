/** What the donation form says and offers within the limits of the person's program. */
import { type Allowance, mostNow } from "../donations/accept/limits.ts";
import { asCents, type Cents, formatDollars } from "../money.ts";

/** The most that the form takes: ours, or what the account can give now. @param allowance null: no limits apply */
export const mostOf = (maxCents: Cents, allowance: Allowance | null | undefined): Cents =>
  allowance ? asCents(Math.min(maxCents, mostNow(allowance))) : maxCents;

/** "Maximum gift: $1,000", or what is left today if that is less; null without limits. */
export function limitFact(allowance: Allowance | null | undefined): string | null {
  if (!allowance) return null;
  const { maxGiftCents, leftCents } = allowance;
  if (leftCents === 0) return "You’ve reached your limit for today";
  return leftCents < maxGiftCents
    ? `You can give up to ${formatDollars(leftCents)} more today`
    : `Maximum gift: ${formatDollars(maxGiftCents)}`;
}

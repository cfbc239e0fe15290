/** Points next to the balance that they come from. The form's script writes the same texts (public/giving.js). */
import { formatPoints } from "#lib/money.ts";

/** The points in an account, as its bank stated. */
export type Balance = {
  points: number;
  /** "as of Nov 22", if it's more than a day old. */
  age: string | null;
};

/** "48,200 points as of Nov 22". */
export const balanceText = ({ points, age }: Balance): string =>
  age ? `${formatPoints(points)} ${age}` : formatPoints(points);

/** "5,000 of 48,200 points"; "5,000 points" without a balance. */
export const pointsText = (points: number, balance: Balance | null): string =>
  balance
    ? `${points.toLocaleString("en-US")} of ${formatPoints(balance.points)}`
    : formatPoints(points);

/** A hint, since only the bank knows what can be spent; empty if the balance covers the points. */
export const overBalance = (points: number, balance: Balance | null): string =>
  balance && points > balance.points ? `This is more than your ${balanceText(balance)}.` : "";

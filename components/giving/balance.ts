/** Points next to the balance that they come from, in the same texts that the form's script writes. */
import { balanceTexts as textsInBrowser } from "../../public/giving.js";

/** The points in an account, as its bank stated. */
export type Balance = {
  points: number;
  /** "as of Nov 22", if it's more than a day old. */
  age: string | null;
};

/** @param points that a gift takes */
export function balanceTexts(balance: Balance | null, points = 0) {
  const { points: all, age } = balance ?? {};
  return textsInBrowser({ balance: all?.toString(), balanceAge: age ?? undefined }, BigInt(points));
}

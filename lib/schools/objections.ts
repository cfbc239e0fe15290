/** Validates a school, and an amount for it, in a request. */
import type { Violation } from "../errors.ts";
import { type Cents, formatDollars } from "../money.ts";

/** @param active null if there is no such school; @param field the request field with its ID */
export function schoolViolations(active: boolean | null, field = "school_id"): Violation[] {
  if (active) return [];
  const loc = ["body", field];
  return active === null
    ? [{ loc, msg: "No school has this ID", type: "school_not_found" }]
    : [{ loc, msg: "This school isn't accepting donations right now", type: "school_inactive" }];
}

/** @param minimumCents null if there is no such school; @param fundMinimumCents null if the fund has no minimum of its own */
export function amountViolations(
  amountCents: Cents,
  minimumCents: Cents | null,
  fundMinimumCents: Cents | null,
): Violation[] {
  if (minimumCents === null) return [];
  const isFunds = fundMinimumCents !== null && fundMinimumCents > minimumCents;
  const [whose, minimum] = isFunds ? ["fund", fundMinimumCents] : ["school", minimumCents];
  if (amountCents >= minimum) return [];
  const msg = `The minimum donation to this ${whose} is ${formatDollars(minimum)}`;
  return [{ loc: ["body", "dollar_amount"], msg, type: "below_school_minimum" }];
}

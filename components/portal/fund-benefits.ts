import { formatDollars, toCents } from "#lib/money.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";

/**
 * The benefits of giving to a fund, as the receipt will state them; empty if there are none. Never claims
 * that a gift is deductible.
 */
export function describeBenefits({
  deductibility,
  good_faith_value_usd: usd,
}: SchoolDetail["funds"][number]): string {
  if (deductibility === "full") return "";
  if (deductibility === "none") {
    return "This gives you a right to buy seats, and is not deductible.";
  }
  return usd
    ? `You get something back, worth ${formatDollars(toCents(usd))}.`
    : "You get something back.";
}

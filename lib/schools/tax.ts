/** Tax wording, shown wherever a fund is named. Never a promise: deductibility depends on the donor's own taxes. */
import { formatDollars, toCents } from "../money.ts";
import type { Fund } from "./contract.ts";

type TaxClass = Pick<Fund, "deductibility" | "good_faith_value_usd">;

/** A fund's tax class as a phrase: "May be tax-deductible". */
export function taxLine({ deductibility, good_faith_value_usd: usd }: TaxClass): string {
  if (deductibility === "none") return "Not tax-deductible";
  if (deductibility === "full") return "May be tax-deductible";
  return usd ? `Includes benefits valued at ${formatDollars(toCents(usd))}` : "Includes benefits";
}

/** A fund's tax class in a sentence or two, with the reason. */
export function taxSentence(fund: TaxClass): string {
  if (fund.deductibility === "none") return "Includes seat-purchase rights. Not tax-deductible.";
  if (fund.deductibility === "full") return "May be tax-deductible.";
  return `${taxLine(fund)}. The rest may be tax-deductible.`;
}

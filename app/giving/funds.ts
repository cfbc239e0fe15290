/** The funds that a person can choose from, and the one they start with. */

import type { FundOption } from "#components/giving/fund-choice.tsx";
import type { Fund, SchoolDetail } from "#lib/schools/contract.ts";
import { taxLine, taxSentence } from "#lib/schools/tax.ts";

/** What a bank or a person prefers for a school's gifts: a fund's id or name, or text of their own. */
export type FundDefaults = {
  /** The bank's preset, for this school. */
  offered?: string | null;
  /** Whether the customer must keep it. */
  isLocked?: boolean;
  /** The person's or the account's preference, for this school. */
  preferred?: string | null;
};

/** Where a gift goes at a school that lists no funds. */
const WHERE_NEEDED = "Where it’s needed most";

export function findFund(funds: Fund[], named: string | null | undefined): Fund | undefined {
  const wanted = named?.toLowerCase();
  return funds.find((fund) => fund.fund_id === wanted || fund.name.toLowerCase() === wanted);
}

const optionOf = (fund: Fund): FundOption => ({
  value: fund.fund_id,
  name: fund.name,
  description: fund.description,
  tax: taxLine(fund),
  taxDetail: taxSentence(fund),
});

/** The option for a designation: one of the school's funds, or the text itself. */
export function fundOption(funds: Fund[], designation: string): FundOption {
  const fund = findFund(funds, designation);
  if (fund) return optionOf(fund);
  return { value: designation, name: designation, description: "", tax: null, taxDetail: null };
}

/** All of the school's funds and the bank's text; only the locked one; none if the school lists none. */
export function fundOptions({ funds }: Pick<SchoolDetail, "funds">, defaults: FundDefaults) {
  const first = defaults.offered ? fundOption(funds, defaults.offered) : undefined;
  if (first && defaults.isLocked) return [first];
  const all = funds.map(optionOf);
  return first && !all.some(({ value }) => value === first.value) ? [first, ...all] : all;
}

/** The fund that is chosen at first: the bank's preset, the preferred one, or the school's first. */
export function firstFund({ funds }: Pick<SchoolDetail, "funds">, defaults: FundDefaults): string {
  if (defaults.offered) return fundOption(funds, defaults.offered).value;
  return (findFund(funds, defaults.preferred) ?? funds[0])?.fund_id ?? WHERE_NEEDED;
}

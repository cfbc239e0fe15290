/** The funds to choose from, and the default. */
import type { FundOption } from "#components/giving/fund-choice.tsx";
import { formatDollars, toCents } from "#lib/money.ts";
import type { Fund, SchoolDetail } from "#lib/schools/contract.ts";
import { taxLine, taxSentence } from "#lib/schools/tax.ts";

/** The fund that a bank or a cardholder prefers for a school: its id, its name, or free text. */
export type FundDefaults = {
  /** The bank's preset, for this school. */
  offered?: string | null;
  /** Whether the customer can't change it. */
  isLocked?: boolean;
  /** The cardholder's or the account's preference, for this school. */
  preferred?: string | null;
};

/** The default designation at a school that lists no funds. */
const WHERE_NEEDED = "Where it’s needed most";

/** Finds a fund by its id or name, ignoring case. */
export function findFund(funds: Fund[], idOrName: string | null | undefined): Fund | undefined {
  const key = idOrName?.toLowerCase();
  return funds.find((fund) => fund.fund_id === key || fund.name.toLowerCase() === key);
}

/** What the fund supports, and its own minimum. */
export function describeFund({ description, minimum_donation_usd: usd }: Fund): string {
  if (usd === null) return description;
  return `${description} Minimum gift: ${formatDollars(toCents(usd))}.`.trim();
}

const optionOf = (fund: Fund): FundOption => ({
  value: fund.fund_id,
  name: fund.name,
  description: describeFund(fund),
  tax: taxLine(fund),
  taxDetail: taxSentence(fund),
  minCents: fund.minimum_donation_usd === null ? null : toCents(fund.minimum_donation_usd),
});

/** The option for a designation: one of the school's funds, or the text itself. */
export function fundOption(funds: Fund[], designation: string): FundOption {
  const fund = findFund(funds, designation);
  if (fund) return optionOf(fund);
  const unknown = { description: "", tax: null, taxDetail: null, minCents: null };
  return { value: designation, name: designation, ...unknown };
}

/** The school's funds, after the bank's own text if it names none of them. Only the locked fund if there is one. */
export function fundOptions({ funds }: Pick<SchoolDetail, "funds">, defaults: FundDefaults) {
  const first = defaults.offered ? fundOption(funds, defaults.offered) : undefined;
  if (first && defaults.isLocked) return [first];
  const all = funds.map(optionOf);
  return first && !all.some(({ value }) => value === first.value) ? [first, ...all] : all;
}

/** The default fund: the bank's preset, the preferred one, or the school's first. */
export function firstFund({ funds }: Pick<SchoolDetail, "funds">, defaults: FundDefaults): string {
  if (defaults.offered) return fundOption(funds, defaults.offered).value;
  return (findFund(funds, defaults.preferred) ?? funds[0])?.fund_id ?? WHERE_NEEDED;
}

/**
 * A receipt's tax wording, by the fund's tax class. If the designation matches no fund, the class is unknown,
 * and the receipt says so.
 */
import { asCents, type Cents, dollarsOrNull, formatDollarsAndCents, toCents } from "../money.ts";
import type { Receipt } from "./contract.ts";

type Deductibility = Receipt["deductibility"];

/** What the wording depends on. */
export type Contribution = {
  amountCents: Cents;
  deductibility: Deductibility;
  /** The value of the benefits; only for `quid_pro_quo`. */
  goodFaithValueCents: Cents | null;
  foundation: string;
  designation: string;
};

type TaxFields = Pick<
  Receipt,
  "deductibility" | "goods_or_services_value_usd" | "deductible_amount_usd" | "statement"
>;

/** Dollars in a document, always with cents. */
export const exactDollars = (usd: number): string => formatDollarsAndCents(toCents(usd));

const REBATE_NOTE =
  "A contribution made by redeeming reward points may be treated as a rebate. Please ask a tax advisor.";

const NO_CENTS = asCents(0);

type Wording = { valueCents: Cents | null; deductibleCents: Cents | null; text: string };

function quidProQuo({ amountCents, goodFaithValueCents, foundation }: Contribution): Wording {
  const valueCents = goodFaithValueCents ?? NO_CENTS;
  const deductibleCents = asCents(Math.max(0, amountCents - valueCents));
  const [value, deductible] = [valueCents, deductibleCents].map(formatDollarsAndCents);
  const text =
    "Goods or services were provided in exchange for this contribution. " +
    `${foundation}’s good-faith estimate of their value is ${value}. For federal income tax purposes, ` +
    `the deductible amount is limited to the contribution minus that value: ${deductible}.`;
  return { valueCents, deductibleCents, text };
}

const BY_CLASS: Record<
  NonNullable<Deductibility> | "unknown",
  (contribution: Contribution) => Wording
> = {
  full: ({ amountCents }) => ({
    valueCents: NO_CENTS,
    deductibleCents: amountCents,
    text: "No goods or services were provided in exchange for this contribution.",
  }),
  quid_pro_quo: quidProQuo,
  none: () => ({
    valueCents: null,
    deductibleCents: NO_CENTS,
    text:
      "This contribution includes the right to buy seats at a university’s athletic events. Since 2018, " +
      "such contributions are not deductible under section 170(l) of the Internal Revenue Code, so " +
      "no part of it is stated to be deductible.",
  }),
  unknown: ({ foundation, designation }) => ({
    valueCents: null,
    deductibleCents: null,
    text:
      `This contribution was designated for “${designation}”. ${foundation} decides how it’s used and ` +
      "whether goods or services are provided in exchange. This receipt doesn’t state their value or a " +
      `deductible amount. Please ask ${foundation}.`,
  }),
};

/** What is said if nothing is left of a gift. */
const reversed = ({ deductibility }: Contribution): Wording => ({
  valueCents: null,
  deductibleCents: deductibility && NO_CENTS,
  text: "This contribution was reversed in full, so no part of it is deductible.",
});

export function taxFieldsOf(contribution: Contribution): TaxFields {
  const { amountCents, deductibility } = contribution;
  const wordingOf = amountCents === 0 ? reversed : BY_CLASS[deductibility ?? "unknown"];
  const wording = wordingOf(contribution);
  return {
    deductibility,
    goods_or_services_value_usd: dollarsOrNull(wording.valueCents),
    deductible_amount_usd: dollarsOrNull(wording.deductibleCents),
    statement: `${wording.text}\n\n${REBATE_NOTE}`,
  };
}

/**
 * The tax wording of a receipt. It follows the fund's class; if the designation names no fund, the class is
 * unknown, and the receipt says so.
 */
import { asCents, type Cents, toDollars } from "../money.ts";
import type { Receipt } from "./contract.ts";

export type Deductibility = Receipt["deductibility"];

/** What the wording depends on. */
export type Contribution = {
  amountCents: Cents;
  deductibility: Deductibility;
  /** The value of the benefits; only for `quid_pro_quo`. */
  goodFaithValueCents: Cents | null;
  foundation: string;
  designation: string;
};

/** The receipt's fields. */
export type TaxFields = Pick<
  Receipt,
  "deductibility" | "goods_or_services_value_usd" | "deductible_amount_usd" | "statement"
>;

/** Dollars in a document, always with cents. */
export const exactDollars = (usd: number) =>
  usd.toLocaleString("en-US", { style: "currency", currency: "USD" });

const REBATE_NOTE =
  "A contribution made by redeeming reward points may be treated as a rebate. Please ask a tax advisor.";

const NO_CENTS = asCents(0);

type Outcome = { valueCents: Cents | null; deductibleCents: Cents | null; words: string };

function quidProQuo({ amountCents, goodFaithValueCents, foundation }: Contribution): Outcome {
  const valueCents = goodFaithValueCents ?? NO_CENTS;
  const deductibleCents = asCents(Math.max(0, amountCents - valueCents));
  const worth = exactDollars(toDollars(valueCents));
  const rest = exactDollars(toDollars(deductibleCents));
  const words =
    "Goods or services were provided in exchange for this contribution. " +
    `${foundation}’s good-faith estimate of their value is ${worth}. For federal income tax purposes, ` +
    `the deductible amount is limited to the contribution minus that value: ${rest}.`;
  return { valueCents, deductibleCents, words };
}

const BY_CLASS: Record<
  NonNullable<Deductibility> | "unknown",
  (contribution: Contribution) => Outcome
> = {
  full: ({ amountCents }) => ({
    valueCents: NO_CENTS,
    deductibleCents: amountCents,
    words: "No goods or services were provided in exchange for this contribution.",
  }),
  quid_pro_quo: quidProQuo,
  none: () => ({
    valueCents: null,
    deductibleCents: NO_CENTS,
    words:
      "This contribution includes the right to buy seats at a university’s athletic events. Since 2018, " +
      "such contributions are not deductible under section 170(l) of the Internal Revenue Code, so " +
      "no part of it is stated to be deductible.",
  }),
  unknown: ({ foundation, designation }) => ({
    valueCents: null,
    deductibleCents: null,
    words:
      `This contribution was designated for “${designation}”. ${foundation} decides how it’s used and ` +
      "whether goods or services are provided in exchange. This receipt doesn’t state their value or a " +
      `deductible amount. Please ask ${foundation}.`,
  }),
};

const dollarsOrNull = (cents: Cents | null) => (cents === null ? null : toDollars(cents));

/** The receipt's fields. */
export function taxFieldsOf(contribution: Contribution): TaxFields {
  const outcome = BY_CLASS[contribution.deductibility ?? "unknown"](contribution);
  return {
    deductibility: contribution.deductibility,
    goods_or_services_value_usd: dollarsOrNull(outcome.valueCents),
    deductible_amount_usd: dollarsOrNull(outcome.deductibleCents),
    statement: `${outcome.words}\n\n${REBATE_NOTE}`,
  };
}

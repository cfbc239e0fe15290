/** What a statement or a section adds up to, from what was due before to what is due. */
import {
  asCents,
  type Cents,
  formatDollarsAndCents,
  sumOfCents,
  toCents,
  toDollars,
} from "../../money.ts";

const NAMES = [
  "openingCents",
  "totalCents",
  "paymentsCents",
  "returnsCents",
  "refundsCents",
  "writeOffsCents",
  "closingCents",
] as const;

export type Sums = Record<(typeof NAMES)[number], Cents>;

const sumsOf = (value: (name: keyof Sums) => Cents) =>
  Object.fromEntries(NAMES.map((name) => [name, value(name)])) as Sums;

export const noSums = (): Sums => sumsOf(() => asCents(0));

export const addSums = (all: Sums[]): Sums =>
  sumsOf((name) => sumOfCents(all.map((sums) => sums[name])));

export const shownSums = (sums: Sums) => ({
  opening_usd: toDollars(sums.openingCents),
  total_usd: toDollars(sums.totalCents),
  payments_usd: toDollars(sums.paymentsCents),
  returns_usd: toDollars(sums.returnsCents),
  refunds_usd: toDollars(sums.refundsCents),
  write_offs_usd: toDollars(sums.writeOffsCents),
  closing_usd: toDollars(sums.closingCents),
});

/** The same for people, without lines that would say nothing. */
export const sumLines = (sums: ReturnType<typeof shownSums>) =>
  [
    { label: "Due before", dollars: sums.opening_usd, isAlways: true },
    { label: "Gifts and corrections", dollars: sums.total_usd, isAlways: true },
    { label: "Payments", dollars: sums.payments_usd, isAlways: true },
    { label: "Returned payments", dollars: sums.returns_usd },
    { label: "Credits paid back", dollars: sums.refunds_usd },
    { label: "Written off", dollars: sums.write_offs_usd },
    { label: "Due", dollars: sums.closing_usd, isAlways: true },
  ].flatMap(({ label, dollars, isAlways }) =>
    isAlways || dollars !== 0 ? [{ label, amount: formatDollarsAndCents(toCents(dollars)) }] : [],
  );

/** What a statement or a section adds up to, from what was due before to what is due. */
import { asCents, type Cents, sumOfCents, toDollars } from "../../money.ts";

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

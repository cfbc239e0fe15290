import { toDollars } from "../money.ts";
import { findMostGivenTo, sumTotals } from "./sql.ts";

export type TopSchool = {
  school_id: string;
  name: string;
  city: string;
  state: string;
  usd: number;
};

export type GivingTotals = {
  schools: number;
  donations: number;
  givenUsd: number;
  /** The five schools with the largest totals. */
  mostGivenTo: TopSchool[];
};

/** Counts and sums of completed donations to all schools. */
export async function readGivingTotals(): Promise<GivingTotals> {
  const [[totals], most] = await Promise.all([sumTotals({}), findMostGivenTo({})]);
  const mostGivenTo = most.map(({ id, cents, ...school }) => ({
    school_id: id,
    ...school,
    usd: toDollars(cents),
  }));
  return {
    schools: totals?.schools ?? 0,
    donations: totals?.donations ?? 0,
    givenUsd: totals ? toDollars(totals.cents) : 0,
    mostGivenTo,
  };
}

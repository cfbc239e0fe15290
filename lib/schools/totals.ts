/**
 * Schools' public totals. Live and exact in a sandbox. In production, as of the last full hour and rounded down, since
 * live sums would reveal the gifts of other banks' customers.
 */
import { affected } from "../database/run.ts";
import { env } from "../env.ts";
import { type Cents, toDollars } from "../money.ts";
import { liveTotals, publicTotals, replacePublicTotals } from "./sql.ts";

/** Whether totals are rounded down, and so mean "at least". */
export const areTotalsRounded = (): boolean => env().environment === "production";

const totals = () => (areTotalsRounded() ? publicTotals : liveTotals);

/** The total of each school. Schools without donations have no entry. */
export async function readSchoolTotals(schoolIds: string[]): Promise<Map<string, Cents>> {
  const rows = await totals().ofSchools({ schoolIds });
  return new Map(rows.map(({ schoolId, cents }) => [schoolId, cents]));
}

/** Counts and sums of completed donations to all schools, and the five schools with the largest totals. */
export async function readGivingTotals() {
  const [[all], most] = await Promise.all([totals().ofAll({}), totals().largest({})]);
  const mostGivenTo = most.map(({ id, cents, ...school }) => ({
    school_id: id,
    ...school,
    usd: toDollars(cents),
  }));
  return {
    schools: all?.schools ?? 0,
    donations: all?.donations ?? 0,
    givenUsd: all ? toDollars(all.cents) : 0,
    mostGivenTo,
  };
}

export type GivingTotals = Awaited<ReturnType<typeof readGivingTotals>>;
export type TopSchool = GivingTotals["mostGivenTo"][number];

/** Publishes the current totals. @returns the number of schools */
export const publishTotals = (): Promise<number> => affected(replacePublicTotals);

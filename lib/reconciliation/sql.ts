/** Our side of the comparison with the platforms. */
import { type ExpressionBuilder, type InferResult, sql } from "kysely";
import { run } from "../database/run.ts";
import { kysely, type Tables } from "../database/tables.ts";
import type { Period } from "../ticketing/adapter.ts";

const ourDonations = kysely
  .selectFrom("donation as d")
  .innerJoin("credit as c", "c.donationId", "d.id")
  .select(["d.id as donationId", "d.bankTransactionRef", "d.schoolId", "d.status"])
  .select(["d.amountCents", "c.platformCreditId as creditId"]);

/** A donation as our ledger has it. */
export type OurDonation = InferResult<typeof ourDonations>[number];

/** Completed or failed in the period; as the index has it. */
const isSettledIn =
  ({ from, to }: Period) =>
  (of: ExpressionBuilder<{ d: Tables["donation"] }, "d">) => {
    const settledAt = of.fn.coalesce("d.completedAt", "d.failedAt");
    return of.and([
      of("d.status", "<>", sql.lit("pending")),
      of(settledAt, ">=", from),
      of(settledAt, "<", to),
    ]);
  };

/** All banks' donations to these schools that were completed or failed in a period. */
export function settledIn(period: Period, schoolIds: string[]): Promise<OurDonation[]> {
  // Bank by bank, as the index has them: so a day costs what the day holds.
  const settled = ourDonations
    .innerJoin("bank as b", "b.id", "d.bankId")
    .where(isSettledIn(period))
    .where((of) => of("d.schoolId", "=", of.fn.any(sql<string[]>`${schoolIds}::text[]`)));
  return run(settled);
}

/** Every school that has a platform, or to which something was settled in a period all the same. */
export async function schoolsToCompare(period: Period): Promise<string[]> {
  const schools = kysely
    .selectFrom("platformConfig")
    .select("schoolId as id")
    .union(
      kysely
        .selectFrom("bank as b")
        .innerJoin("donation as d", "d.bankId", "b.id")
        .select("d.schoolId as id")
        .where(isSettledIn(period)),
    )
    .orderBy("id");
  return (await run(schools)).map(({ id }) => id);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The donations that partner references name, of those that are any. */
export function namedBy(references: string[]): Promise<OurDonation[]> {
  const ids = references.filter((reference) => UUID.test(reference));
  return run(ourDonations.where((of) => of("d.id", "=", of.fn.any(sql<string[]>`${ids}::uuid[]`))));
}

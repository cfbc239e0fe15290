/**
 * What cardholders have given, from tallies that triggers maintain in the transaction that changes a donation
 * (prisma/migrations, giving_tally): a few rows, however many gifts there are.
 */
import { type Expression, sql } from "kysely";
import { kysely } from "../../database/tables.ts";
import type { Cents } from "../../money.ts";

/**
 * The tallies of what counts as a cardholder's own, by account, day (UTC), school, and status. A gift that is undone
 * leaves one of zero.
 */
export const givingOf = (cardholderId: Expression<string> | string) =>
  kysely
    .selectFrom("givingTally as t")
    .where("t.cardholderId", "=", cardholderId)
    .where("t.attributed", "=", sql.lit(true));

const ofStatus = (status: string) => sql`filter (where t.status = ${sql.lit(status)})`;

/** The number of gifts in a status. */
export const giftsIn = (status: string) =>
  sql<number>`coalesce(sum(t.count) ${ofStatus(status)}, 0)::int8`;

/** The sum of gifts in a status. */
export const centsIn = (status: string) =>
  sql<Cents>`coalesce(sum(t.cents) ${ofStatus(status)}, 0)::int8`;

/** SQL of the demo's history: its sums, computed from its rows. */
import { sql } from "kysely";
import { insertFrom } from "#lib/database/expressions.ts";
import { type Parameters, statement } from "#lib/database/statement.ts";
import { kysely } from "#lib/database/tables.ts";
import type { Cents } from "#lib/money.ts";

const completed = kysely.selectFrom("donation").where("status", "=", "completed");
const gifts = sql<number>`count(*)`;
const cents = sql<Cents>`sum(amount_cents)`;

/** Sets each account's sums. */
export const sumAccounts = statement((_: Parameters<object>) =>
  kysely
    .updateTable("account")
    .from(
      completed
        .select(["accountId", gifts.as("gifts"), cents.as("cents")])
        .groupBy("accountId")
        .as("sums"),
    )
    .set(({ ref }) => ({
      donationCount: ref("sums.gifts"),
      lifetimeDonatedCents: ref("sums.cents"),
    }))
    .whereRef("account.id", "=", "sums.accountId"),
);

/** Adds the schools' totals if there are none yet. */
export const sumSchools = statement((_: Parameters<object>) =>
  insertFrom(
    kysely,
    "schoolTotal",
    completed
      .select([
        "schoolId",
        sql<number>`0`.as("slot"),
        gifts.as("donationCount"),
        cents.as("donatedCents"),
      ])
      .groupBy("schoolId"),
  ).onConflict((conflict) => conflict.doNothing()),
);

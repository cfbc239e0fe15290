/** SQL of accepting links, and of attributing their donations to the person who accepts. */
import { sql } from "kysely";
import { anyOf } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";
import type { Cents } from "../../money.ts";

type Own = { cardholderId: string };

/** A person's donations through links that they have accepted, which are not attributed to them yet. */
const unattributed = (cardholderId: Parameters<Own>["cardholderId"]) =>
  kysely
    .selectFrom("donation")
    .select("id")
    .where("cardholderId", "=", cardholderId)
    .where(
      "accountId",
      "=",
      anyOf(
        kysely
          .selectFrom("account")
          .select("id")
          .where("cardholderId", "=", cardholderId)
          .where("acceptedAt", "is not", null),
      ),
    )
    .where((of) => of.not(of.ref("attributed")));

/** Attributes a batch of them. Skips one that is being settled: its transaction may wait for the account. */
export const attribute = statement((given: Parameters<Own & { atMost: number }>) =>
  kysely
    .updateTable("donation")
    .set({ attributed: sql.lit(true) })
    .where(
      "id",
      "=",
      anyOf(unattributed(given.cardholderId).limit(given.atMost).forUpdate().skipLocked()),
    )
    .returning("id"),
);

/** Whether there are any. */
export const findUnattributed = statement((given: Parameters<Own>) =>
  unattributed(given.cardholderId).limit(sql.lit(1)),
);

/** A person's active links that they have not accepted, with some of the gifts made through them. */
export const findUnacceptedLinks = statement(
  (given: Parameters<Own & { limit: number; counted: number }>) =>
    kysely
      .selectFrom("account as a")
      .innerJoin("bank as b", "b.id", "a.bankId")
      .leftJoin("loyaltyProgram as p", (join) =>
        join.onRef("p.bankId", "=", "a.bankId").onRef("p.programId", "=", "a.loyaltyProgramId"),
      )
      .crossJoinLateral((of) =>
        of
          .selectFrom(
            of
              .selectFrom("donation as d")
              .select("d.amountCents")
              .whereRef("d.cardholderId", "=", "a.cardholderId")
              .whereRef("d.accountId", "=", "a.id")
              .where((is) => is.not(is.ref("d.attributed")))
              .where("d.status", "=", sql.lit("completed"))
              .limit(given.counted)
              .as("some"),
          )
          .select([
            sql<number>`count(*)`.as("count"),
            sql<Cents>`coalesce(sum(amount_cents), 0)::int8`.as("cents"),
          ])
          .as("given"),
      )
      .select(["a.id as accountId", "b.name as bankName", "given.count", "given.cents"])
      .select((of) => of.fn.coalesce("p.name", "a.loyaltyProgramId").as("programName"))
      .where("a.cardholderId", "=", given.cardholderId)
      .where("a.status", "=", sql.lit("active"))
      .where("a.acceptedAt", "is", null)
      .orderBy("a.linkedAt", "desc")
      .orderBy("a.id", "desc")
      .limit(given.limit),
);

/** SQL of accepting links, and of attributing their donations to the person who accepts. */
import { sql } from "kysely";
import { anyOf, now } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";

/** Accepts a person's active links: those named, or all. @returns those that were not accepted before */
export const accept = statement(
  (given: Parameters<{ cardholderId: string; accountIds: string[] | null }>) =>
    kysely
      .updateTable("account")
      .set({ acceptedAt: now })
      .where("cardholderId", "=", given.cardholderId)
      .where("status", "=", sql.lit("active"))
      .where("acceptedAt", "is", null)
      .where((of) =>
        of.or([
          sql<boolean>`${given.accountIds}::uuid[] is null`,
          of("id", "=", sql<string>`any(${given.accountIds}::uuid[])`),
        ]),
      )
      .returning("id"),
);

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

/** SQL of holds. */
import { sql } from "kysely";
import { now } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";

/**
 * Holds pending credits. Raising the generation ends their runs, so that a release starts the only one.
 * @returns those that were not held before
 */
export const hold = statement((given: Parameters<{ donationIds: string[]; reason: string }>) =>
  kysely
    .with("pending", (db) =>
      db
        .selectFrom("credit")
        .select("donationId as pendingId")
        .where("donationId", "=", sql<string>`any(${given.donationIds}::uuid[])`)
        .where("status", "=", "pending")
        .where("heldAt", "is", null)
        // A fixed lock order, as in settling, so that concurrent calls cannot deadlock.
        .orderBy("donationId")
        .forNoKeyUpdate(),
    )
    .updateTable("credit")
    .from("pending")
    .set((of) => ({
      heldAt: now,
      holdReason: given.reason,
      flaggedAt: null,
      generation: of("generation", "+", 1),
    }))
    .whereRef("donationId", "=", "pendingId")
    .returning("donationId"),
);

/** Ends a hold. The credit is due when it is requeued. */
export const release = statement((given: Parameters<{ donationId: string }>) =>
  kysely
    .updateTable("credit")
    .set({ heldAt: null, holdReason: null, releasedAt: now })
    .where("donationId", "=", given.donationId)
    .where("status", "=", "pending")
    .where("heldAt", "is not", null),
);

/** Whether the credit `c` of an account `a` that is under review was not released since that began. */
export const isUnderReview = sql<boolean>`(a.status = 'unlinked' and a.unlink_reason = 'fraud_review'
  and (c.released_at is null or c.released_at < a.unlinked_at))`;

/** The pending gifts of an account that is under review, newest first. */
export const findUnderReview = statement(
  (given: Parameters<{ accountId: string; atMost: number }>) =>
    kysely
      .selectFrom("donation as d")
      .innerJoin("credit as c", "c.donationId", "d.id")
      .innerJoin("account as a", "a.id", "d.accountId")
      .select("d.id")
      .where("d.accountId", "=", given.accountId)
      .where("d.status", "=", "pending")
      .where(isUnderReview)
      .orderBy("d.createdAt", "desc")
      .orderBy("d.id", "desc")
      .limit(given.atMost),
);

/** SQL of attempts at codes of the second factor. */
import { sql } from "kysely";
import { inSeconds, now } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";

type Cardholder = { cardholderId: string };

/** This attempt starts a new window if the earlier one is over. */
const attemptCount = sql<number>`case when code_attempt.expires_at <= now() then 1 else code_attempt.attempt_count + 1 end`;

/** @returns no row if the next attempt has to wait */
export const countAttempt = statement(
  (given: Parameters<Cardholder & { freeAttempts: number }>) =>
    kysely
      .insertInto("codeAttempt")
      .values({
        cardholderId: given.cardholderId,
        attemptCount: sql.lit(1),
        expiresAt: sql<Date>`now() + interval '1 hour'`,
      })
      .onConflict((conflict) =>
        conflict
          .column("cardholderId")
          .doUpdateSet({
            attemptCount,
            expiresAt: sql<Date>`case when code_attempt.expires_at <= now() then now() + interval '1 hour'
              when ${attemptCount} >= ${given.freeAttempts}::int then now() + interval '1 day'
              else code_attempt.expires_at end`,
            waitUntil: sql<Date | null>`case when ${attemptCount} >= ${given.freeAttempts}::int
              then now() + least(interval '1 hour',
                interval '1 minute' * 2 ^ least(${attemptCount} - ${given.freeAttempts}::int, 6)) end`,
          })
          .where((of) =>
            of.or([
              of("codeAttempt.waitUntil", "is", null),
              of("codeAttempt.waitUntil", "<=", now),
            ]),
          ),
      )
      .returning("attemptCount"),
  { name: "count-code-attempt" },
);

export const takeAttemptBack = statement((given: Parameters<Cardholder>) =>
  kysely
    .updateTable("codeAttempt")
    .set({ attemptCount: sql<number>`greatest(0, attempt_count - 1)`, waitUntil: null })
    .where("cardholderId", "=", given.cardholderId),
);

/** @returns no row if the owner was alerted within the last hour */
export const claimAlert = statement((given: Parameters<Cardholder>) =>
  kysely
    .updateTable("codeAttempt")
    .set({ alertedAt: now })
    .where("cardholderId", "=", given.cardholderId)
    .where((of) =>
      of.or([of("alertedAt", "is", null), of("alertedAt", "<=", inSeconds(sql.lit(-3_600)))]),
    )
    .returning("cardholderId"),
);

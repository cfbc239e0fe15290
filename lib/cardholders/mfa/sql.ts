/** SQL of the second factor: its secret, its recovery codes, and attempts at codes. */
import { sql } from "kysely";
import { now } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";

type Cardholder = { cardholderId: string };

/** Guarded: a factor that is on is not replaced. @returns no row if it is on */
export const beginTotp = statement(
  (given: Parameters<Cardholder & { keyId: string; sealedSecret: Buffer }>) =>
    kysely
      .insertInto("totp")
      .values({
        cardholderId: given.cardholderId,
        keyId: given.keyId,
        sealedSecret: given.sealedSecret,
      })
      .onConflict((conflict) =>
        conflict
          .column("cardholderId")
          .doUpdateSet((of) => ({
            keyId: of.ref("excluded.keyId"),
            sealedSecret: of.ref("excluded.sealedSecret"),
            createdAt: now,
          }))
          .where("totp.confirmedAt", "is", null),
      )
      .returning((of) =>
        of
          .selectFrom("cardholder")
          .select("email")
          .whereRef("cardholder.id", "=", "totp.cardholderId")
          .$asScalar()
          .$notNull()
          .as("email"),
      ),
);

/** A secret that waits for its first code. */
export const findPendingTotp = statement(
  (given: Parameters<Cardholder & { withinMinutes: number }>) =>
    kysely
      .selectFrom("totp as t")
      .innerJoin("cardholder as c", "c.id", "t.cardholderId")
      .select(["t.keyId", "t.sealedSecret", "c.email"])
      .where("t.cardholderId", "=", given.cardholderId)
      .where("t.confirmedAt", "is", null)
      .where("t.createdAt", ">", sql<Date>`now() - make_interval(mins => ${given.withinMinutes})`),
);

/** Guarded on the secret that the code belongs to. This code can't be used to sign in anymore. */
export const confirmTotp = statement(
  (given: Parameters<Cardholder & { sealedSecret: Buffer; step: number }>) =>
    kysely
      .updateTable("totp")
      .set({ confirmedAt: now, lastStep: given.step })
      .where("cardholderId", "=", given.cardholderId)
      .where("sealedSecret", "=", given.sealedSecret)
      .where("confirmedAt", "is", null)
      .returning("cardholderId"),
);

/** Guarded: of two concurrent requests with one code, only one succeeds. */
export const takeTotpStep = statement((given: Parameters<Cardholder & { step: number }>) =>
  kysely
    .updateTable("totp")
    .set({ lastStep: given.step })
    .where("cardholderId", "=", given.cardholderId)
    .where("confirmedAt", "is not", null)
    .where((of) => of.or([of("lastStep", "is", null), of("lastStep", "<", given.step)]))
    .returning("cardholderId"),
);

/** Locks a second factor that is on. */
export const lockConfirmedTotp = statement((given: Parameters<Cardholder>) =>
  kysely
    .selectFrom("totp")
    .select("cardholderId")
    .where("cardholderId", "=", given.cardholderId)
    .where("confirmedAt", "is not", null)
    .forUpdate(),
);

export const deleteTotp = statement((given: Parameters<Cardholder>) =>
  kysely
    .deleteFrom("totp")
    .where("cardholderId", "=", given.cardholderId)
    .returning("cardholderId"),
);

/** When the second factor was turned on, and how many recovery codes are left. */
export const findConfirmedTotp = statement((given: Parameters<Cardholder>) =>
  kysely
    .selectFrom("totp as t")
    .select((of) => [
      "t.confirmedAt",
      of
        .selectFrom("recoveryCode as r")
        .select((code) => code.fn.countAll<number>().as("left"))
        .whereRef("r.cardholderId", "=", "t.cardholderId")
        .where("r.usedAt", "is", null)
        .$asScalar()
        .$notNull()
        .as("codesLeft"),
    ])
    .where("t.cardholderId", "=", given.cardholderId)
    .where("t.confirmedAt", "is not", null)
    .$narrowType<{ confirmedAt: Date }>(),
);

/** Guarded: each code works once. */
export const takeRecoveryCode = statement((given: Parameters<Cardholder & { codeHash: Buffer }>) =>
  kysely
    .updateTable("recoveryCode")
    .set({ usedAt: now })
    .where("cardholderId", "=", given.cardholderId)
    .where("codeHash", "=", given.codeHash)
    .where("usedAt", "is", null)
    .returning("cardholderId"),
);

export const deleteRecoveryCodes = statement((given: Parameters<Cardholder>) =>
  kysely.deleteFrom("recoveryCode").where("cardholderId", "=", given.cardholderId),
);

export const insertRecoveryCodes = statement(
  (given: Parameters<Cardholder & { codeHashes: Buffer[] }>) =>
    kysely
      .insertInto("recoveryCode")
      .columns(["cardholderId", "codeHash"])
      .expression(
        kysely.selectNoFrom([
          given.cardholderId.as("cardholderId"),
          sql<Buffer>`unnest(${given.codeHashes}::bytea[])`.as("codeHash"),
        ]),
      ),
);

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

export const findWait = statement((given: Parameters<Cardholder>) =>
  kysely
    .selectFrom("codeAttempt")
    .select(sql<number | null>`ceil(extract(epoch from wait_until - now()))::int`.as("seconds"))
    .where("cardholderId", "=", given.cardholderId),
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
      of.or([
        of("alertedAt", "is", null),
        of("alertedAt", "<=", sql<Date>`now() - interval '1 hour'`),
      ]),
    )
    .returning("cardholderId"),
);

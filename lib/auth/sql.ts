/** SQL of sessions, their tokens and API keys. */
import { type Expression, sql } from "kysely";
import { anyOf, asBoolean, insertFrom, now, raw } from "../database/expressions.ts";
import { type Parameters, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";

/** How many sessions of one person are open: beyond that, the least recently used ends. */
export const MAX_OPEN_SESSIONS = 100;
/** How many ended ones are kept until retention deletes them: they tell which networks the person knows. */
const MAX_ENDED_SESSIONS = 100;

type NewSession = {
  familyId: string;
  cardholderId: string;
  lifetimeSeconds: number;
  userAgent: string | null;
  networkHash: Buffer | null;
};

const cardholderToSignIn = (given: Parameters<NewSession>) =>
  kysely
    .selectFrom("cardholder")
    .select("cardholder.id as cardholderId")
    .where("cardholder.id", "=", given.cardholderId)
    // The lock waits for other sign-ins, and while the password is being replaced, and then rechecks it.
    .forNoKeyUpdate();

const isOpen = sql<boolean>`(revoked_at is null and expires_at > now())`;

/** Opens a session for the cardholder of a query, and ends and deletes those that are too many. */
const openFor = (
  given: Parameters<NewSession>,
  cardholder: ReturnType<typeof cardholderToSignIn>,
) =>
  kysely
    .with(
      (cte) => cte("person").materialized(),
      () => cardholder,
    )
    .with("ended", (db) =>
      db
        .updateTable("sessionFamily")
        .set({ revokedAt: now })
        .where(
          "id",
          "=",
          anyOf(
            db
              .selectFrom("sessionFamily as s")
              .innerJoin("person", "person.cardholderId", "s.cardholderId")
              .select("s.id")
              .where(isOpen)
              .orderBy("s.lastUsedAt", "desc")
              .orderBy("s.id", "desc")
              .offset(sql.lit(MAX_OPEN_SESSIONS - 1)),
          ),
        ),
    )
    .with("deleted", (db) =>
      db.deleteFrom("sessionFamily").where(
        "id",
        "=",
        anyOf(
          db
            .selectFrom("sessionFamily as s")
            .innerJoin("person", "person.cardholderId", "s.cardholderId")
            .select("s.id")
            .where(sql<boolean>`not ${isOpen}`)
            .orderBy("s.createdAt", "desc")
            .orderBy("s.id", "desc")
            .offset(sql.lit(MAX_ENDED_SESSIONS - 1)),
        ),
      ),
    )
    .with("opened", (db) =>
      insertFrom(
        db,
        "sessionFamily",
        db
          .selectFrom("person")
          .select([
            given.familyId.as("id"),
            "person.cardholderId",
            sql<Date>`now() + make_interval(secs => ${given.lifetimeSeconds})`.as("expiresAt"),
            given.userAgent.as("userAgent"),
            given.networkHash.as("networkHash"),
          ]),
      ).returning("id"),
    )
    .selectFrom("opened")
    .select("id");

/** Opens a session. @returns no row if the cardholder does not exist */
export const insertSession = statement((given: Parameters<NewSession>) =>
  openFor(given, cardholderToSignIn(given)),
);

/** Opens a session if the password still has this hash. @returns no row if it was replaced */
export const insertSessionByPassword = statement(
  (given: Parameters<NewSession & { passwordHash: string }>) =>
    openFor(given, cardholderToSignIn(given).where("passwordHash", "=", given.passwordHash)),
);

/** A person's most recently used open sessions, one of them first, and the number of all. */
export const findSessions = statement(
  (given: Parameters<{ cardholderId: string; first: string; limit: number }>) =>
    kysely
      .selectFrom("sessionFamily as s")
      .select(["s.id", "s.createdAt", "s.lastUsedAt", "s.expiresAt", "s.userAgent"])
      .select((of) => asBoolean(of("s.id", "=", given.first)).as("isCurrent"))
      .select(sql<number>`count(*) over ()`.as("count"))
      .where("s.cardholderId", "=", given.cardholderId)
      .where(isOpen)
      .orderBy("isCurrent", "desc")
      .orderBy("s.lastUsedAt", "desc")
      .orderBy("s.id", "desc")
      .limit(given.limit),
);

/** A session that has neither ended nor expired by the database's clock. */
export const findOpenSession = statement(
  (given: Parameters<{ familyId: string }>) =>
    kysely
      .selectFrom("sessionFamily as f")
      .innerJoin("cardholder as c", "c.id", "f.cardholderId")
      .select(["c.id as cardholderId", "f.id as familyId", "c.role"])
      .where("f.id", "=", given.familyId)
      .where("f.revokedAt", "is", null)
      .where("f.expiresAt", ">", now),
  { name: "session-family", onRequest: true },
);

/** At most once a minute, so that not every page view writes. */
export const updateLastUse = statement(
  (given: Parameters<{ familyId: string }>) =>
    kysely
      .updateTable("sessionFamily")
      .set({ lastUsedAt: now })
      .where("id", "=", given.familyId)
      .where("lastUsedAt", "<", sql<Date>`now() - interval '1 minute'`),
  { name: "session-use" },
);

export const revokeSession = statement(
  (given: Parameters<{ familyId: string; cardholderId: string }>) =>
    kysely
      .updateTable("sessionFamily")
      .set({ revokedAt: now })
      .where("id", "=", given.familyId)
      .where("cardholderId", "=", given.cardholderId)
      .where("revokedAt", "is", null)
      .returning("id"),
);

/** All of a cardholder's open sessions except one. */
export const revokeSessions = statement(
  (given: Parameters<{ cardholderId: string; except: string | null }>) =>
    kysely
      .updateTable("sessionFamily")
      .set({ revokedAt: now })
      .where("cardholderId", "=", given.cardholderId)
      .where("id", "is distinct from", sql<string>`${given.except}::uuid`)
      .where("revokedAt", "is", null)
      .where("expiresAt", ">", now)
      .returning("id"),
);

export const findSignInFromNetwork = statement(
  (given: Parameters<{ cardholderId: string; networkHashes: Buffer[]; days: number }>) =>
    kysely
      .selectFrom("sessionFamily")
      .select("id")
      .where("cardholderId", "=", given.cardholderId)
      .where("networkHash", "=", sql<Buffer>`any(${given.networkHashes})`)
      .where("createdAt", ">", sql<Date>`now() - make_interval(days => ${given.days})`)
      .limit(sql.lit(1)),
);

const graceBegan = (at: Expression<Date>, graceSeconds: Expression<number>) =>
  sql<Date>`${at} - make_interval(secs => ${graceSeconds})`;

/** How many unused tokens of one session are kept, beside those that may still be racing. */
const MAX_UNUSED_TOKENS = 100;

/**
 * Rotation in one statement. Concurrent uses of a token wait for its row lock, and see in `rotated_at` when
 * it was first used. Each use within the grace period gets its own successor, and none invalidates another.
 * Tokens past their grace period are deleted: a token names its session, so reuse is detected without its row.
 */
export const rotate = statement(
  (
    given: Parameters<{
      tokenHash: Buffer;
      successorHash: Buffer;
      at: Date | null;
      graceSeconds: number;
    }>,
  ) =>
    kysely
      .with("clock", (db) =>
        db.selectNoFrom(sql<Date>`coalesce(${given.at}::timestamptz, now())`.as("at")),
      )
      .with("used", (db) =>
        db
          .updateTable("refreshToken as t")
          .from(["clock", "sessionFamily as f"])
          .innerJoin("cardholder as c", "c.id", "f.cardholderId")
          .set((of) => ({ rotatedAt: of.fn.coalesce("t.rotatedAt", "clock.at") }))
          .where("t.tokenHash", "=", given.tokenHash)
          .whereRef("f.id", "=", "t.familyId")
          .where("c.role", "=", sql.lit("cardholder"))
          .where("f.revokedAt", "is", null)
          .whereRef("f.expiresAt", ">", "clock.at")
          .returning((of) => [
            "f.id as familyId",
            "f.cardholderId",
            "clock.at",
            asBoolean(
              of(
                "clock.at",
                "<=",
                sql<Date>`t.rotated_at + make_interval(secs => ${given.graceSeconds})`,
              ),
            ).as("inTime"),
          ]),
      )
      .with("issued", (db) =>
        insertFrom(
          db,
          "refreshToken",
          db
            .selectFrom("used")
            .select([given.successorHash.as("tokenHash"), "familyId", "at as issuedAt"])
            .where((of) => of.ref("inTime")),
        ),
      )
      .with("forgotten", (db) =>
        db.deleteFrom("refreshToken").where(
          "tokenHash",
          "=",
          anyOf(
            db
              .selectFrom("refreshToken as t")
              .innerJoin("used", "used.familyId", "t.familyId")
              .select("t.tokenHash")
              .where((of) => of.ref("used.inTime"))
              .where("t.tokenHash", "<>", given.tokenHash)
              .where((of) =>
                of.or([
                  of("t.rotatedAt", "<", graceBegan(of.ref("used.at"), given.graceSeconds)),
                  of(
                    "t.tokenHash",
                    "in",
                    of
                      .selectFrom("refreshToken as unused")
                      .select("unused.tokenHash")
                      .whereRef("unused.familyId", "=", "used.familyId")
                      .where("unused.rotatedAt", "is", null)
                      .where(
                        "unused.issuedAt",
                        "<",
                        graceBegan(of.ref("used.at"), given.graceSeconds),
                      )
                      .orderBy("unused.issuedAt", "desc")
                      .offset(sql.lit(MAX_UNUSED_TOKENS)),
                  ),
                ]),
              )
              .forUpdate("t")
              .skipLocked(),
          ),
        ),
      )
      // To the minute, which is precise enough and saves writes.
      .with("touched", (db) =>
        db
          .updateTable("sessionFamily as f")
          .from("used")
          .set((of) => ({ lastUsedAt: of.ref("used.at") }))
          .whereRef("f.id", "=", "used.familyId")
          .where((of) => of.ref("used.inTime"))
          .where("f.lastUsedAt", "<", sql<Date>`used.at - interval '1 minute'`),
      )
      .selectFrom("used")
      .select(["familyId", "cardholderId", "inTime"]),
  { name: "refresh-token", onRequest: true },
);

export const findApiKeys = statement(
  (given: Parameters<{ keyIds: readonly string[]; environment: string }>) =>
    kysely
      .selectFrom("apiKey")
      .select(["keyId", "bankId", "secretHash", "revokedAt"])
      .where("keyId", "=", sql<string>`any(${given.keyIds})`)
      .where("environment", "=", given.environment),
  { name: "api-keys", onRequest: true },
);

type SealedValue = { id: string; keyId: string; sealed: Buffer };

/** The encrypted values of a column. */
export const sealedValues = (table: string, id: string, keyId: string, sealed: string) =>
  raw<SealedValue>(sql`
    select ${sql.ref(id)}::text as id, ${sql.ref(keyId)} as key_id, ${sql.ref(sealed)} as sealed
    from ${sql.table(table)} where ${sql.ref(sealed)} is not null`);

/** Replaces values, unless they have changed: then they already have the first key. */
export function replaceSealed(
  table: string,
  id: string,
  keyId: string,
  sealed: string,
  values: (SealedValue & { before: Buffer })[],
) {
  const column = (name: keyof (typeof values)[number]) => values.map((value) => value[name]);
  return raw(sql`
    update ${sql.table(table)} as old
    set ${sql.ref(keyId)} = anew.key_id, ${sql.ref(sealed)} = anew.sealed
    from unnest(${column("id")}::text[], ${column("keyId")}::text[], ${column("sealed")}::bytea[],
      ${column("before")}::bytea[]) as anew (id, key_id, sealed, before)
    where old.${sql.ref(id)}::text = anew.id and old.${sql.ref(sealed)} = anew.before`);
}

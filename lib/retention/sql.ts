/** SQL of retention: for each rule, a batch of rows that are older than a number of days. */
import { sql } from "kysely";
import { kysely } from "../database/tables.ts";

const daysAgo = (days: number) => sql<Date>`now() - ${days} * interval '1 day'`;
const today = sql<Date>`(now() at time zone 'UTC')::date`;

/** By rule. */
export const PRUNE = {
  /** Endpoints' responses. */
  webhookAnswers: (days: number, limit: number) =>
    kysely
      .updateTable("webhookAttempt")
      .set({ responseBody: null })
      .where("id", "in", (of) =>
        of
          .selectFrom("webhookAttempt")
          .select("id")
          .where("responseBody", "is not", null)
          .where("attemptedAt", "<", daysAgo(days))
          .limit(limit),
      ),
  idempotencyKeys: (days: number, limit: number) =>
    kysely
      .updateTable("donation")
      .set({ idempotencyKey: null })
      .where("id", "in", (of) =>
        of
          .selectFrom("donation")
          .select("id")
          .where("idempotencyKey", "is not", null)
          .where("createdAt", "<", daysAgo(days))
          .limit(limit),
      ),
  endedSessions: (days: number, limit: number) =>
    kysely.deleteFrom("sessionFamily").where("id", "in", (of) =>
      of
        .selectFrom("sessionFamily")
        .select("id")
        .where(({ fn }) => fn.coalesce("revokedAt", "expiresAt"), "<", daysAgo(days))
        .limit(limit),
    ),
  mails: (days: number, limit: number) =>
    kysely
      .deleteFrom("mail")
      .where("id", "in", (of) =>
        of
          .selectFrom("mail")
          .select("id")
          .where("status", "<>", sql.lit("pending"))
          .where("createdAt", "<", daysAgo(days))
          .limit(limit),
      ),
  embedSessions: (days: number, limit: number) =>
    kysely
      .deleteFrom("embedSession")
      .where("id", "in", (of) =>
        of
          .selectFrom("embedSession")
          .select("id")
          .where("expiresAt", "<", daysAgo(days))
          .limit(limit),
      ),
  resetTokens: (days: number, limit: number) =>
    kysely
      .deleteFrom("resetToken")
      .where("tokenHash", "in", (of) =>
        of
          .selectFrom("resetToken")
          .select("tokenHash")
          .where("expiresAt", "<", daysAgo(days))
          .limit(limit),
      ),
  mailCounts: (days: number, limit: number) =>
    kysely
      .deleteFrom("mailCount")
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple("mailbox", "day", "limitName"),
          "in",
          selectFrom("mailCount")
            .select(["mailbox", "day", "limitName"])
            .where("day", "<", sql<Date>`${today} - ${days}::int`)
            .limit(limit)
            .$asTuple("mailbox", "day", "limitName"),
        ),
      ),
  bankUsage: (days: number, limit: number) =>
    kysely
      .deleteFrom("bankUsage")
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple("bankId", "day"),
          "in",
          selectFrom("bankUsage")
            .select(["bankId", "day"])
            .where("day", "<", sql<Date>`${today} - ${days}::int`)
            .limit(limit)
            .$asTuple("bankId", "day"),
        ),
      ),
  dailyGiftTotals: (days: number, limit: number) =>
    kysely
      .deleteFrom("dailyGiftTotal")
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple("accountId", "day"),
          "in",
          selectFrom("dailyGiftTotal")
            .select(["accountId", "day"])
            .where("day", "<", sql<Date>`${today} - ${days}::int`)
            .limit(limit)
            .$asTuple("accountId", "day"),
        ),
      ),
  dailyKeyTotals: (days: number, limit: number) =>
    kysely
      .deleteFrom("dailyKeyTotal")
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple("bankId", "keyId", "day"),
          "in",
          selectFrom("dailyKeyTotal")
            .select(["bankId", "keyId", "day"])
            .where("day", "<", sql<Date>`${today} - ${days}::int`)
            .limit(limit)
            .$asTuple("bankId", "keyId", "day"),
        ),
      ),
  authorizations: (days: number, limit: number) =>
    kysely
      .deleteFrom("giftAuthorization")
      .where("id", "in", (of) =>
        of
          .selectFrom("giftAuthorization")
          .select("id")
          .where("status", "in", ["declined", "expired"])
          .where("createdAt", "<", daysAgo(days))
          .limit(limit),
      ),
  codeAttempts: (days: number, limit: number) =>
    kysely
      .deleteFrom("codeAttempt")
      .where("cardholderId", "in", (of) =>
        of
          .selectFrom("codeAttempt")
          .select("cardholderId")
          .where("expiresAt", "<", daysAgo(days))
          .limit(limit),
      ),
  oauthObjects: (days: number, limit: number) =>
    kysely.deleteFrom("oauthObject").where("idHash", "in", (of) =>
      of
        .selectFrom("oauthObject")
        .select("idHash")
        .where("expiresAt", "<", daysAgo(days))
        .limit(limit)
        // Their links may be ending, which locks the same rows in another order.
        .forUpdate()
        .skipLocked(),
    ),
  accountLinks: (days: number, limit: number) =>
    kysely
      .deleteFrom("accountLink")
      .where("id", "in", (of) =>
        of
          .selectFrom("accountLink")
          .select("id")
          .where("expiresAt", "<", daysAgo(days))
          .limit(limit),
      ),
  signingKeys: (days: number, limit: number) =>
    kysely
      .deleteFrom("signingKey")
      .where("kid", "in", (of) =>
        of
          .selectFrom("signingKey")
          .select("kid")
          .where("publishedUntil", "<", daysAgo(days))
          .limit(limit),
      ),
};

const COUNTER = ["list", "owner", "part", "status", "day"] as const;

/** Each counting transaction adds a row of its own; days that are over are merged into one row. */
export const mergeDayTallies = kysely
  .with("deleted", (db) =>
    db
      .deleteFrom("dayTally")
      .where("day", "<", sql<Date>`${today} - 2`)
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple(...COUNTER),
          "in",
          selectFrom("dayTally")
            .select(COUNTER)
            .groupBy(COUNTER)
            .having(sql<number>`count(*)`, ">", sql.lit(1))
            .$asTuple(...COUNTER),
        ),
      )
      .returning([...COUNTER, "count"]),
  )
  .insertInto("dayTally")
  .columns([...COUNTER, "count"])
  .expression((db) =>
    db
      .selectFrom("deleted")
      .select([...COUNTER, ({ fn }) => fn.sum<number>("count").as("count")])
      .groupBy(COUNTER),
  );

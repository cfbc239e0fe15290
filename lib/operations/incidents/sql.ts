/** SQL of incidents: one query per kind, all with the same columns, oldest first. */
import { sql } from "kysely";
import { kysely } from "../../database/tables.ts";
import { problemIsOver } from "../../jobs/sql.ts";

/** How many of a kind are listed; all are counted. */
const SHOWN = 20;

const all = sql<number>`count(*) over ()`.as("count");
const none = sql<null>`null`;

/** Pending pushes: the flagged ones, or those that are still retried. */
const pushes = (flagged: boolean) =>
  kysely
    .selectFrom("credit as c")
    .innerJoin("donation as d", "d.id", "c.donationId")
    .innerJoin("school as s", "s.id", "d.schoolId")
    .innerJoin("bank as b", "b.id", "d.bankId")
    .select([
      "c.donationId as subject",
      sql<string>`s.name || ', from ' || b.name`.as("about"),
      "c.lastError as reason",
      "d.createdAt as since",
      "c.attemptCount as attempts",
      "c.nextAttemptAt",
      "d.schoolId as key",
      all,
    ])
    .where("c.status", "=", "pending")
    .where("c.heldAt", "is", null)
    .where((of) =>
      flagged
        ? of("c.flaggedAt", "is not", null)
        : of.and([of("c.flaggedAt", "is", null), of("c.lastError", "is not", null)]),
    )
    .orderBy("d.createdAt")
    .limit(SHOWN);

/** Held by an operator or for a review. */
export const heldPushes = kysely
  .selectFrom("credit as c")
  .innerJoin("donation as d", "d.id", "c.donationId")
  .innerJoin("school as s", "s.id", "d.schoolId")
  .innerJoin("bank as b", "b.id", "d.bankId")
  .select([
    "c.donationId as subject",
    sql<string>`s.name || ', from ' || b.name`.as("about"),
    "c.holdReason as reason",
    sql<Date>`c.held_at`.as("since"),
    "c.attemptCount as attempts",
    none.as("nextAttemptAt"),
    "d.bankId as key",
    all,
  ])
  .where("c.status", "=", "pending")
  .where("c.heldAt", "is not", null)
  .orderBy("c.heldAt")
  .limit(SHOWN);

export const flaggedPushes = pushes(true);
export const retriedPushes = pushes(false);

/** Late work of one kind: one row, or none. */
const late = (
  table: "credit" | "webhookDelivery" | "eventReplay" | "mail",
  what: string,
  lateByMs: number,
) =>
  kysely
    .selectFrom(table)
    .select((of) => [
      sql<string>`${what}::text`.as("subject"),
      of.fn.min("nextAttemptAt").as("since"),
      of.fn.countAll<number>().as("count"),
    ])
    .where("status", "=", "pending")
    .where("nextAttemptAt", "<", sql<Date>`now() - ${lateByMs} * interval '1 millisecond'`)
    .$if(table === "credit", (rows) => rows.where(sql<boolean>`held_at is null`))
    .having((of) => of(of.fn.countAll(), ">", 0));

export const lateWork = (lateByMs: number) =>
  kysely
    .selectFrom(
      late("credit", "pushes", lateByMs)
        .unionAll(late("webhookDelivery", "deliveries", lateByMs))
        .unionAll(late("eventReplay", "replays", lateByMs))
        .unionAll(late("mail", "mails", lateByMs))
        .as("late"),
    )
    .select([
      "subject",
      sql<string>`subject || ', ' || count || ' in total'`.as("about"),
      sql<string>`'overdue, and no process is working on it'`.as("reason"),
      "since",
      none.as("attempts"),
      "since as nextAttemptAt",
      sql<string>`''`.as("key"),
      all,
    ])
    .orderBy("since")
    .limit(SHOWN);

/** At most one: what keeps an Inngest server from getting jobs. */
export const engineProblems = kysely
  .selectFrom("engineProblem")
  .select([
    sql<string>`'inngest'`.as("subject"),
    sql<string>`'the Inngest server'`.as("about"),
    "reason",
    "since",
    none.as("attempts"),
    none.as("nextAttemptAt"),
    sql<string>`''`.as("key"),
    all,
  ])
  .where((of) => of.not(problemIsOver));

const endpoints = kysely
  .selectFrom("webhookEndpoint as e")
  .innerJoin("bank as b", "b.id", "e.bankId")
  .select(["e.id as subject", sql<string>`e.url || ', of ' || b.name`.as("about")])
  .select([none.as("attempts"), none.as("nextAttemptAt"), all])
  .limit(SHOWN);

export const disabledEndpoints = endpoints
  .select((of) => [
    "e.disabledReason as reason",
    of.fn.coalesce("e.failingSince", "e.createdAt").as("since"),
    sql<string>`''`.as("key"),
  ])
  .where("e.status", "=", "disabled")
  .orderBy("since");

export const failingEndpoints = endpoints
  .select([
    sql<string>`'it hasn''t accepted a delivery since then'`.as("reason"),
    sql<Date>`e.failing_since`.as("since"),
    "e.bankId as key",
  ])
  .where("e.status", "=", "enabled")
  .where("e.failingSince", "is not", null)
  .orderBy("since");

/** Per endpoint, as the index has them. Those of a disabled endpoint wait for it to be enabled. */
export const deadLetters = kysely
  .selectFrom("webhookEndpoint as e")
  .innerJoin("webhookDelivery as d", (join) =>
    join.onRef("d.endpointId", "=", "e.id").on("d.status", "=", "dead"),
  )
  .innerJoin("event as v", "v.id", "d.eventId")
  .leftJoinLateral(
    (from) =>
      from
        .selectFrom("webhookAttempt")
        .select(["error", "responseCode"])
        .whereRef("deliveryId", "=", "d.id")
        .orderBy("id", "desc")
        .limit(1)
        .as("a"),
    (join) => join.onTrue(),
  )
  .select([
    "v.id as subject",
    sql<string>`v.type || ' for ' || e.url`.as("about"),
    sql<
      string | null
    >`coalesce(a.error, 'it responded with ' || a.response_code, e.disabled_reason)`.as("reason"),
    "d.createdAt as since",
    "d.attemptCount as attempts",
    none.as("nextAttemptAt"),
    sql<string>`''`.as("key"),
    all,
  ])
  .where("e.status", "=", "enabled")
  .orderBy("d.createdAt")
  .limit(SHOWN);

export const failedEmails = kysely
  .selectFrom("mail")
  .select([
    "id as subject",
    "subject as about",
    "lastError as reason",
    "createdAt as since",
    "attemptCount as attempts",
    none.as("nextAttemptAt"),
    sql<string>`''`.as("key"),
    all,
  ])
  .where("status", "=", "failed")
  .orderBy("createdAt")
  .limit(SHOWN);

/** How many of a bank are counted, and for how long they are shown. */
const COUNTED = 1_000;
const FLAGGED_FOR = sql<Date>`now() - interval '7 days'`;

/** Per bank: what was flagged lately, because points and dollars disagree. */
export const flaggedDonations = kysely
  .selectFrom("bank as b")
  .innerJoinLateral(
    (from) =>
      from
        .selectFrom((of) =>
          of
            .selectFrom("donation")
            .select("createdAt")
            .whereRef("bankId", "=", "b.id")
            .where(sql<boolean>`points_mismatch`)
            .where("createdAt", ">", FLAGGED_FOR)
            .orderBy("createdAt", "desc")
            .limit(COUNTED)
            .as("recent"),
        )
        .select((of) => [
          of.fn.countAll<number>().as("flagged"),
          of.fn.min("recent.createdAt").as("oldest"),
        ])
        .as("d"),
    (join) => join.on("d.flagged", ">", 0),
  )
  .select([
    "b.id as subject",
    sql<string>`b.name || ', ' || d.flagged || ' in seven days'`.as("about"),
    sql<string>`'points disagree with the program''s rate'`.as("reason"),
    "d.oldest as since",
    none.as("attempts"),
    none.as("nextAttemptAt"),
    "b.id as key",
    all,
  ])
  .orderBy("d.oldest")
  .limit(SHOWN);

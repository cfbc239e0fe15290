/** SQL of the snapshot: one statement, whose cost does not grow with the data. */
import { type SelectQueryBuilder, sql } from "kysely";
import { now } from "../database/expressions.ts";
import { kysely, type Tables } from "../database/tables.ts";

/** Backlogs are counted up to this limit. */
export const COUNTED_UP_TO = 10_000;

/** The number of rows, up to the limit. */
const upTo = <TB extends keyof Tables>(rows: SelectQueryBuilder<Tables, TB, object>) =>
  sql<number>`(select count(*) from (${rows.select(sql`1`.as("one")).limit(COUNTED_UP_TO)}) counted)`;

const summed = sql<number>`coalesce(sum(count), 0)::int8`.as("count");

/**
 * The queues with runs, by skip scan of the index. A lost holder's run counts as due: its lease has
 * expired.
 */
const withDueRuns = kysely
  .withRecursive("queue(queue)", (db) =>
    db
      .selectFrom((from) =>
        from
          .selectFrom("executorRun")
          .select("queue")
          .where("dueAt", "is not", null)
          .orderBy("queue")
          .limit(1)
          .as("first"),
      )
      .select("first.queue")
      .unionAll(
        db
          .selectFrom("queue")
          .crossJoinLateral((from) =>
            from
              .selectFrom("executorRun as r")
              .select("r.queue")
              .where("r.dueAt", "is not", null)
              .whereRef("r.queue", ">", "queue.queue")
              .orderBy("r.queue")
              .limit(1)
              .as("later"),
          )
          .select("later.queue"),
      ),
  )
  .with("firstDue", (db) =>
    db
      .selectFrom("queue")
      .crossJoinLateral((from) =>
        from
          .selectFrom("executorRun as r")
          .select("r.dueAt")
          .whereRef("r.queue", "=", "queue.queue")
          .where("r.dueAt", "<=", now)
          .orderBy("r.dueAt")
          .limit(1)
          .as("head"),
      )
      .select((of) => of.fn.min("head.dueAt").as("at")),
  )
  .with("due", (db) =>
    db
      .selectFrom((of) =>
        of
          .selectFrom("queue")
          .crossJoinLateral((from) =>
            from
              .selectFrom("executorRun as r")
              .select("r.dueAt")
              .whereRef("r.queue", "=", "queue.queue")
              .where("r.dueAt", "<=", now)
              .orderBy("r.dueAt")
              .limit(COUNTED_UP_TO)
              .as("head"),
          )
          .select("head.dueAt")
          .limit(COUNTED_UP_TO)
          .as("head"),
      )
      .select((of) => [
        of.fn.countAll<number>().as("count"),
        of.fn
          .countAll<number>()
          .filterWhere("head.dueAt", "<", sql<Date>`now() - interval '1 minute'`)
          .as("late"),
      ]),
  );

/** The first entry of an index per bank or endpoint, and tallies. */
const withOldest = withDueRuns
  .with("firstPending", (db) =>
    db
      .selectFrom("bank")
      .crossJoinLateral((from) =>
        from
          .selectFrom("donation as d")
          .select("d.createdAt")
          .whereRef("d.bankId", "=", "bank.id")
          .where("d.status", "=", "pending")
          .orderBy("d.createdAt")
          .limit(1)
          .as("head"),
      )
      .select((of) => of.fn.min("head.createdAt").as("at")),
  )
  .with("endpoint", (db) =>
    db.selectFrom("webhookEndpoint").select("id").where("status", "<>", "deleted"),
  )
  .with("delivery", (db) =>
    db
      .selectFrom(
        sql<{ status: string }>`(values ('pending'), ('dead'))`.as<"states">(sql`states(status)`),
      )
      .leftJoin("endpoint", (join) => join.onTrue())
      .leftJoinLateral(
        (from) =>
          from
            .selectFrom("webhookDelivery as d")
            .select("d.createdAt")
            .whereRef("d.endpointId", "=", "endpoint.id")
            .whereRef("d.status", "=", "states.status")
            .orderBy("d.createdAt")
            .limit(1)
            .as("head"),
        (join) => join.onTrue(),
      )
      .select((of) => [
        "states.status",
        of.fn.min("head.createdAt").as("oldest"),
        sql<number>`(${of
          .selectFrom("tally")
          .select(summed)
          .where("list", "=", "deliveries")
          .whereRef("tally.status", "=", "states.status")
          .where("owner", "in", (from) => from.selectFrom("endpoint").select("endpoint.id"))})`.as(
          "count",
        ),
      ])
      .groupBy("states.status"),
  );

const pendingDonations = kysely
  .selectFrom("tally")
  .select(summed)
  .where("list", "=", "donations")
  .where("status", "=", "pending");
const running = kysely
  .selectFrom("executorRun")
  .select((of) => of.fn.countAll().as("count"))
  .where("held", "=", true)
  .where("dueAt", ">", now);
const pendingEmails = kysely.selectFrom("mail").where("status", "=", "pending");

/** Counts, and when the oldest of a kind was requested: null if there is none. */
export const snapshotQuery = withOldest.selectNoFrom([
  sql<number>`(${pendingDonations})`.as("donationsPending"),
  sql<Date | null>`(select at from first_pending)`.as("oldestPending"),
  upTo(kysely.selectFrom("credit").where("flaggedAt", "is not", null)).as("flagged"),
  upTo(kysely.selectFrom("outbox")).as("outbox"),
  sql<Date | null>`(select created_at from outbox order by id limit 1)`.as("oldestOutbox"),
  sql<number>`(${running})`.as("runsRunning"),
  sql<number>`(select count from due)`.as("runsDue"),
  sql<number>`(select late from due)`.as("runsLate"),
  sql<Date | null>`(select at from first_due)`.as("oldestDueRun"),
  sql<number>`(select count from delivery where status = 'pending')`.as("deliveriesPending"),
  sql<number>`(select count from delivery where status = 'dead')`.as("deliveriesDead"),
  sql<Date | null>`(select oldest from delivery where status = 'pending')`.as(
    "oldestDeliveryPending",
  ),
  sql<Date | null>`(select oldest from delivery where status = 'dead')`.as("oldestDeliveryDead"),
  upTo(pendingEmails).as("emailsPending"),
  sql<Date | null>`(${pendingEmails.select("createdAt").orderBy("createdAt").limit(1)})`.as(
    "oldestEmail",
  ),
  now.as("asOf"),
]);

/** When a donation was last completed or failed. */
export const lastSettled = kysely
  .selectFrom("bank as b")
  .crossJoinLateral((from) =>
    from
      .selectFrom("donation")
      .select(sql<Date>`coalesce(completed_at, failed_at)`.as("at"))
      .whereRef("bankId", "=", "b.id")
      .where("status", "<>", "pending")
      .orderBy(sql`coalesce(completed_at, failed_at)`, "desc")
      .limit(1)
      .as("last"),
  )
  .select(sql<Date | null>`max(last.at)`.as("at"));

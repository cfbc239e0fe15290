/** SQL of the outbox, jobs that are committed but not dispatched yet, and of what is known about the engine. */
import { type SqlBool, sql } from "kysely";
import { insertFrom, now } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";
import type { JobRow } from "./enqueue.ts";

export const insertJobs = statement((given: Parameters<{ jobs: JobRow[] }>) =>
  insertFrom(
    kysely,
    "outbox",
    kysely
      .selectFrom(recordset(given.jobs, "job", { id: "uuid", name: "text", data: "jsonb" }))
      .select(["id", "name", "data"]),
  ),
);

/** The age of the oldest job. It is the first by ID, so the query is fast however long the outbox is. */
export const oldestWaiting = statement(
  () =>
    kysely
      .selectFrom("outbox")
      .select(sql<number>`greatest(0, extract(epoch from now() - created_at))::int`.as("seconds"))
      .orderBy("id")
      .limit(1),
  { onRequest: true },
);

/** Whether a problem was last reported so long ago that it is over. */
export const problemIsOver = sql<SqlBool>`engine_problem.last_at < now() - interval '1 minute'`;

/** Of all processes: the last report is shown, since the first without a break. */
export const recordEngineProblem = statement((given: Parameters<{ reason: string }>) =>
  kysely
    .insertInto("engineProblem")
    .values({ reason: given.reason })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet(({ ref, case: choose }) => ({
        reason: ref("excluded.reason"),
        since: choose().when(problemIsOver).then(now).else(ref("engineProblem.since")).end(),
        lastAt: now,
      })),
    ),
);

/** Once there, it stays. */
export const insertRegistration = statement(() =>
  kysely
    .insertInto("engineRegistration")
    .defaultValues()
    .onConflict((conflict) => conflict.column("id").doNothing()),
);

export const findRegistration = statement(
  () => kysely.selectFrom("engineRegistration").select("registeredAt"),
  { onRequest: true },
);

const waiting = kysely.selectFrom("outbox").select("id").orderBy("id").forUpdate().skipLocked();

/** Removes jobs, and returns them in no particular order. */
const take = (due: typeof waiting) =>
  kysely
    .with("due", () => due)
    .deleteFrom("outbox")
    // As an array, so that no plan scans the whole outbox, most of whose rows are dead.
    .where("id", "=", sql<string>`any(array(select id from due))`)
    .returning(["id", "name", "data"]);

/** Removes the oldest jobs that no other dispatcher has locked, in no particular order. */
export const takeJobs = statement((given: Parameters<{ count: number }>) =>
  take(waiting.limit(given.count)),
);

/** Removes those of these jobs that no other dispatcher has locked or taken. */
export const takeTheseJobs = statement((given: Parameters<{ ids: string[] }>) =>
  take(waiting.where("id", "=", sql<string>`any(${given.ids}::uuid[])`)),
);

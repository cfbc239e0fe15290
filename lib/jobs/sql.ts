/** The outbox: jobs between the commit that asks for them and their dispatch. */
import { insertFrom } from "../database/expressions.ts";
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

/** Takes out the oldest jobs that nobody else is just taking, in no particular order. */
export const takeJobs = statement((given: Parameters<{ count: number }>) =>
  kysely
    .with("due", (db) =>
      db
        .selectFrom("outbox")
        .select("id")
        .orderBy("id")
        .limit(given.count)
        .forUpdate()
        .skipLocked(),
    )
    .deleteFrom("outbox")
    .using("due")
    .whereRef("outbox.id", "=", "due.id")
    .returning(["outbox.id", "outbox.name", "outbox.data"]),
);

/** SQL of replays. */
import { type SqlBool, sql } from "kysely";
import { insertFrom, now } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";
import type { Work } from "../../jobs/sql.ts";
import { receives } from "../events/sql.ts";

/** The events to redeliver, to all of the bank's enabled endpoints or to one. */
export type Redelivery = { bankId: string; eventIds: string[]; endpointId: string | null };

/** The endpoint with this ID, or any if it is null. */
const isEndpoint = (column: string, endpointId: unknown) =>
  sql<SqlBool>`(${endpointId}::uuid is null or ${sql.ref(column)} = ${endpointId}::uuid)`;

/** Inserts the missing deliveries. */
export const insertMissingDeliveries = statement((given: Parameters<Redelivery>) =>
  insertFrom(
    kysely,
    "webhookDelivery",
    kysely
      .selectFrom("event as e")
      .innerJoin("webhookEndpoint as p", "p.bankId", "e.bankId")
      .select([sql<string>`gen_random_uuid()`.as("id"), "e.id as eventId"])
      .select(["p.id as endpointId", now.as("createdAt")])
      .where(sql<SqlBool>`e.id = any(${given.eventIds}::uuid[])`)
      .where("e.bankId", "=", given.bankId)
      .where("p.status", "=", "enabled")
      .where(isEndpoint("p.id", given.endpointId))
      .where(receives("p", "e"))
      .orderBy("e.id")
      .orderBy("p.id"),
  )
    .onConflict((on) => on.columns(["eventId", "endpointId"]).doNothing())
    .returning("id"),
);

/** Restarts deliveries, whatever their status. @returns the data for their jobs */
export const restartDeliveries = statement((given: Parameters<Redelivery>) =>
  kysely
    .with("chosen", (db) =>
      db
        .selectFrom("webhookDelivery as d")
        .innerJoin("webhookEndpoint as p", "p.id", "d.endpointId")
        .innerJoin("event as e", "e.id", "d.eventId")
        .select("d.id")
        .where(receives("p", "e"))
        .where(sql<SqlBool>`d.event_id = any(${given.eventIds}::uuid[])`)
        .where("p.bankId", "=", given.bankId)
        .where("p.status", "=", "enabled")
        .where(isEndpoint("p.id", given.endpointId))
        .orderBy("d.id")
        .forNoKeyUpdate("d"),
    )
    .updateTable("webhookDelivery as d")
    .from("chosen")
    .set((of) => ({
      status: "pending",
      settledAt: null,
      attemptCount: 0,
      generation: of("d.generation", "+", 1),
      nextAttemptAt: now,
    }))
    .whereRef("d.id", "=", "chosen.id")
    .returning(["d.id", "d.endpointId", "d.generation", "d.attemptCount"]),
);

export const countRunningReplays = statement((given: Parameters<{ bankId: string }>) =>
  kysely
    .selectFrom("eventReplay")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("bankId", "=", given.bankId)
    .where("status", "=", "pending"),
);

/** The number of events in a range until now, counted up to a limit. */
export const countEvents = statement(
  (given: Parameters<{ bankId: string; from: Date; to: Date; upTo: number }>) =>
    kysely
      .selectFrom((db) =>
        db
          .selectFrom("event")
          .select("id")
          .where("bankId", "=", given.bankId)
          .where("createdAt", ">=", given.from)
          .where("createdAt", "<", given.to)
          .where("createdAt", "<=", now)
          .limit(given.upTo)
          .as("counted"),
      )
      .select((of) => of.fn.countAll<number>().as("count")),
);

/** Deletes all except a bank's latest completed replays. */
export const deleteOldReplays = statement((given: Parameters<{ bankId: string; kept: number }>) =>
  kysely
    .deleteFrom("eventReplay")
    .where("id", "in", (db) =>
      db
        .selectFrom("eventReplay")
        .select("id")
        .where("bankId", "=", given.bankId)
        .where("status", "=", "completed")
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .offset(given.kept),
    ),
);

type NewReplay = {
  id: string;
  bankId: string;
  endpointId: string | null;
  from: Date;
  to: Date;
  eventsTotal: number;
  /** Sorts before every other ID. */
  positionId: string;
  status: "pending" | "completed";
};

export const insertReplay = statement((given: Parameters<NewReplay>) =>
  kysely
    .insertInto("eventReplay")
    .values({
      id: given.id,
      bankId: given.bankId,
      endpointId: given.endpointId,
      fromAt: given.from,
      toAt: given.to,
      eventsTotal: given.eventsTotal,
      positionAt: given.from,
      positionId: given.positionId,
      status: given.status,
      completedAt: sql<Date | null>`case when ${given.status}::text = 'completed' then now() end`,
    })
    .returningAll(),
);

/** Claims a replay for its next batch. @returns nothing if a later run has taken over */
export const claimReplay = statement(
  (given: Parameters<{ replayId: string; generation: number }>) =>
    kysely
      .updateTable("eventReplay")
      .set({ nextAttemptAt: now })
      .where("id", "=", given.replayId)
      .where("status", "=", "pending")
      .where("generation", "<=", given.generation)
      .returning(["bankId", "endpointId", "positionAt", "positionId"]),
);

/** The number of endpoints of a replay, and of due deliveries of its bank, up to a limit. */
export const countDue = statement(
  (given: Parameters<{ bankId: string; endpointId: string | null; upTo: number }>) =>
    kysely.selectNoFrom((of) => [
      sql<number>`${of
        .selectFrom("webhookEndpoint as p")
        .select((from) => from.fn.countAll<number>().as("count"))
        .where("p.bankId", "=", given.bankId)
        .where("p.status", "=", "enabled")
        .where(isEndpoint("p.id", given.endpointId))}`.as("endpoints"),
      sql<number>`${of
        .selectFrom((from) =>
          from
            .selectFrom("webhookEndpoint as p")
            .innerJoin("webhookDelivery as d", (join) =>
              join
                .onRef("d.endpointId", "=", "p.id")
                .on("d.status", "=", "pending")
                .on("d.nextAttemptAt", "<=", now),
            )
            .select("d.id")
            .where("p.bankId", "=", given.bankId)
            .where("p.status", "=", "enabled")
            .limit(given.upTo)
            .as("due"),
        )
        .select((from) => from.fn.countAll<number>().as("count"))}`.as("due"),
    ]),
);

type From = {
  replayId: string;
  bankId: string;
  positionAt: Date;
  positionId: string;
  limit: number;
};

/** The next events of a replay's range, as of the time of its request. */
export const nextEvents = statement((given: Parameters<From>) =>
  kysely
    .selectFrom(["event as e", "eventReplay as r"])
    .select(["e.id", "e.createdAt"])
    .where("r.id", "=", given.replayId)
    .where("e.bankId", "=", given.bankId)
    .where(
      sql<SqlBool>`(e.created_at, e.id) > (${given.positionAt}::timestamptz, ${given.positionId}::uuid)`,
    )
    .whereRef("e.createdAt", "<", "r.toAt")
    .whereRef("e.createdAt", "<=", "r.createdAt")
    .orderBy("e.createdAt")
    .orderBy("e.id")
    .limit(given.limit),
);

type Progress = {
  replayId: string;
  events: number;
  deliveries: number;
  /** Null if there was no event: the position stays. */
  positionAt: Date | null;
  positionId: string | null;
  isLast: boolean;
};

/** Records a batch's progress, and where the next one starts. */
export const advanceReplay = statement((given: Parameters<Progress>) =>
  kysely
    .updateTable("eventReplay")
    .set((of) => ({
      events: of("events", "+", given.events),
      deliveries: of("deliveries", "+", given.deliveries),
      positionAt: of.fn.coalesce(sql<Date>`${given.positionAt}::timestamptz`, "positionAt"),
      positionId: of.fn.coalesce(sql<string>`${given.positionId}::uuid`, "positionId"),
      status: sql<string>`case when ${given.isLast}::boolean then 'completed' else status end`,
      completedAt: sql<Date | null>`case when ${given.isLast}::boolean then now() end`,
    }))
    .where("id", "=", given.replayId),
);

/** Replays that are not finished, for the sweep and for operators. */
export const REPLAYS: Work<"webhook/replay.requested"> = {
  job: "webhook/replay.requested",
  table: "eventReplay",
  id: "id",
  owner: sql`bank_id`,
  data: sql`jsonb_build_object('replay_id', id, 'bank_id', bank_id)`,
};

/** SQL of deliveries: loading them for attempts, logging attempts, and listing. */
import { sql } from "kysely";
import { jsonBuildObject } from "kysely/helpers/postgres";
import {
  anyOf,
  asBoolean,
  insertFrom,
  now,
  optimizationFence,
} from "../../database/expressions.ts";
import { type Parameters, recordset, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";
import type { Work } from "../../jobs/sql.ts";
import type { AttemptRow } from "./serialize.ts";

/** Deliveries with everything that an attempt needs. */
export const loadDeliveries = statement(
  (given: Parameters<{ deliveryIds: string[] }>) =>
    kysely
      .selectFrom(
        sql<{ id: string }>`unnest(${given.deliveryIds}::uuid[])`.as<"wanted">(sql`wanted(id)`),
      )
      .crossJoinLateral((db) =>
        db
          .selectFrom("webhookDelivery as d")
          .innerJoinLateral(
            (db) =>
              db
                .selectFrom("event")
                .selectAll()
                .whereRef("event.id", "=", "d.eventId")
                .offset(optimizationFence)
                .as("e"),
            (join) => join.onTrue(),
          )
          .innerJoinLateral(
            (db) =>
              db
                .selectFrom("webhookEndpoint")
                .selectAll()
                .whereRef("webhookEndpoint.id", "=", "d.endpointId")
                .offset(optimizationFence)
                .as("p"),
            (join) => join.onTrue(),
          )
          .leftJoinLateral(
            (db) =>
              db
                .selectFrom("donation")
                .select(["donation.metadata", "donation.cardholderMessage"])
                .whereRef("donation.id", "=", "e.donationId")
                .offset(optimizationFence)
                .as("g"),
            (join) => join.onTrue(),
          )
          .select(["d.id", "d.status", "d.generation", "d.eventId", "e.donationId", "e.bankId"])
          .select("d.attemptCount")
          .select(
            sql<number>`(extract(epoch from d.next_attempt_at - now()) * 1000)::float8`.as(
              "dueInMs",
            ),
          )
          .select(["g.metadata", "g.cardholderMessage"])
          .select(["e.body", "d.endpointId", "p.status as endpointStatus", "p.url"])
          .select(["p.secretKeyId", "p.sealedSecret"])
          .select((of) => {
            const overlaps = of("p.previousSecretExpiresAt", ">", now);
            return [
              asBoolean(of("p.failingSince", "is not", null)).as("endpointFailing"),
              of
                .case()
                .when(overlaps)
                .then(of.ref("p.previousSecretKeyId"))
                .end()
                .as("previousSecretKeyId"),
              of
                .case()
                .when(overlaps)
                .then(of.ref("p.sealedPreviousSecret"))
                .end()
                .as("sealedPreviousSecret"),
            ];
          })
          .whereRef("d.id", "=", "wanted.id")
          .offset(optimizationFence)
          .as("found"),
      )
      .selectAll("found"),
  { name: "load-deliveries" },
);

/** A delivery with everything that an attempt needs. */
export type LoadedDelivery = Awaited<ReturnType<typeof loadDeliveries>>[number];

/** An attempt of a run's generation to log, and how its delivery continues. */
export type LoggedAttempt = {
  deliveryId: string;
  generation: number;
  attemptedAt: Date;
  responseCode: number | null;
  responseBody: string | null;
  error: string | null;
  latencyMs: number;
  status: "pending" | "delivered" | "dead";
  nextWaitMs: number;
};

/** Logs attempts and updates their deliveries, except from failures of runs that others have taken over from. */
export const insertAttempts = statement(
  (given: Parameters<{ attempts: LoggedAttempt[] }>) =>
    kysely
      .with("attempt", (db) =>
        db
          .selectFrom(
            recordset(given.attempts, "attempt", {
              ...{ deliveryId: "uuid", generation: "int4", attemptedAt: "timestamptz" },
              responseCode: "int4",
              ...{ responseBody: "text", error: "text", latencyMs: "int4", status: "text" },
              nextWaitMs: "float8",
            }),
          )
          .selectAll(),
      )
      .with("logged", (db) =>
        insertFrom(
          db,
          "webhookAttempt",
          db
            .selectFrom("attempt")
            .select(["deliveryId", "attemptedAt", "responseCode", "responseBody", "error"])
            .select("latencyMs"),
        ),
      )
      .with("held", (db) =>
        // A fixed lock order, so that concurrent calls cannot deadlock.
        db
          .selectFrom("webhookDelivery")
          .select("id")
          .where("id", "=", anyOf(db.selectFrom("attempt").select("deliveryId")))
          .orderBy("id")
          .forNoKeyUpdate(),
      )
      .updateTable("webhookDelivery as d")
      .from("held")
      .innerJoin("attempt", "attempt.deliveryId", "held.id")
      .set((of) => ({
        attemptCount: of("d.attemptCount", "+", of.lit(1)),
        status: of.ref("attempt.status"),
        settledAt: of.case().when("attempt.status", "<>", "pending").then(now).end(),
        nextAttemptAt: sql<Date>`now() + ${of.ref("attempt.nextWaitMs")} * interval '1 millisecond'`,
      }))
      .whereRef("d.id", "=", "held.id")
      .where((of) => of("d.id", "=", anyOf(of.selectFrom("held").select("id"))))
      .where("d.status", "=", "pending")
      .where((of) =>
        of.or([
          of("attempt.status", "=", "delivered"),
          of("d.generation", "<=", of.ref("attempt.generation")),
        ]),
      ),
  { name: "log-attempts" },
);

/** Guarded by the generation, so that an ending run does not undo a replay that has just started. */
export const markDead = statement((given: Parameters<{ deliveryId: string; generation: number }>) =>
  kysely
    .updateTable("webhookDelivery as d")
    .from("event as e")
    .set({ status: "dead", settledAt: now })
    .where("d.id", "=", given.deliveryId)
    .where("d.status", "=", "pending")
    .where("d.generation", "<=", given.generation)
    .whereRef("e.id", "=", "d.eventId")
    .returning(["d.eventId", "d.endpointId", "e.donationId", "e.bankId"]),
);

/** The latest attempts of delivery `d`, in order, as JSON. */
const latestAttempts = kysely
  .selectFrom((db) =>
    db
      .selectFrom("webhookAttempt")
      .select(["id", "attemptedAt", "responseCode", "error", "latencyMs", "responseBody"])
      .where("deliveryId", "=", sql.ref<string>("d.id"))
      .orderBy("id", "desc")
      .limit(20)
      .as("latest"),
  )
  .select((of) => {
    const { ref } = of;
    const attempt = jsonBuildObject({
      // As Postgres writes a time in JSON.
      attemptedAt: sql<string>`${ref("attemptedAt")}`,
      responseCode: ref("responseCode"),
      error: ref("error"),
      latencyMs: ref("latencyMs"),
      responseBody: ref("responseBody"),
    });
    return sql<AttemptRow[]>`coalesce(json_agg(${attempt} order by ${ref("latest.id")}), '[]')`.as(
      "attempts",
    );
  });

/** Deliveries as they are listed, of all banks. */
export const listedDeliveries = kysely
  .selectFrom("webhookDelivery as d")
  .innerJoin("event as e", "e.id", "d.eventId")
  .select(["d.id", "d.endpointId", "d.eventId", "e.type as eventType", "e.donationId", "d.status"])
  .select(["d.attemptCount", "d.createdAt", "d.nextAttemptAt", "d.settledAt"])
  .select(sql<AttemptRow[]>`${latestAttempts}`.as("attempts"));

/** All endpoints that a bank has ever had. */
export const endpointsOf = (bankId: string) =>
  kysely.selectFrom("webhookEndpoint").select("id").where("bankId", "=", bankId);

/** Deliveries that are not finished, for the sweep and for operators. */
export const DELIVERIES: Work<"webhook/delivery.requested"> = {
  job: "webhook/delivery.requested",
  table: "webhookDelivery",
  id: "id",
  owner: sql`(select bank_id from webhook_endpoint where webhook_endpoint.id = endpoint_id)`,
  data: sql`jsonb_build_object('delivery_id', work.id, 'endpoint_id', endpoint_id, 'bank_id',
    (select bank_id from webhook_endpoint where webhook_endpoint.id = endpoint_id))`,
};

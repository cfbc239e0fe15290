/** SQL of deliveries: loading them for attempts, logging attempts, and listing. */
import { type InferResult, type Selectable, sql } from "kysely";
import { raw } from "../../database/expressions.ts";
import { type Parameters, recordset, statement } from "../../database/statement.ts";
import { kysely, type Tables } from "../../database/tables.ts";
import type { Work } from "../../jobs/sql.ts";
import type { OmittedFields } from "../events/body.ts";

type Row = { [Name in keyof Tables]: Selectable<Tables[Name]> };

/** A delivery with everything that an attempt needs. */
export type LoadedDelivery = OmittedFields &
  Pick<Row["webhookDelivery"], "id" | "status" | "generation" | "attemptCount" | "eventId"> &
  Pick<Row["event"], "bankId" | "donationId" | "body"> &
  Pick<Row["webhookEndpoint"], "url" | "encryptedSecret"> &
  // Null unless the secret was rotated within the last day.
  Pick<Row["webhookEndpoint"], "previousEncryptedSecret"> & {
    dueInMs: number;
    endpointId: string;
    endpointStatus: string;
    endpointFailing: boolean;
  };

export const loadDeliveries = statement(
  (given: Parameters<{ deliveryIds: string[] }>) =>
    raw<LoadedDelivery>(sql`
      select d.id, d.status, d.generation, d.attempt_count,
        (extract(epoch from d.next_attempt_at - now()) * 1000)::float8 as due_in_ms,
        d.event_id, e.bank_id, e.donation_id, e.body, gift.metadata, gift.cardholder_message,
        d.endpoint_id, p.status as endpoint_status, p.failing_since is not null as endpoint_failing,
        p.url, p.encrypted_secret,
        case when p.previous_secret_expires_at > now() then p.previous_encrypted_secret end
          as previous_encrypted_secret
      from webhook_delivery as d
      join event as e on e.id = d.event_id
      join webhook_endpoint as p on p.id = d.endpoint_id
      left join donation as gift on gift.id = e.donation_id
      -- A subquery, so that the plan is the same for any number, and is kept.
      where d.id = any(array(select unnest(${given.deliveryIds}::uuid[])))`),
  { name: "load-deliveries" },
);

/** An attempt to log with its run's generation, and the delivery's next state. */
export type LoggedAttempt = Omit<Row["webhookAttempt"], "id"> & {
  generation: number;
  status: "pending" | "delivered" | "dead";
  nextWaitMs: number;
};

/** Logs attempts and updates their deliveries. A failure in a superseded run doesn't change its delivery. */
export const insertAttempts = statement(
  (given: Parameters<{ attempts: LoggedAttempt[] }>) =>
    raw(sql`
      with attempt as (
        select * from ${recordset(given.attempts, "attempt", {
          deliveryId: "uuid",
          generation: "int4",
          attemptedAt: "timestamptz",
          responseCode: "int4",
          responseBody: "text",
          error: "text",
          latencyMs: "int4",
          status: "text",
          nextWaitMs: "float8",
        })}
      ), logged as (
        insert into webhook_attempt
          (delivery_id, attempted_at, response_code, response_body, error, latency_ms)
        select delivery_id, attempted_at, response_code, response_body, error, latency_ms from attempt
      ), locked as (
        -- A fixed lock order, so that concurrent calls cannot deadlock.
        select id from webhook_delivery where id = any(array(select delivery_id from attempt))
        order by id for no key update
      )
      update webhook_delivery as d set
        attempt_count = attempt_count + 1,
        status = attempt.status,
        settled_at = case when attempt.status <> 'pending' then now() end,
        next_attempt_at = now() + next_wait_ms * interval '1 millisecond'
      from locked join attempt on attempt.delivery_id = locked.id
      where d.id = locked.id and d.id = any(array(select id from locked)) and d.status = ${"pending"}
        and (attempt.status = 'delivered' or d.generation <= attempt.generation)`),
  { name: "log-attempts" },
);

export type DeliveryIds = Pick<
  LoadedDelivery,
  "id" | "eventId" | "endpointId" | "bankId" | "donationId"
>;

/** Guarded by the generation, so that a finishing run does not undo a replay that has just started. */
export const endDelivery = statement(
  (given: Parameters<{ deliveryId: string; generation: number; status: "dead" | "skipped" }>) =>
    raw<DeliveryIds>(sql`
      update webhook_delivery as d set status = ${given.status}, settled_at = now()
      from event as e
      where d.id = ${given.deliveryId} and d.status = 'pending' and d.generation <= ${given.generation}
        and e.id = d.event_id
      returning d.id, d.event_id, d.endpoint_id, e.donation_id, e.bank_id`),
);

type AttemptRow = Omit<Row["webhookAttempt"], "id" | "deliveryId" | "attemptedAt"> & {
  /** A timestamp in Postgres' JSON format. */
  attemptedAt: string;
};

/** The latest attempts of delivery `d`, in order, as JSON. */
const latestAttempts = sql<AttemptRow[]>`(
  select coalesce(json_agg(json_build_object('attemptedAt', attempted_at, 'responseCode', response_code,
    'error', error, 'latencyMs', latency_ms, 'responseBody', response_body) order by id), '[]')
  from (select * from webhook_attempt where delivery_id = d.id order by id desc limit 20) as latest)`;

/** The listed columns of deliveries, across banks. */
export const listedDeliveries = kysely
  .selectFrom("webhookDelivery as d")
  .innerJoin("event as e", "e.id", "d.eventId")
  .select(["d.id", "d.endpointId", "d.eventId", "e.type as eventType", "e.donationId", "d.status"])
  .select(["d.attemptCount", "d.createdAt", "d.nextAttemptAt", "d.settledAt"])
  .select(latestAttempts.as("attempts"));

export type DeliveryRow = InferResult<typeof listedDeliveries>[number];

/** All of a bank's endpoints, including deleted ones. */
export const endpointsOf = (bankId: string) =>
  kysely.selectFrom("webhookEndpoint").select("id").where("bankId", "=", bankId);

/** Unfinished deliveries, for the sweep and for operators. */
export const DELIVERIES: Work<"webhook/delivery.requested"> = {
  job: "webhook/delivery.requested",
  table: "webhookDelivery",
  id: "id",
  owner: sql`(select bank_id from webhook_endpoint where webhook_endpoint.id = endpoint_id)`,
  data: sql`jsonb_build_object('delivery_id', work.id, 'endpoint_id', endpoint_id, 'bank_id',
    (select bank_id from webhook_endpoint where webhook_endpoint.id = endpoint_id))`,
};

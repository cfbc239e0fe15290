/** The statements of an attempt to deliver, each run for all of the moment. */
import { pool } from "../../database/pool.ts";
import { foundTogether, together } from "../../together.ts";

/** A delivery, with all that an attempt needs. */
export type DeliveryRow = {
  id: string;
  generation: number;
  status: "pending" | "delivered" | "dead";
  event_id: string;
  /** Null where the event is about no donation. */
  donation_id: string | null;
  bank_id: string;
  body: string;
  endpoint_id: string;
  endpoint_status: string;
  endpoint_failing: boolean;
  url: string;
  secret_key_id: string;
  sealed_secret: Buffer;
  previous_secret_key_id: string | null;
  sealed_previous_secret: Buffer | null;
};

/** What came of an attempt. */
export type Attempt = {
  responseCode: number | null;
  responseBody: string | null;
  error: string | null;
  /** The kind of error, for the log of the service: a message may quote an address. */
  fault: string | null;
  latencyMs: number;
  retryAfterMs: number | null;
};

/** In one round trip for all that are looked up at the moment, each through its key. */
export const loadDelivery = foundTogether<DeliveryRow>(
  async (deliveryIds) => {
    const { rows } = await pool().query<DeliveryRow>({
      name: "load-delivery",
      text: `
        select found.* from unnest($1::uuid[]) as wanted (id) cross join lateral (
          select d.id, d.status, d.generation, d.event_id, e.donation_id, e.bank_id, e.body,
            d.endpoint_id,
            p.status as endpoint_status, p.failing_since is not null as endpoint_failing, p.url,
            p.secret_key_id, p.sealed_secret,
            case when p.previous_secret_expires_at > now() then p.previous_secret_key_id end
              as previous_secret_key_id,
            case when p.previous_secret_expires_at > now() then p.sealed_previous_secret end
              as sealed_previous_secret
          from webhook_delivery d
          join event e on e.id = d.event_id
          join webhook_endpoint p on p.id = d.endpoint_id
          where d.id = wanted.id offset 0
        ) found`,
      values: [deliveryIds],
    });
    return rows;
  },
  (row) => row.id,
);

type Logged = Attempt & {
  deliveryId: string;
  attemptedAt: Date;
  status: "pending" | "delivered" | "dead";
  nextWaitMs: number;
};

const deliveryIdOf = (logged: Logged) => logged.deliveryId;

/** Logs an attempt and moves its delivery on, together; and with it those of the same moment. */
export const logAttempt = together(deliveryIdOf, async (logged: Logged[]) => {
  // Not prepared, so that its plan fits the tables as they are.
  await pool().query(
    `
      with attempt as (
        select * from unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::text[], $5::text[],
          $6::int[], $7::text[], $8::float8[])
          as attempt (delivery_id, at, response_code, response_body, error, latency_ms, status, wait_ms)
      ), logged as (
        insert into webhook_attempt
          (delivery_id, attempted_at, response_code, response_body, error, latency_ms)
        select delivery_id, at, response_code, response_body, error, latency_ms from attempt
      ), held as (
        -- In one order: two that log at the same moment cannot block each other.
        select id from webhook_delivery where id in (select delivery_id from attempt) order by id
        for no key update
      )
      update webhook_delivery d set attempt_count = attempt_count + 1, status = attempt.status,
        settled_at = case when attempt.status <> 'pending' then now() end,
        next_attempt_at = now() + attempt.wait_ms * interval '1 millisecond'
      from held join attempt on attempt.delivery_id = held.id
      where d.id = held.id and d.status = 'pending'`,
    [
      logged.map(({ deliveryId }) => deliveryId),
      logged.map(({ attemptedAt }) => attemptedAt),
      logged.map(({ responseCode }) => responseCode),
      logged.map(({ responseBody }) => responseBody),
      logged.map(({ error }) => error),
      logged.map(({ latencyMs }) => latencyMs),
      logged.map(({ status }) => status),
      logged.map(({ nextWaitMs, retryAfterMs }) => Math.max(nextWaitMs, retryAfterMs ?? 0)),
    ],
  );
  return logged.map(() => undefined);
});

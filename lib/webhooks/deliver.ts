/** One attempt to deliver an event to an endpoint. Every attempt is logged, whatever comes of it. */
import { performance } from "node:perf_hooks";
import { Webhook } from "standardwebhooks";
import { request } from "undici";
import type { SystemScope } from "../auth/scopes.ts";
import { pool } from "../db.ts";
import { checkWebhookAddress, webhookAgent } from "./address.ts";
import { type About, noteAttempt, noteDead } from "./delivery-notes.ts";
import { noteHealth } from "./health.ts";
import { openSecret } from "./secrets.ts";

/** An endpoint has this long to answer. */
const ANSWER_WITHIN_MS = 15_000;
/** How much of an answer is kept. */
const KEPT_BYTES = 1024;

type DeliveryRow = {
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

type Attempt = {
  responseCode: number | null;
  responseBody: string | null;
  error: string | null;
  /** The kind of error, for the log of the service: a message may quote an address. */
  fault: string | null;
  latencyMs: number;
  retryAfterMs: number | null;
};

/** How a delivery stands after an attempt. */
export type DeliveryOutcome = {
  /** `superseded`: a later request has taken this delivery over. */
  status: "pending" | "delivered" | "dead" | "superseded";
  /** Set where the endpoint asked to be left alone for a while. */
  retryAfterMs: number | null;
};

/** One attempt, as its run sees it: which request it is, and when the next attempt would follow. */
export type DeliveryRun = { generation: number; nextWaitMs: number };

async function load(deliveryId: string): Promise<DeliveryRow | undefined> {
  const { rows } = await pool().query<DeliveryRow>({
    name: "load-delivery",
    text: `
      select d.status, d.generation, d.event_id, e.donation_id, e.bank_id, e.body, d.endpoint_id, p.status as endpoint_status,
        p.failing_since is not null as endpoint_failing, p.url,
        p.secret_key_id, p.sealed_secret,
        case when p.previous_secret_expires_at > now() then p.previous_secret_key_id end
          as previous_secret_key_id,
        case when p.previous_secret_expires_at > now() then p.sealed_previous_secret end
          as sealed_previous_secret
      from webhook_delivery d
      join event e on e.id = d.event_id
      join webhook_endpoint p on p.id = d.endpoint_id
      where d.id = $1`,
    values: [deliveryId],
  });
  return rows[0];
}

/** Standard Webhooks headers; both secrets sign while a rotation overlaps. */
function signed(row: DeliveryRow): Record<string, string> {
  const secrets = [openSecret(row.endpoint_id, row.secret_key_id, row.sealed_secret)];
  if (row.previous_secret_key_id && row.sealed_previous_secret) {
    const { previous_secret_key_id: keyId, sealed_previous_secret: sealed } = row;
    secrets.push(openSecret(row.endpoint_id, keyId, sealed));
  }
  const at = new Date();
  const signatures = secrets.map((secret) => new Webhook(secret).sign(row.event_id, at, row.body));
  return {
    "webhook-id": row.event_id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": signatures.join(" "),
  };
}

/** `Retry-After` counts on 429 and 503: seconds or a date, at most a day. */
function retryAfterOf(code: number, header: string | string[] | undefined): number | null {
  if ((code !== 429 && code !== 503) || typeof header !== "string") return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, 86_400_000) : null;
}

async function firstBytes(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= KEPT_BYTES) break;
  }
  // Postgres keeps no NUL; what cannot be decoded shows as such.
  const text = Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString("utf8");
  return text.replaceAll("\0", "\ufffd");
}

/** Sends once. Never throws: what goes wrong is part of the log. */
async function send(row: DeliveryRow): Promise<Attempt> {
  const startedAt = performance.now();
  const latency = () => Math.round(performance.now() - startedAt);
  try {
    const response = await request(checkWebhookAddress(row.url), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "points-to-donation-webhooks/1",
        ...signed(row),
      },
      body: row.body,
      dispatcher: webhookAgent(),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const responseBody = await firstBytes(response.body);
    return {
      responseCode: response.statusCode,
      responseBody,
      error: null,
      fault: null,
      latencyMs: latency(),
      retryAfterMs: retryAfterOf(response.statusCode, response.headers["retry-after"]),
    };
  } catch (error) {
    const { code, message, name } = error as Error & { code?: string };
    return {
      responseCode: null,
      responseBody: null,
      error: (message || code || "unknown").slice(0, 500),
      fault: code ?? name,
      latencyMs: latency(),
      retryAfterMs: null,
    };
  }
}

/** Logs the attempt and moves the delivery on, together. */
async function logAttempt(
  deliveryId: string,
  attemptedAt: Date,
  attempt: Attempt,
  status: "pending" | "delivered" | "dead",
  nextWaitMs: number,
): Promise<void> {
  await pool().query({
    name: "log-attempt",
    text: `
      with logged as (
        insert into webhook_attempt
          (delivery_id, attempted_at, response_code, response_body, error, latency_ms)
        values ($1, $2, $3, $4, $5, $6)
      )
      update webhook_delivery set attempt_count = attempt_count + 1, status = $7,
        settled_at = case when $7 <> 'pending' then now() end,
        next_attempt_at = now() + $8 * interval '1 millisecond'
      where id = $1 and status = 'pending'`,
    values: [
      deliveryId,
      attemptedAt,
      attempt.responseCode,
      attempt.responseBody,
      attempt.error,
      attempt.latencyMs,
      status,
      Math.max(nextWaitMs, attempt.retryAfterMs ?? 0),
    ],
  });
}

/**
 * Gives a delivery up: it stays in the dead-letter list until somebody replays it. Guarded by the
 * generation, so that a run at its end does not undo a replay that has just begun.
 */
export async function abandonDelivery(
  _scope: SystemScope,
  deliveryId: string,
  generation: number,
): Promise<void> {
  const { rows } = await pool().query<Omit<About, "delivery_id">>(
    `update webhook_delivery d set status = 'dead', settled_at = now()
     from event e
     where d.id = $1 and d.status = 'pending' and d.generation <= $2 and e.id = d.event_id
     returning d.event_id, d.endpoint_id, e.donation_id, e.bank_id`,
    [deliveryId, generation],
  );
  for (const row of rows) noteDead({ delivery_id: deliveryId, ...row });
}

/**
 * Makes one attempt. 2xx within 15 seconds is success; a redirect is a failure like any other; 410
 * disables the endpoint. Repeated after a crash it sends the same `webhook-id` again.
 */
export async function attemptDelivery(
  scope: SystemScope,
  deliveryId: string,
  run: DeliveryRun,
): Promise<DeliveryOutcome> {
  const row = await load(deliveryId);
  if (!row) throw new Error(`there is no delivery ${deliveryId}`);
  if (row.status !== "pending") return { status: row.status, retryAfterMs: null };
  if (row.generation > run.generation) return { status: "superseded", retryAfterMs: null };
  if (row.endpoint_status !== "enabled") {
    await abandonDelivery(scope, deliveryId, run.generation);
    return { status: "dead", retryAfterMs: null };
  }
  const attemptedAt = new Date();
  const attempt = await send(row);
  const code = attempt.responseCode ?? 0;
  const status = code >= 200 && code < 300 ? "delivered" : code === 410 ? "dead" : "pending";
  await logAttempt(deliveryId, attemptedAt, attempt, status, run.nextWaitMs);
  const { event_id, donation_id, bank_id, endpoint_id } = row;
  const about = { delivery_id: deliveryId, event_id, donation_id, bank_id, endpoint_id };
  noteAttempt(about, attempt, status);
  const asBefore = status === "delivered" && !row.endpoint_failing;
  if (!asBefore) await noteHealth(row.endpoint_id, code === 410 ? "gone" : status);
  return { status, retryAfterMs: attempt.retryAfterMs };
}

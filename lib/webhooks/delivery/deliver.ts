/** One attempt to deliver an event to an endpoint. Every attempt is logged, whatever comes of it. */
import { performance } from "node:perf_hooks";
import { Webhook } from "standardwebhooks";
import { type Dispatcher, request } from "undici";
import type { SystemScope } from "../../auth/scopes.ts";
import { pool } from "../../database/pool.ts";
import { unlessGone } from "../../gone.ts";
import { checkWebhookAddress, webhookAgents } from "../address.ts";
import { noteHealth } from "../endpoints/health.ts";
import { openSecret } from "../endpoints/secrets.ts";
import { type Attempt, type DeliveryRow, loadDelivery, logAttempt } from "./sql.ts";
import { type About, noteAttempt, noteDead } from "./telemetry.ts";

/** An endpoint has this long to answer. */
const ANSWER_WITHIN_MS = 15_000;
/** How much of an answer is kept. */
const KEPT_BYTES = 1024;

/** How a delivery stands after an attempt. */
export type DeliveryOutcome = {
  /** `superseded`: a later request has taken this delivery over. `gone`: there is none any more. */
  status: "pending" | "delivered" | "dead" | "superseded" | "gone";
  /** Set where the endpoint asked to be left alone for a while. */
  retryAfterMs: number | null;
};

/** One attempt, as its run sees it: which request it is, and when the next attempt would follow. */
export type DeliveryRun = { generation: number; nextWaitMs: number };

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
const send = (row: DeliveryRow): Promise<Attempt> =>
  webhookAgents().use(row.bank_id, (dispatcher) => sendBy(dispatcher, row));

async function sendBy(dispatcher: Dispatcher, row: DeliveryRow): Promise<Attempt> {
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
      dispatcher,
      // From the look-up of the name to the last byte that is read.
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
  const work = () => attemptOnce(scope, deliveryId, run);
  const outcome = await unlessGone("webhook_delivery", deliveryId, work);
  return outcome === "gone" ? { status: "gone", retryAfterMs: null } : outcome;
}

async function attemptOnce(
  scope: SystemScope,
  deliveryId: string,
  run: DeliveryRun,
): Promise<DeliveryOutcome> {
  const row = await loadDelivery(deliveryId);
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
  await logAttempt({ ...attempt, deliveryId, attemptedAt, status, nextWaitMs: run.nextWaitMs });
  const { event_id, donation_id, bank_id, endpoint_id } = row;
  const about = { delivery_id: deliveryId, event_id, donation_id, bank_id, endpoint_id };
  noteAttempt(about, attempt, status);
  const asBefore = status === "delivered" && !row.endpoint_failing;
  if (!asBefore) await noteHealth(row.endpoint_id, code === 410 ? "gone" : status);
  return { status, retryAfterMs: attempt.retryAfterMs };
}

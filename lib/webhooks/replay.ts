/** Sending events again: under their own ids, so that a bank that has one takes it for what it is. */
import type { BankScope } from "../auth/scopes.ts";
import { pool } from "../db.ts";
import { InvalidInput, ServiceError, type Violation } from "../errors.ts";
import { requestAgain } from "../unfinished.ts";
import { MAX_REPLAYED, type ReplayRange } from "./events-contract.ts";
import { DELIVERIES } from "./unfinished.ts";

/** So many events at a time: what is locked together stays small. */
const PORTION = 250;

/**
 * Delivers events to the enabled endpoints of their bank, or to one of them, also to those that were
 * added since, and whether or not they have taken it before; a test only to whom it was sent. The
 * schedule begins anew. A crash after the first statement leaves its deliveries, pending already, to
 * the sweep.
 * @returns how many deliveries
 */
async function deliverAgain(
  scope: BankScope,
  eventIds: string[],
  endpointId: string | null,
): Promise<number> {
  const { rows } = await pool().query<{ id: string }>(
    `insert into webhook_delivery (id, event_id, endpoint_id, created_at)
     select gen_random_uuid(), event.id, endpoint.id, now()
     from event join webhook_endpoint endpoint using (bank_id)
     where event.id = any($1::uuid[]) and bank_id = $2 and endpoint.status = 'enabled'
       and ($3::uuid is null or endpoint.id = $3)
       and (event.type <> 'webhook.test' or exists (
         select 1 from webhook_delivery sent
         where sent.event_id = event.id and sent.endpoint_id = endpoint.id))
     -- Of two replays at once each locks in this order, so that neither waits for the other for ever.
     order by event.id, endpoint.id
     on conflict (event_id, endpoint_id) do update set status = 'pending', settled_at = null,
       -- The schedule begins anew, also for a sweep that goes on where this run was lost.
       attempt_count = 0
     returning id`,
    [eventIds, scope.bankId, endpointId],
  );
  return requestAgain(DELIVERIES, { ids: rows.map(({ id }) => id) });
}

/** Sends one event again. @throws ServiceError EVENT_NOT_FOUND */
export async function replayEvent(scope: BankScope, eventId: string) {
  const { rows } = await pool().query("select 1 from event where id = $1 and bank_id = $2", [
    eventId,
    scope.bankId,
  ]);
  if (rows.length === 0) throw new ServiceError("EVENT_NOT_FOUND");
  return { event_id: eventId, deliveries: await deliverAgain(scope, [eventId], null) };
}

const bounds = ({ from, to }: ReplayRange) => [from.toISOString(), to.toISOString()];

async function objectToEndpoint(scope: BankScope, id: string): Promise<Violation | undefined> {
  const { rows } = await pool().query<{ status: string }>(
    "select status from webhook_endpoint where id = $1 and bank_id = $2 and status <> 'deleted'",
    [id, scope.bankId],
  );
  if (rows[0]?.status === "enabled") return undefined;
  const msg = rows[0]
    ? "This webhook endpoint is disabled. Enable it first"
    : "There is no webhook endpoint with this id";
  return { loc: ["body", "endpoint_id"], msg, type: "value_error" };
}

async function objectToLength(scope: BankScope, range: ReplayRange): Promise<Violation> {
  const { rows } = await pool().query<{ found: number }>(
    `select count(*) as found from event
     where bank_id = $1 and created_at >= $2 and created_at < $3`,
    [scope.bankId, ...bounds(range)],
  );
  const msg = `At most ${MAX_REPLAYED} events are replayed at a time; this range holds ${rows[0]?.found}`;
  return { loc: ["body", "to"], msg, type: "value_error" };
}

/** The events of a range, oldest first; one more than may be where there are more. */
async function eventsIn(scope: BankScope, range: ReplayRange): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>(
    `select id from event where bank_id = $1 and created_at >= $2 and created_at < $3
     order by created_at, id limit $4`,
    [scope.bankId, ...bounds(range), MAX_REPLAYED + 1],
  );
  return rows.map(({ id }) => id);
}

/**
 * Sends every event of a time range again, to all enabled endpoints or to one.
 * @throws InvalidInput where there is no such endpoint, it is disabled, or the range holds too many
 */
export async function replayEvents(scope: BankScope, range: ReplayRange) {
  const { endpoint_id: endpointId = null } = range;
  const ids = await eventsIn(scope, range);
  const objections = [
    endpointId === null ? undefined : await objectToEndpoint(scope, endpointId),
    ids.length > MAX_REPLAYED ? await objectToLength(scope, range) : undefined,
  ].filter((objection) => objection !== undefined);
  if (objections.length > 0) throw new InvalidInput(objections);
  let deliveries = 0;
  for (let at = 0; at < ids.length; at += PORTION) {
    deliveries += await deliverAgain(scope, ids.slice(at, at + PORTION), endpointId);
  }
  return { events: ids.length, deliveries };
}

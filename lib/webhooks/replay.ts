/** Sending an event again: under its own id, so that a bank that has it takes it for what it is. */
import type { SystemScope } from "../auth/scopes.ts";
import { pool } from "../db.ts";
import { requestAgain } from "../unfinished.ts";
import { DELIVERIES } from "./unfinished.ts";

/**
 * Delivers an event to every enabled endpoint of its bank, also to those that were added since, and
 * whether or not they have taken it before. The schedule begins anew.
 * @returns to how many endpoints, or null where there is no such event
 */
export async function replayEvent(_scope: SystemScope, eventId: string): Promise<number | null> {
  const { rows: events } = await pool().query("select id from event where id = $1", [eventId]);
  if (events.length === 0) return null;
  const { rows } = await pool().query<{ id: string }>(
    `insert into webhook_delivery (id, event_id, endpoint_id, created_at)
     select gen_random_uuid(), event.id, endpoint.id, now()
     from event join webhook_endpoint endpoint using (bank_id)
     where event.id = $1 and endpoint.status = 'enabled'
     on conflict (event_id, endpoint_id) do update set status = 'pending', settled_at = null,
       -- The schedule begins anew, also for a sweep that goes on where this run was lost.
       attempt_count = 0
     returning id`,
    [eventId],
  );
  // Pending already: a crash before this line leaves them to the sweep.
  return requestAgain(DELIVERIES, { ids: rows.map(({ id }) => id) });
}

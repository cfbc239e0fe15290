/** Sending events again: under their own ids, so that a bank that has one takes it for what it is. */
import type { BankScope } from "../../auth/scopes.ts";
import { pool } from "../../database/pool.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { ServiceError } from "../../errors.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { DELIVERIES } from "../delivery/unfinished.ts";

/** What is to be sent again, and where to: all enabled endpoints of the bank, or one of them. */
export type Again = { bankId: string; eventIds: string[]; endpointId: string | null };

const INSERT_MISSING = `
  insert into webhook_delivery (id, event_id, endpoint_id, created_at)
  select gen_random_uuid(), event.id, endpoint.id, now()
  from event join webhook_endpoint endpoint using (bank_id)
  where event.id = any($1::uuid[]) and bank_id = $2 and endpoint.status = 'enabled'
    and ($3::uuid is null or endpoint.id = $3) and event.type <> 'webhook.test'
  order by event.id, endpoint.id
  on conflict (event_id, endpoint_id) do nothing`;

const BEGIN_ANEW = `
  with chosen as (
    select d.id from webhook_delivery d join webhook_endpoint endpoint on endpoint.id = d.endpoint_id
    where d.event_id = any($1::uuid[]) and endpoint.bank_id = $2 and endpoint.status = 'enabled'
      and ($3::uuid is null or endpoint.id = $3)
    order by d.id for no key update of d
  )
  update webhook_delivery d set status = 'pending', settled_at = null, attempt_count = 0,
    generation = generation + 1, next_attempt_at = now()
  from chosen where d.id = chosen.id
  returning d.id, d.endpoint_id, d.generation, d.attempt_count`;

/**
 * Delivers events again, also to endpoints that were added since, and whether or not they have taken
 * them before; a test only to whom it was sent. The schedule begins anew.
 *
 * One order of locks, here and wherever several deliveries change at once: what is missing is made
 * first, by event and endpoint, and nobody can hold that; then rows are locked by their ids.
 * @returns how many deliveries
 */
export async function deliverAgain(
  tx: Transaction,
  { bankId, eventIds, endpointId }: Again,
): Promise<number> {
  const values = [eventIds, bankId, endpointId];
  await tx.query(INSERT_MISSING, values);
  const { rows } = await tx.query<Parameters<typeof DELIVERIES.job>[0]>(BEGIN_ANEW, values);
  await enqueue(
    tx,
    rows.map((row) => DELIVERIES.job(row, 1)),
  );
  return rows.length;
}

/** Sends one event again. @throws ServiceError EVENT_NOT_FOUND */
export async function replayEvent(scope: BankScope, eventId: string) {
  const { bankId } = scope;
  const { rows } = await pool().query("select 1 from event where id = $1 and bank_id = $2", [
    eventId,
    bankId,
  ]);
  if (rows.length === 0) throw new ServiceError("EVENT_NOT_FOUND");
  const deliveries = await transaction((tx) =>
    deliverAgain(tx, { bankId, eventIds: [eventId], endpointId: null }),
  );
  return { event_id: eventId, deliveries };
}

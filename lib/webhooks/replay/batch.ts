/** The work of a replay, batch by batch: docs/decisions/0035. */
import type { SystemScope } from "../../auth/scopes.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { deliverAgain } from "./redeliver.ts";

/** About so many deliveries at a time: what is locked together, and written at once, stays small. */
export const BATCH_DELIVERIES = 500;
/** While so many deliveries of a bank are due, its replays wait: they must not crowd out its news. */
export const MAX_DUE_DELIVERIES = 1_000;

/** `superseded`: a later run has taken this replay over, or it is gone. */
export type BatchOutcome = "running" | "waiting" | "completed" | "superseded";

type Row = {
  bank_id: string;
  endpoint_id: string | null;
  position_at: Date;
  position_id: string;
};

async function claim(tx: Transaction, id: string, generation: number): Promise<Row | undefined> {
  const { rows } = await tx.query<Row>(
    `update event_replay set next_attempt_at = now()
     where id = $1 and status = 'pending' and generation <= $2
     returning bank_id, endpoint_id, position_at, position_id`,
    [id, generation],
  );
  return rows[0];
}

/** Of which endpoints there are so many, and whether enough is due there already. */
async function lookAtEndpoints(tx: Transaction, { bank_id: bankId, endpoint_id: id }: Row) {
  const { rows } = await tx.query<{ endpoints: number; due: number }>(
    `select
       (select count(*) from webhook_endpoint
        where bank_id = $1 and status = 'enabled' and ($2::uuid is null or id = $2)) as endpoints,
       (select count(*) from (
          select 1 from webhook_endpoint endpoint join webhook_delivery d
            on d.endpoint_id = endpoint.id and d.status = 'pending' and d.next_attempt_at <= now()
          where endpoint.bank_id = $1 and endpoint.status = 'enabled' limit $3) due) as due`,
    [bankId, id, MAX_DUE_DELIVERIES],
  );
  return rows[0] ?? { endpoints: 0, due: 0 };
}

type Position = { id: string; created_at: Date };

/** The next events of its range, as they were when it was asked for. */
async function nextEvents(
  tx: Transaction,
  replayId: string,
  { bank_id, ...at }: Row,
  limit: number,
) {
  const { rows } = await tx.query<Position>(
    `select event.id, event.created_at from event, event_replay replay
     where replay.id = $1 and event.bank_id = $2 and (event.created_at, event.id) > ($3, $4::uuid)
       and event.created_at < replay.to_at and event.created_at <= replay.created_at
     order by event.created_at, event.id limit $5`,
    [replayId, bank_id, at.position_at.toISOString(), at.position_id, limit],
  );
  return rows;
}

type Step = { events: number; deliveries: number; last: Position | undefined; isLast: boolean };

async function moveOn(tx: Transaction, replayId: string, step: Step): Promise<void> {
  const { events, deliveries, last, isLast } = step;
  await tx.query(
    `update event_replay set events = events + $2, deliveries = deliveries + $3,
       position_at = coalesce($4, position_at), position_id = coalesce($5, position_id),
       status = case when $6 then 'completed' else status end,
       completed_at = case when $6 then now() end
     where id = $1`,
    [replayId, events, deliveries, last?.created_at.toISOString(), last?.id, isLast],
  );
}

/**
 * Asks for the next events of a replay again, unless much is due already. Its position moves in the same
 * transaction: cut off before the commit nothing has happened, and after it the next call goes on behind.
 */
export async function replayNextBatch(
  _scope: SystemScope,
  replayId: string,
  generation: number,
): Promise<BatchOutcome> {
  return transaction(async (tx): Promise<BatchOutcome> => {
    const replay = await claim(tx, replayId, generation);
    if (!replay) return "superseded";
    const { endpoints, due } = await lookAtEndpoints(tx, replay);
    if (due >= MAX_DUE_DELIVERIES) return "waiting";
    const limit = Math.max(1, Math.floor(BATCH_DELIVERIES / Math.max(1, endpoints)));
    const events = await nextEvents(tx, replayId, replay, limit);
    const { bank_id: bankId, endpoint_id: endpointId } = replay;
    const eventIds = events.map(({ id }) => id);
    const deliveries = await deliverAgain(tx, { bankId, eventIds, endpointId });
    const isLast = events.length < limit;
    const last = events.at(-1);
    await moveOn(tx, replayId, { events: events.length, deliveries, last, isLast });
    return isLast ? "completed" : "running";
  });
}

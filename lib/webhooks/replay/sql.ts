import { type RawBuilder, type Selectable, sql } from "kysely";
import { raw } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import type { Tables } from "../../database/tables.ts";
import type { Work } from "../../jobs/sql.ts";
import { receives } from "../events/sql.ts";

export type ReplayRow = Selectable<Tables["eventReplay"]>;

/** The events to redeliver, to all of the bank's enabled endpoints or to one. */
export type Redelivery = { bankId: string; eventIds: string[]; endpointId: string | null };

/** Whether `p` is one of the bank's enabled endpoints and, if an ID is given, that one. */
const isTarget = (given: { bankId: RawBuilder<string>; endpointId: RawBuilder<string | null> }) =>
  sql`(p.bank_id = ${given.bankId} and p.status = 'enabled'
    and (${given.endpointId}::uuid is null or p.id = ${given.endpointId}::uuid))`;

export const insertMissingDeliveries = statement((given: Parameters<Redelivery>) =>
  raw<{ id: string }>(sql`
    insert into webhook_delivery (id, event_id, endpoint_id, created_at)
    select gen_random_uuid(), e.id, p.id, now()
    from event as e join webhook_endpoint as p on p.bank_id = e.bank_id
    where e.id = any(${given.eventIds}::uuid[]) and ${isTarget(given)} and ${receives}
    order by e.id, p.id
    on conflict (event_id, endpoint_id) do nothing
    returning id`),
);

type Restarted = { id: string; endpointId: string; generation: number };

/** Restarts deliveries, whatever their status. @returns the data for their jobs */
export const restartDeliveries = statement((given: Parameters<Redelivery>) =>
  raw<Restarted>(sql`
    with chosen as (
      select d.id from webhook_delivery as d
      join webhook_endpoint as p on p.id = d.endpoint_id
      join event as e on e.id = d.event_id
      where d.event_id = any(${given.eventIds}::uuid[]) and ${isTarget(given)} and ${receives}
      order by d.id for no key update of d
    )
    update webhook_delivery as d set
      status = 'pending',
      settled_at = null,
      attempt_count = 0,
      generation = generation + 1,
      next_attempt_at = now()
    from chosen where d.id = chosen.id
    returning d.id, endpoint_id, generation`),
);

export const countRunningReplays = statement((given: Parameters<{ bankId: string }>) =>
  raw<{ count: number }>(sql`
    select count(*) from event_replay where bank_id = ${given.bankId} and status = 'pending'`),
);

/** The number of events in a range until now, without samples, counted up to a limit. */
export const countEvents = statement(
  (given: Parameters<{ bankId: string; from: Date; to: Date; upTo: number }>) =>
    raw<{ count: number }>(sql`
      select count(*) from (
        select from event
        where bank_id = ${given.bankId} and created_at >= ${given.from} and created_at < ${given.to}
          and created_at <= now() and only_to is null
        limit ${given.upTo}) as counted`),
);

export const deleteOldReplays = statement((given: Parameters<{ bankId: string; kept: number }>) =>
  raw(sql`
    delete from event_replay where id in (
      select id from event_replay where bank_id = ${given.bankId} and status = 'completed'
      order by created_at desc, id desc offset ${given.kept})`),
);

/** A replay's position: the last event that was redelivered. */
export type Position = { positionAt: Date; positionId: string };
type Claimed = Position & { bankId: string; endpointId: string | null };

/** Claims a replay for its next batch. @returns no row if a later run has replaced this one */
export const claimReplay = statement(
  (given: Parameters<{ replayId: string; generation: number }>) =>
    raw<Claimed>(sql`
      update event_replay set next_attempt_at = now()
      where id = ${given.replayId} and status = 'pending' and generation <= ${given.generation}
      returning bank_id, endpoint_id, position_at, position_id`),
);

/** The number of endpoints of a replay, and of due deliveries of its bank, up to a limit. */
export const countDue = statement(
  (given: Parameters<{ bankId: string; endpointId: string | null; upTo: number }>) =>
    raw<{ endpoints: number; due: number }>(sql`
      select
        (select count(*) from webhook_endpoint as p where ${isTarget(given)}) as endpoints,
        (select count(*) from (
          select from webhook_endpoint as p join webhook_delivery as d
            on d.endpoint_id = p.id and d.status = 'pending' and d.next_attempt_at <= now()
          where p.bank_id = ${given.bankId} and p.status = 'enabled'
          limit ${given.upTo}) as due) as due`),
);

/** The next events of a replay's range, as of the time of its request. */
export const nextEvents = statement(
  (given: Parameters<Position & { replayId: string; bankId: string; limit: number }>) =>
    raw<{ id: string; createdAt: Date }>(sql`
      select e.id, e.created_at from event as e, event_replay as r
      where r.id = ${given.replayId} and e.bank_id = ${given.bankId}
        and (e.created_at, e.id) > (${given.positionAt}::timestamptz, ${given.positionId}::uuid)
        and e.created_at < r.to_at and e.created_at <= r.created_at and e.only_to is null
      order by e.created_at, e.id
      limit ${given.limit}`),
);

type Progress = Position & {
  replayId: string;
  events: number;
  deliveries: number;
  isLast: boolean;
};

export const advanceReplay = statement((given: Parameters<Progress>) =>
  raw(sql`
    update event_replay set
      events = events + ${given.events},
      deliveries = deliveries + ${given.deliveries},
      position_at = ${given.positionAt},
      position_id = ${given.positionId},
      status = case when ${given.isLast}::boolean then 'completed' else status end,
      completed_at = case when ${given.isLast}::boolean then now() end
    where id = ${given.replayId}`),
);

/** Unfinished replays, for the sweep and for operators. */
export const REPLAYS: Work<"webhook/replay.requested"> = {
  job: "webhook/replay.requested",
  table: "eventReplay",
  id: "id",
  owner: sql`bank_id`,
  data: sql`jsonb_build_object('replay_id', id, 'bank_id', bank_id)`,
};

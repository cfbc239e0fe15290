/** From rows to what the API shows of replays. */
import type { Replay } from "./contract.ts";

export type ReplayRow = {
  id: string;
  status: string;
  endpointId: string | null;
  fromAt: Date;
  toAt: Date;
  eventsTotal: number;
  events: number;
  deliveries: number;
  createdAt: Date;
  completedAt: Date | null;
};

/** A replay, with how far it is. */
export function serializeReplay(row: ReplayRow): Replay {
  return {
    replay_id: row.id,
    status: row.status === "pending" ? "running" : "completed",
    from: row.fromAt.toISOString(),
    to: row.toAt.toISOString(),
    endpoint_id: row.endpointId,
    events_total: row.eventsTotal,
    events: row.events,
    deliveries: row.deliveries,
    created_at: row.createdAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
  };
}

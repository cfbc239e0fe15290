/** Reads replays and, for operators, their banks. */
import type { BankScope } from "../../auth/scopes.ts";
import { db } from "../../database/prisma.ts";
import { ServiceError } from "../../errors.ts";
import type { Replay } from "./contract.ts";
import type { ReplayRow } from "./sql.ts";

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

/** One replay of this bank. @throws ServiceError REPLAY_NOT_FOUND */
export async function getReplay({ bankId }: BankScope, replayId: string): Promise<Replay> {
  const row = await db().eventReplay.findFirst({ where: { id: replayId, bankId } });
  if (!row) throw new ServiceError("REPLAY_NOT_FOUND");
  return serializeReplay(row);
}

/** The bank of a replay, or null if there is no such replay. */
export async function bankOfReplay(id: string): Promise<string | null> {
  const row = await db().eventReplay.findUnique({ where: { id }, select: { bankId: true } });
  return row?.bankId ?? null;
}

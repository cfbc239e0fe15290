/** Reads replays. */
import type { BankScope } from "../../auth/scopes.ts";
import { db } from "../../database/prisma.ts";
import { serialize } from "../../database/serialize.ts";
import { ServiceError } from "../../errors.ts";
import { type Replay, replay } from "./contract.ts";
import type { ReplayRow } from "./sql.ts";

export const serializeReplay = (row: ReplayRow): Replay =>
  serialize(replay, row, {
    replay_id: row.id,
    status: row.status === "pending" ? "running" : "completed",
    from: row.fromAt.toISOString(),
    to: row.toAt.toISOString(),
  });

/** One replay of this bank. @throws ServiceError REPLAY_NOT_FOUND */
export async function getReplay({ bankId }: BankScope, replayId: string): Promise<Replay> {
  const row = await db().eventReplay.findFirst({ where: { id: replayId, bankId } });
  if (!row) throw new ServiceError("REPLAY_NOT_FOUND");
  return serializeReplay(row);
}

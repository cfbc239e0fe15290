import type { BankApiScope } from "../../auth/scopes.ts";
import { requireRow } from "../../database/run.ts";
import { serialize } from "../../database/serialize.ts";
import { kysely } from "../../database/tables.ts";
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
export async function getReplay({ bankId }: BankApiScope, replayId: string): Promise<Replay> {
  const one = kysely.selectFrom("eventReplay").selectAll().where("id", "=", replayId);
  return serializeReplay(await requireRow(one.where("bankId", "=", bankId), "REPLAY_NOT_FOUND"));
}

/** Reading replays; and, for operators, whose they are. */
import type { BankScope, SystemScope } from "../../auth/scopes.ts";
import { pool } from "../../database/pool.ts";
import { db } from "../../database/prisma.ts";
import { ServiceError } from "../../errors.ts";
import type { Replay } from "./contract.ts";
import { REPLAY_COLUMNS, type ReplayRow, serializeReplay } from "./serialize.ts";

/** One replay of this bank. @throws ServiceError REPLAY_NOT_FOUND */
export async function getReplay({ bankId }: BankScope, replayId: string): Promise<Replay> {
  const { rows } = await pool().query<ReplayRow>(
    `select ${REPLAY_COLUMNS} from event_replay where id = $1 and bank_id = $2`,
    [replayId, bankId],
  );
  if (!rows[0]) throw new ServiceError("REPLAY_NOT_FOUND");
  return serializeReplay(rows[0]);
}

/** Whose replay it is, or null where there is no such replay. */
export async function bankOfReplay(_scope: SystemScope, id: string): Promise<string | null> {
  const row = await db().eventReplay.findUnique({ where: { id }, select: { bankId: true } });
  return row?.bankId ?? null;
}

/** Requests a replay of the events in a time range, which a durable function carries out (docs/decisions/0035). */
import { v7 as uuidv7 } from "uuid";
import { audit } from "../../auth/audit.ts";
import type { BankScope } from "../../auth/scopes.ts";
import { now } from "../../database/expressions.ts";
import { runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { InvalidInput, ServiceError, type Violation } from "../../errors.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { lockBank } from "../endpoints/sql.ts";
import {
  KEPT_REPLAYS,
  MAX_REPLAYED,
  MAX_RUNNING_REPLAYS,
  type Replay,
  type ReplayRange,
} from "./contract.ts";
import { serializeReplay } from "./queries.ts";
import { objectToEndpoint } from "./redeliver.ts";
import { countEvents, countRunningReplays, deleteOldReplays } from "./sql.ts";

/** Sorts before every other ID. */
const NIL = "00000000-0000-0000-0000-000000000000";

async function requireRoom(tx: Transaction, bankId: string): Promise<void> {
  await lockBank({ bankId }, tx);
  const [running] = await countRunningReplays({ bankId }, tx);
  if ((running?.count ?? 0) >= MAX_RUNNING_REPLAYS) throw new ServiceError("TOO_MANY_REPLAYS");
}

const tooMany: Violation = {
  loc: ["body", "to"],
  msg: `A replay can include at most ${MAX_REPLAYED} events. This range has more`,
  type: "value_error",
};

async function checkRange(tx: Transaction, bankId: string, range: ReplayRange): Promise<number> {
  const { from, to, endpoint_id: endpointId } = range;
  const [counted] = await countEvents({ bankId, from, to, upTo: MAX_REPLAYED + 1 }, tx);
  const count = counted?.count ?? 0;
  const objections = [
    endpointId == null ? undefined : await objectToEndpoint(tx, bankId, endpointId),
    count > MAX_REPLAYED ? tooMany : undefined,
  ].filter((objection) => objection !== undefined);
  if (objections.length > 0) throw new InvalidInput(objections);
  return count;
}

/**
 * Starts to redeliver every event of a time range, to all enabled endpoints or to one. A range without
 * events is completed at once.
 * @throws ServiceError TOO_MANY_REPLAYS
 * @throws InvalidInput if the endpoint does not exist or is disabled, or the range has too many events
 */
export async function startReplay(scope: BankScope, range: ReplayRange): Promise<Replay> {
  const { bankId } = scope;
  return transaction(async (tx) => {
    await requireRoom(tx, bankId);
    const total = await checkRange(tx, bankId, range);
    const { from, to, endpoint_id: endpointId = null } = range;
    const insertion = kysely.insertInto("eventReplay").values({
      ...{ id: uuidv7(), bankId, endpointId, fromAt: from, toAt: to, eventsTotal: total },
      ...{ positionAt: from, positionId: NIL },
      ...(total === 0 ? { status: "completed", completedAt: now } : {}),
    });
    const row = await runForOne(insertion.returningAll(), tx);
    if (!row) throw new Error("an inserted replay was not returned");
    // Limits the number of stored replays per bank.
    await deleteOldReplays({ bankId, kept: KEPT_REPLAYS }, tx);
    if (total > 0) {
      const data = { replay_id: row.id, bank_id: bankId, generation: 0 };
      await enqueue(tx, { name: "webhook/replay.requested", data });
    }
    const details = {
      from: from.toISOString(),
      to: to.toISOString(),
      endpoint: endpointId ?? "all",
    };
    await audit(tx, scope, "delivery.replay-range", bankId, details);
    return serializeReplay(row);
  });
}

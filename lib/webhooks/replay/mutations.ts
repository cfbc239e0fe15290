/** Asking for the events of a time range again. A durable function does it: docs/decisions/0035. */
import { v7 as uuidv7 } from "uuid";
import type { BankScope } from "../../auth/scopes.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { InvalidInput, ServiceError, type Violation } from "../../errors.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import {
  KEPT_REPLAYS,
  MAX_REPLAYED,
  MAX_RUNNING_REPLAYS,
  type Replay,
  type ReplayRange,
} from "./contract.ts";
import { REPLAY_COLUMNS, type ReplayRow, serializeReplay } from "./serialize.ts";
import { REPLAYS } from "./unfinished.ts";

/** Before every other id. */
const NIL = "00000000-0000-0000-0000-000000000000";

async function requireRoom(tx: Transaction, bankId: string): Promise<void> {
  // Of two at once the second waits here, and counts the first.
  await tx.query("select 1 from bank where id = $1 for no key update", [bankId]);
  const { rows } = await tx.query<{ count: number }>(
    "select count(*) from event_replay where bank_id = $1 and status = 'pending'",
    [bankId],
  );
  if ((rows[0]?.count ?? 0) >= MAX_RUNNING_REPLAYS) throw new ServiceError("TOO_MANY_REPLAYS");
}

async function objectToEndpoint(
  tx: Transaction,
  bankId: string,
  id: string,
): Promise<Violation | undefined> {
  const { rows } = await tx.query<{ status: string }>(
    "select status from webhook_endpoint where id = $1 and bank_id = $2 and status <> 'deleted'",
    [id, bankId],
  );
  if (rows[0]?.status === "enabled") return undefined;
  const msg = rows[0]
    ? "This webhook endpoint is disabled. Enable it first"
    : "There is no webhook endpoint with this id";
  return { loc: ["body", "endpoint_id"], msg, type: "value_error" };
}

/** How many events there are in the range; one more than may be where there are more. */
async function countEvents(tx: Transaction, bankId: string, { from, to }: ReplayRange) {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*) from (
       select 1 from event
       where bank_id = $1 and created_at >= $2 and created_at < $3 and created_at <= now() limit $4
     ) counted`,
    [bankId, from.toISOString(), to.toISOString(), MAX_REPLAYED + 1],
  );
  return rows[0]?.count ?? 0;
}

const tooMany: Violation = {
  loc: ["body", "to"],
  msg: `At most ${MAX_REPLAYED} events are replayed at a time; this range holds more`,
  type: "value_error",
};

async function checkRange(tx: Transaction, bankId: string, range: ReplayRange): Promise<number> {
  const count = await countEvents(tx, bankId, range);
  const { endpoint_id: endpointId } = range;
  const objections = [
    endpointId == null ? undefined : await objectToEndpoint(tx, bankId, endpointId),
    count > MAX_REPLAYED ? tooMany : undefined,
  ].filter((objection) => objection !== undefined);
  if (objections.length > 0) throw new InvalidInput(objections);
  return count;
}

/** What a bank can store here is bounded. */
async function forgetOld(tx: Transaction, bankId: string): Promise<void> {
  await tx.query(
    `delete from event_replay where id in (
       select id from event_replay where bank_id = $1 and status = 'completed'
       order by created_at desc, id desc offset $2)`,
    [bankId, KEPT_REPLAYS],
  );
}

/**
 * Starts sending every event of a time range again, to all enabled endpoints or to one; a range without
 * events is done already.
 * @throws ServiceError TOO_MANY_REPLAYS
 * @throws InvalidInput where there is no such endpoint, it is disabled, or the range holds too many
 */
export async function startReplay({ bankId }: BankScope, range: ReplayRange): Promise<Replay> {
  return transaction(async (tx) => {
    await requireRoom(tx, bankId);
    const total = await checkRange(tx, bankId, range);
    const from = range.from.toISOString();
    const { rows } = await tx.query<ReplayRow>(
      `insert into event_replay (id, bank_id, endpoint_id, from_at, to_at, events_total,
         position_at, position_id, status, completed_at)
       values ($1, $2, $3, $4, $5, $6, $4, $7, $8, case when $8 = 'completed' then now() end)
       returning ${REPLAY_COLUMNS}`,
      [
        ...[uuidv7(), bankId, range.endpoint_id ?? null, from, range.to.toISOString(), total, NIL],
        total === 0 ? "completed" : "pending",
      ],
    );
    const row = rows[0] as ReplayRow;
    await forgetOld(tx, bankId);
    if (total > 0) {
      const claimed = { id: row.id, bank_id: bankId, generation: 0, attempt_count: 0 };
      await enqueue(tx, [REPLAYS.job(claimed, 1)]);
    }
    return serializeReplay(row);
  });
}

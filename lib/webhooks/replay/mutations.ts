/**
 * Replays events with their original IDs, so that banks can recognize duplicates: one event, or those of a time range,
 * which a durable function processes (docs/decisions/0032).
 */
import { NIL, v7 as uuidv7 } from "uuid";
import { audit } from "../../auth/audit.ts";
import type { BankApiScope } from "../../auth/scopes.ts";
import { now } from "../../database/expressions.ts";
import { onlyRow, requireRow, runForOne, runForRow } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { InvalidInput, ServiceError, type Violation, violation } from "../../errors.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { countStored } from "../../storage/usage.ts";
import { listedEndpoints, lockBank } from "../endpoints/sql.ts";
import { deliveryJob } from "../events/record.ts";
import {
  KEPT_REPLAYS,
  MAX_REPLAYED,
  MAX_RUNNING_REPLAYS,
  type Replay,
  type ReplayRange,
} from "./contract.ts";
import { serializeReplay } from "./queries.ts";
import * as sql from "./sql.ts";

/** The violation if an endpoint that is named can't receive a replay. */
async function endpointViolations(
  tx: Transaction,
  bankId: string,
  id: string | null | undefined,
): Promise<Violation[]> {
  if (id == null) return [];
  const endpoint = await runForOne(listedEndpoints(bankId).where("id", "=", id), tx);
  if (endpoint?.status === "enabled") return [];
  const msg = endpoint
    ? "This webhook endpoint is disabled. Enable it first"
    : "No webhook endpoint has this ID";
  return [violation(["body", "endpoint_id"], msg)];
}

/**
 * Redelivers events to every endpoint that now subscribes to their type, including endpoints added since and endpoints
 * that already accepted them. The retry schedule starts over.
 *
 * Lock order wherever several deliveries change at once: first, missing rows are inserted by event and endpoint;
 * nothing else can have locked them. Then existing rows are locked by ID.
 * @returns the number of deliveries
 */
export async function redeliver(tx: Transaction, redelivery: sql.Redelivery): Promise<number> {
  const added = await sql.insertMissingDeliveries(redelivery, tx);
  countStored(redelivery.bankId, added.length);
  const rows = await sql.restartDeliveries(redelivery, tx);
  enqueue(
    tx,
    rows.map((row) => deliveryJob({ ...row, bankId: redelivery.bankId })),
  );
  return rows.length;
}

/**
 * Redelivers one event, to all enabled endpoints or to one.
 * @throws ServiceError EVENT_NOT_FOUND
 * @throws InvalidInput if the endpoint does not exist or is disabled
 */
export async function replayEvent(
  scope: BankApiScope,
  eventId: string,
  endpointId: string | null = null,
) {
  const { bankId } = scope;
  const event = kysely.selectFrom("event").select("id").where("id", "=", eventId);
  await requireRow(event.where("bankId", "=", bankId), "EVENT_NOT_FOUND");
  const deliveries = await transaction(async (tx) => {
    const violations = await endpointViolations(tx, bankId, endpointId);
    if (violations.length > 0) throw new InvalidInput(violations);
    const count = await redeliver(tx, { bankId, eventIds: [eventId], endpointId });
    const endpoint = endpointId ?? "all";
    await audit(tx, scope, "delivery.replay", eventId, { deliveries: count, endpoint });
    return count;
  });
  return { event_id: eventId, deliveries };
}

async function requireRoom(tx: Transaction, bankId: string): Promise<void> {
  await lockBank({ bankId }, tx);
  const { count } = onlyRow(await sql.countRunningReplays({ bankId }, tx));
  if (count >= MAX_RUNNING_REPLAYS) throw new ServiceError("TOO_MANY_REPLAYS");
}

const TOO_MANY = `A replay can include at most ${MAX_REPLAYED} events. This range has more`;

async function checkRange(tx: Transaction, bankId: string, range: ReplayRange): Promise<number> {
  const { from, to, endpoint_id: endpointId } = range;
  const upTo = MAX_REPLAYED + 1;
  const { count } = onlyRow(await sql.countEvents({ bankId, from, to, upTo }, tx));
  const violations = await endpointViolations(tx, bankId, endpointId);
  if (count > MAX_REPLAYED) violations.push(violation(["body", "to"], TOO_MANY));
  if (violations.length > 0) throw new InvalidInput(violations);
  return count;
}

/**
 * Starts to redeliver every event of a time range, to all enabled endpoints or to one. A range without
 * events completes immediately.
 * @throws ServiceError TOO_MANY_REPLAYS
 * @throws InvalidInput if the endpoint does not exist or is disabled, or the range has too many events
 */
export async function startReplay(scope: BankApiScope, range: ReplayRange): Promise<Replay> {
  const { bankId } = scope;
  return transaction(async (tx) => {
    await requireRoom(tx, bankId);
    const total = await checkRange(tx, bankId, range);
    const { from, to, endpoint_id: endpointId = null } = range;
    const insertion = kysely.insertInto("eventReplay").values({
      id: uuidv7(),
      bankId,
      endpointId,
      fromAt: from,
      toAt: to,
      eventsTotal: total,
      positionAt: from,
      // Sorts before every other ID.
      positionId: NIL,
      ...(total === 0 ? { status: "completed", completedAt: now } : {}),
    });
    const row = await runForRow(insertion.returningAll(), tx);
    // Limits the number of stored replays per bank.
    await sql.deleteOldReplays({ bankId, kept: KEPT_REPLAYS }, tx);
    if (total > 0) {
      const data = { replay_id: row.id, bank_id: bankId, generation: 0 };
      enqueue(tx, { name: "webhook/replay.requested", data });
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

/** The approximate number of deliveries in a batch, which keeps locks and writes small. */
const BATCH_DELIVERIES = 500;
/** While this many of a bank's deliveries are due, its replays wait, so that they do not delay new events. */
export const MAX_DUE_DELIVERIES = 1_000;

/** `superseded`: a later run has replaced this one, or the replay was deleted. */
type BatchResult = "running" | "waiting" | "completed" | "superseded";

/**
 * Redelivers the next events of a replay, unless too many deliveries are already due. Its position moves in the
 * same transaction, so that a crash neither skips nor repeats a batch.
 */
export async function replayNextBatch(replayId: string, generation: number): Promise<BatchResult> {
  return transaction(async (tx): Promise<BatchResult> => {
    const [replay] = await sql.claimReplay({ replayId, generation }, tx);
    if (!replay) return "superseded";
    const { bankId, endpointId, positionAt, positionId } = replay;
    const counts = await sql.countDue({ bankId, endpointId, upTo: MAX_DUE_DELIVERIES }, tx);
    const { endpoints, due } = onlyRow(counts);
    if (due >= MAX_DUE_DELIVERIES) return "waiting";
    const limit = Math.max(1, Math.floor(BATCH_DELIVERIES / Math.max(1, endpoints)));
    const events = await sql.nextEvents({ replayId, bankId, positionAt, positionId, limit }, tx);
    const eventIds = events.map(({ id }) => id);
    const deliveries = await redeliver(tx, { bankId, eventIds, endpointId });
    const isLast = events.length < limit;
    // Without events, the position doesn't change.
    const { createdAt, id } = events.at(-1) ?? { createdAt: positionAt, id: positionId };
    const position = { positionAt: createdAt, positionId: id };
    await sql.advanceReplay(
      { replayId, events: events.length, deliveries, isLast, ...position },
      tx,
    );
    return isLast ? "completed" : "running";
  });
}

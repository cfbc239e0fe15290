import { transaction } from "../../database/transaction.ts";
import { redeliver } from "./redeliver.ts";
import { advanceReplay, claimReplay, countDue, nextEvents } from "./sql.ts";

/** The approximate number of deliveries in a batch, which keeps locks and writes small. */
export const BATCH_DELIVERIES = 500;
/** While this many of a bank's deliveries are due, its replays wait, so that they do not delay new events. */
export const MAX_DUE_DELIVERIES = 1_000;

/** `superseded`: a later run has taken over this replay, or it was deleted. */
export type BatchOutcome = "running" | "waiting" | "completed" | "superseded";

/**
 * Redelivers the next events of a replay, unless many deliveries are due already. Its position moves in the
 * same transaction, so that a crash neither skips nor repeats a batch.
 */
export async function replayNextBatch(replayId: string, generation: number): Promise<BatchOutcome> {
  return transaction(async (tx): Promise<BatchOutcome> => {
    const [replay] = await claimReplay({ replayId, generation }, tx);
    if (!replay) return "superseded";
    const { bankId, endpointId, positionAt, positionId } = replay;
    const [counted] = await countDue({ bankId, endpointId, upTo: MAX_DUE_DELIVERIES }, tx);
    const { endpoints, due } = counted ?? { endpoints: 0, due: 0 };
    if (due >= MAX_DUE_DELIVERIES) return "waiting";
    const limit = Math.max(1, Math.floor(BATCH_DELIVERIES / Math.max(1, endpoints)));
    const events = await nextEvents({ replayId, bankId, positionAt, positionId, limit }, tx);
    const eventIds = events.map(({ id }) => id);
    const deliveries = await redeliver(tx, { bankId, eventIds, endpointId });
    const isLast = events.length < limit;
    // Without an event the position stays.
    const { createdAt, id } = events.at(-1) ?? { createdAt: positionAt, id: positionId };
    const position = { positionAt: createdAt, positionId: id };
    await advanceReplay({ replayId, events: events.length, deliveries, isLast, ...position }, tx);
    return isLast ? "completed" : "running";
  });
}

import { transaction } from "../../database/transaction.ts";
import { redeliver } from "./redeliver.ts";
import { advanceReplay, claimReplay, countDue, nextEvents } from "./sql.ts";

/** About so many deliveries at a time: what is locked together, and written at once, stays small. */
export const BATCH_DELIVERIES = 500;
/** While so many deliveries of a bank are due, its replays wait: they must not delay its new events. */
export const MAX_DUE_DELIVERIES = 1_000;

/** `superseded`: a later run has taken this replay over, or it is gone. */
export type BatchOutcome = "running" | "waiting" | "completed" | "superseded";

/**
 * Asks for the next events of a replay again, unless much is due already. Its position moves in the same
 * transaction: cut off before the commit nothing has happened, and after it the next call goes on behind.
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
    const last = events.at(-1);
    const position = { positionAt: last?.createdAt ?? null, positionId: last?.id ?? null };
    await advanceReplay({ replayId, events: events.length, deliveries, isLast, ...position }, tx);
    return isLast ? "completed" : "running";
  });
}

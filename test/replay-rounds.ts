/** All operations that change many deliveries, run concurrently over real connections. */
import { setTimeout } from "node:timers/promises";
import { pool } from "#lib/database/pool.ts";
import { transaction } from "#lib/database/transaction.ts";
import { requeue } from "#lib/jobs/sweep.ts";
import { logAttempt } from "#lib/webhooks/delivery/deliver.ts";
import { DELIVERIES } from "#lib/webhooks/delivery/sql.ts";
import { addEndpoint } from "#lib/webhooks/endpoints/mutations.ts";
import {
  redeliver,
  replayEvent,
  replayNextBatch,
  startReplay,
} from "#lib/webhooks/replay/mutations.ts";
import { type Bank, makeBank } from "./factories.ts";
import { randomOf } from "./random.ts";

export const MARCH = {
  from: new Date("2026-03-01T00:00:00Z"),
  to: new Date("2026-04-01T00:00:00Z"),
};

/** Undelivered events in March, a second apart. @returns their ids */
export async function addEvents({ bankId }: Bank, count: number): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>(
    `insert into event (id, bank_id, type, sequence, body, created_at)
     select gen_random_uuid(), $1, 'donation.completed', 0, '{"data":{}}',
       $3::timestamptz + (n - 1) * interval '1 second'
     from generate_series(1, $2) n returning id`,
    [bankId, count, MARCH.from.toISOString()],
  );
  return rows.map(({ id }) => id);
}

/** Runs the replay to completion, the way the durable function does. */
export async function runReplay(replayId: string, generation = 0): Promise<void> {
  for (;;) {
    const outcome = await replayNextBatch(replayId, generation);
    if (outcome === "completed" || outcome === "superseded") return;
    if (outcome === "waiting") await setTimeout(10);
  }
}

async function setStage() {
  const bank = await makeBank();
  for (let n = 0; n < 3; n++) {
    await addEndpoint(bank.scope, { url: `https://bank.example/${n}` });
  }
  const ids = await addEvents(bank, 90);
  return { bank, ids };
}

const attempt = (deliveryId: string) => ({
  deliveryId,
  generation: 1_000,
  attemptedAt: new Date(),
  status: "delivered" as const,
  nextWaitMs: 0,
  responseCode: 204,
  responseBody: "",
  error: null,
  fault: null,
  latencyMs: 1,
  retryAfterMs: null,
});

/**
 * Runs rounds of all operations, in a different order each time.
 * @returns what was thrown
 */
export async function playRounds(rounds: number, seed: number): Promise<string[]> {
  const { bank, ids } = await setStage();
  const { bankId } = bank;
  const random = randomOf(seed, "replay rounds");
  const faults: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const replays = [await startReplay(bank.scope, MARCH), await startReplay(bank.scope, MARCH)];
    const { rows } = await pool().query<{ id: string }>(
      "select d.id from webhook_delivery d join event e on e.id = d.event_id where bank_id = $1",
      [bankId],
    );
    const some = () => random.shuffle([...ids]).slice(0, 40);
    const work = [
      ...replays.map(({ replay_id }) => runReplay(replay_id)),
      ...some()
        .slice(0, 3)
        .map((id) => replayEvent(bank.scope, id)),
      // Simulates two processes of different releases, or a concurrent operator command.
      ...[some(), some()].map((eventIds) =>
        transaction((tx) => redeliver(tx, { bankId, eventIds, endpointId: null })),
      ),
      requeue(DELIVERIES, { lateByMs: -60_000, atMost: 200 }),
      requeue(DELIVERIES, { ids: random.shuffle(rows).map(({ id }) => id) }),
      ...random
        .shuffle(rows)
        .slice(0, 100)
        .map(({ id }) => logAttempt(attempt(id))),
    ];
    for (const one of await Promise.allSettled(work)) {
      if (one.status === "rejected") faults.push(`round ${round}: ${one.reason}`);
    }
    await pool().query("delete from outbox");
  }
  return faults;
}

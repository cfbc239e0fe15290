/**
 * Webhook deliveries per second by one application process, to a receiver in a process of its own:
 * signed, each attempt kept. Events that are there already are replayed over the API, to one endpoint,
 * to sixteen, and to sixteen one of which hangs; what counts is the time from the request until the
 * last delivery of the others is settled. In turns, in one run.
 *
 *   npm run bench:webhooks
 *
 * BENCH_ROUNDS (3) and BENCH_DELIVERIES (2000 each time) may be set.
 */
import { setTimeout as wait } from "node:timers/promises";
import { DEMO_BANK_ID } from "#lib/sandbox/demo-bank.ts";
import { fill, issueReceipt } from "./fill.ts";
import { withDatabase } from "./installation.ts";
import { Product } from "./product.ts";
import { knob, median, run, say, shown, table } from "./statistics.ts";

const rounds = knob("BENCH_ROUNDS", 3);
const deliveries = knob("BENCH_DELIVERIES", 2_000);
const ENDPOINTS = 16;
/** The interval between filled donations, nearly each of which has an event. */
const SECONDS_BETWEEN = 10;
const PATIENCE_MS = 120_000;

/** Enables this many endpoints and disables the others. The first one's path may be replaced. */
async function enableEndpoints(product: Product, count: number, firstPath: string): Promise<void> {
  await product.client.query(
    `update webhook_endpoint set failing_since = null, disabled_reason = null,
       status = case when nth <= $2 then 'enabled' else 'disabled' end,
       url = $3 || case when nth = 1 then $4 else '/' || nth end
     from (select id, row_number() over (order by id) as nth from webhook_endpoint
           where bank_id = $1) numbered
     where numbered.id = webhook_endpoint.id`,
    [DEMO_BANK_ID, count, product.receiver.base, firstPath],
  );
}

type Replay = { data: { replay_id: string; status: string; deliveries: number } };

async function ask(product: Product, path: string, body?: unknown): Promise<Replay["data"]> {
  const response = await fetch(`${product.first.base}${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      "content-type": "application/json",
      "x-service-api-key": product.bench.demo.api_key,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`the replay was answered ${response.status}`);
  return ((await response.json()) as Replay).data;
}

/** Replays the latest events. @returns the number of deliveries, once all are requested */
async function replay(product: Product, events: number): Promise<number> {
  const from = new Date(Date.now() - events * SECONDS_BETWEEN * 1_000);
  const range = { from: from.toISOString(), to: new Date().toISOString() };
  let replay = await ask(product, "/v1/events/replay", range);
  while (replay.status === "running") {
    await wait(50);
    replay = await ask(product, `/v1/event-replays/${replay.replay_id}`);
  }
  return replay.deliveries;
}

/** Pending deliveries, except to the hanging endpoint. */
async function openDeliveries(product: Product): Promise<number> {
  const { rows } = await product.client.query<{ open: number }>(
    `select count(*) as open from webhook_delivery join webhook_endpoint on endpoint_id = webhook_endpoint.id
     where webhook_delivery.status = 'pending' and url not like '%/hanging'`,
  );
  return rows[0]?.open ?? 0;
}

async function settled(product: Product): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while ((await openDeliveries(product)) > 0) {
    if (performance.now() > deadline)
      throw new Error("deliveries are not settled after two minutes");
    await wait(50);
  }
}

/** Deliveries per second, except to the hanging endpoint. */
async function measureOne(product: Product, count: number, hangs: boolean): Promise<number> {
  await enableEndpoints(product, count, hangs ? "/hanging" : "/1");
  if (hangs) product.receiver.child.send("hang");
  const startedAt = performance.now();
  const all = await replay(product, Math.ceil(deliveries / count));
  await settled(product);
  const passed = (performance.now() - startedAt) / 1_000;
  if (!hangs) return all / passed;
  product.receiver.child.send("answer");
  await enableEndpoints(product, count, "/1");
  await settled(product);
  return (all * (1 - 1 / count)) / passed;
}

async function attempts(product: Product): Promise<{ kept: number; failed: number }> {
  const { rows } = await product.client.query(
    `select count(*) as kept, count(*) filter (where response_code is distinct from 204) as failed
     from webhook_attempt where attempted_at > now() - interval '1 hour' and latency_ms >= 0
       and id > $1`,
    [firstAttempt],
  );
  return rows[0] as { kept: number; failed: number };
}

let firstAttempt = 0;

await run("bench:webhooks", async () => {
  const product = await Product.start({
    endpoints: ENDPOINTS,
    prepare: async ({ databaseUrl }) =>
      withDatabase(databaseUrl, async (client) => {
        await issueReceipt(client);
        await fill(client, DEMO_BANK_ID, { donations: deliveries * 1.2, accounts: 100 });
        const { rows } = await client.query("select max(id) as id from webhook_attempt");
        firstAttempt = rows[0].id;
      }),
  });
  try {
    const ways: [string, number, boolean][] = [
      ["one endpoint", 1, false],
      [`${ENDPOINTS} endpoints`, ENDPOINTS, false],
      [`${ENDPOINTS} endpoints, one hangs: the others`, ENDPOINTS, true],
    ];
    const results = new Map<string, number[]>(ways.map(([name]) => [name, []]));
    await measureOne(product, 1, false);
    for (let round = 0; round < rounds; round++) {
      for (const [name, count, hangs] of ways) {
        results.get(name)?.push(await measureOne(product, count, hangs));
      }
    }
    const first = median(results.get("one endpoint") as number[]);
    table(
      ["", "deliveries/s", "this : one endpoint"],
      [...results].map(([name, all]) => [name, shown(median(all)), shown(median(all) / first, 2)]),
    );
    const { kept, failed } = await attempts(product);
    say(`${shown(kept)} attempts were kept, ${failed} of them without a 204.\n`);
  } finally {
    await product.stop();
  }
});

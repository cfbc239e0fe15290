/**
 * Webhook deliveries per second by one application process to a receiver in its own process, signed, with each
 * attempt recorded. Existing events are replayed over the API to one endpoint, to sixteen, and to sixteen of which
 * one hangs. Measures the time from the request until the last delivery to the others is settled. The three alternate
 * within one run.
 *
 *   npm run bench:webhooks
 *
 * Optional: BENCH_ROUNDS (3) and BENCH_DELIVERIES (2000 per measurement).
 */
import { setTimeout as wait } from "node:timers/promises";
import { DEMO_BANK_ID } from "#lib/sandbox/demo-bank.ts";
import { fill, issueReceipt } from "./fill.ts";
import { withDatabase } from "./installation.ts";
import { Product } from "./product.ts";
import { format, median, run, say, setting, table } from "./statistics.ts";

const rounds = setting("BENCH_ROUNDS", 3);
const deliveries = setting("BENCH_DELIVERIES", 2_000);
const ENDPOINTS = 16;
/** The interval between filled donations, nearly each of which has an event. */
const SECONDS_BETWEEN = 10;
const TIMEOUT_MS = 120_000;

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

async function callApi(product: Product, path: string, body?: unknown): Promise<Replay["data"]> {
  const response = await fetch(`${product.first.base}${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      "content-type": "application/json",
      "x-service-api-key": product.bench.demo.api_key,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`the replay returned ${response.status}`);
  return ((await response.json()) as Replay).data;
}

/** Replays the latest events. @returns the number of deliveries, once all are requested */
async function replay(product: Product, events: number): Promise<number> {
  const from = new Date(Date.now() - events * SECONDS_BETWEEN * 1_000);
  const range = { from: from.toISOString(), to: new Date().toISOString() };
  let replay = await callApi(product, "/v1/events/replay", range);
  while (replay.status === "running") {
    await wait(50);
    replay = await callApi(product, `/v1/event-replays/${replay.replay_id}`);
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

async function waitUntilSettled(product: Product): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while ((await openDeliveries(product)) > 0) {
    if (performance.now() > deadline)
      throw new Error("deliveries aren't settled after two minutes");
    await wait(50);
  }
}

/** Deliveries per second, except to the hanging endpoint. */
async function measureOne(product: Product, count: number, hangs: boolean): Promise<number> {
  await enableEndpoints(product, count, hangs ? "/hanging" : "/1");
  if (hangs) product.receiver.child.send("hang");
  const startedAt = performance.now();
  const all = await replay(product, Math.ceil(deliveries / count));
  await waitUntilSettled(product);
  const elapsed = (performance.now() - startedAt) / 1_000;
  if (!hangs) return all / elapsed;
  product.receiver.child.send("answer");
  await enableEndpoints(product, count, "/1");
  await waitUntilSettled(product);
  return (all * (1 - 1 / count)) / elapsed;
}

async function countAttempts(product: Product): Promise<{ recorded: number; failed: number }> {
  const { rows } = await product.client.query(
    `select count(*) as recorded, count(*) filter (where response_code is distinct from 204) as failed
     from webhook_attempt where attempted_at > now() - interval '1 hour' and latency_ms >= 0
       and id > $1`,
    [firstAttempt],
  );
  return rows[0] as { recorded: number; failed: number };
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
    const cases: [string, number, boolean][] = [
      ["one endpoint", 1, false],
      [`${ENDPOINTS} endpoints`, ENDPOINTS, false],
      [`${ENDPOINTS} endpoints, one hangs: the others`, ENDPOINTS, true],
    ];
    const results = new Map<string, number[]>(cases.map(([name]) => [name, []]));
    await measureOne(product, 1, false);
    for (let round = 0; round < rounds; round++) {
      for (const [name, count, hangs] of cases) {
        results.get(name)?.push(await measureOne(product, count, hangs));
      }
    }
    const rates = [...results].map(([name, all]) => [name, median(all)] as const);
    const first = rates[0]?.[1] ?? 0;
    table(
      ["", "deliveries/s", "this : one endpoint"],
      rates.map(([name, rate]) => [name, format(rate), format(rate / first, 2)]),
    );
    const { recorded, failed } = await countAttempts(product);
    say(`${format(recorded)} attempts were recorded, ${failed} of them without a 204.\n`);
  } finally {
    await product.stop();
  }
});

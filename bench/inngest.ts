/**
 * Donations from 202 to the delivered webhook at a constant rate, run by the embedded executor and then by a real
 * Inngest server on the same machine, with its Redis and its database sharing the cores with everything else.
 *
 *   INNGEST_PROGRAM=<the server's program> npm run bench:inngest
 *
 * Without a program, it uses the tests' stand-in, which stores nothing and so shows what our side costs. Optional:
 * BENCH_RATE (200 per second), BENCH_SECONDS (60), and REDIS_PROGRAM (redis-server).
 */
import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../test/free-port.ts";
import { INNGEST_PROGRAM, startInngestProgram } from "../test/inngest-program.ts";
import { startInngestServer } from "../test/inngest-server.ts";
import { measure } from "./load.ts";
import { Product } from "./product.ts";
import { format, median, run, say, setting, table } from "./statistics.ts";
import { sustain } from "./sustained-load.ts";

const rate = setting("BENCH_RATE", 200);
const seconds = setting("BENCH_SECONDS", 60);

const HEADER = ["", "accepted/s", "delivered/s", "p50 ms", "p99 ms", "backlog", "slope", "steady"];

/** The p50 and p99 from the request to the delivered webhook, of all donations since then, in milliseconds. */
async function latencies({ client }: Product, since: Date): Promise<number[]> {
  const { rows } = await client.query<{ ms: number[] }>(
    `select percentile_cont(array[0.5, 0.99]) within group
       (order by extract(epoch from w.settled_at - d.created_at)::float8 * 1000) as ms
     from donation d join event e on e.donation_id = d.id join webhook_delivery w on w.event_id = e.id
     where d.created_at >= $1 and w.status = 'delivered'`,
    [since],
  );
  return rows[0]?.ms ?? [];
}

async function isRegistered({ base }: { base: string }): Promise<boolean> {
  const readiness = (await (await fetch(`${base}/readyz`)).json()) as { inngest?: string };
  return readiness.inngest === undefined;
}

async function startStandIn() {
  const secret = () => randomBytes(32).toString("hex");
  const [port, keys] = [await freePort(), { event: secret(), signing: secret() }];
  const { stop } = await startInngestServer(port, keys);
  const settings = {
    INNGEST_BASE_URL: `http://127.0.0.1:${port}`,
    INNGEST_EVENT_KEY: keys.event,
    INNGEST_SIGNING_KEY: keys.signing,
  };
  return { settings, stop };
}

async function measureAt(product: Product, label: string): Promise<string[]> {
  while (!(await isRegistered(product.first))) await wait(100);
  await measure(product.loads(), { requests: 200 });
  await product.drain();
  const since = new Date();
  const { perSecond, deliveredRate, backlog, slope, isSteady } = await sustain(
    product,
    product.loads(),
    rate,
    seconds,
  );
  await product.drain();
  const [p50 = 0, p99 = 0] = await latencies(product, since);
  return [
    label,
    ...[perSecond, deliveredRate, p50, p99, median(backlog.map(([, open]) => open))].map((value) =>
      format(value),
    ),
    `${slope.perSecond.toFixed(1)} ± ${slope.error.toFixed(1)}`,
    isSteady ? "yes" : "no",
  ];
}

await run("bench:inngest", async () => {
  const product = await Product.start();
  try {
    const rows = [await measureAt(product, "embedded executor")];
    await product.removeProcess();
    const server = INNGEST_PROGRAM
      ? await startInngestProgram(`${await product.bench.create("inngest")}?sslmode=disable`)
      : await startStandIn();
    try {
      await product.addProcess(server.settings);
      const name = INNGEST_PROGRAM ? "Inngest server" : "stand-in for an Inngest server";
      rows.push(await measureAt(product, name));
    } finally {
      await product.removeProcess();
      await server.stop();
    }
    table(HEADER, rows);
    say(
      `${format(rate)} per second were offered for ${format(seconds)} s. p50 and p99: from the request to the delivered webhook.\n`,
    );
  } finally {
    await product.stop();
  }
});

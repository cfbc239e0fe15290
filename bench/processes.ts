/**
 * One application process compared with two on one database, with clients spread over both: accepted requests,
 * and donations from the request to the delivered webhook. They alternate within one run.
 *
 *   npm run bench:processes
 *
 * With four or more cores, the load and the receiver get their own, so that they don't compete with a second process.
 * Optional: BENCH_ROUNDS (3), BENCH_SECONDS (4, for accepting), and BENCH_BATCH (1000 donations, end to end).
 */
import { donationsTo } from "./donations.ts";
import { measure } from "./load.ts";
import { pinSeparately } from "./pinning.ts";
import { Product } from "./product.ts";
import { type Running, startApiServer } from "./servers.ts";
import { format, median, run, say, setting, table } from "./statistics.ts";

const rounds = setting("BENCH_ROUNDS", 3);
const seconds = setting("BENCH_SECONDS", 4);
const batch = setting("BENCH_BATCH", 1_000);

type Result = { accepted: number; p99: number; delivered: number };

async function accept(product: Product, servers: Running[]) {
  const loads = servers.map((server) => donationsTo(server, product.bench.demo.api_key));
  await measure(loads, { seconds: 1 });
  const { perSecond, p99, failed } = await measure(loads, { seconds });
  if (failed > 0) throw new Error(`${failed} requests were not accepted`);
  return { accepted: perSecond, p99 };
}

/** Donations per second from the first request until the last webhook is delivered. */
async function endToEnd(product: Product): Promise<number> {
  const before = await product.backlog();
  const startedAt = performance.now();
  await measure(product.loads(), { requests: batch });
  await product.drain();
  const elapsed = (performance.now() - startedAt) / 1_000;
  return ((await product.backlog()).delivered - before.delivered) / elapsed;
}

async function measureRounds(product: Product, servers: Running[]): Promise<[Result[], Result[]]> {
  const [one, two]: [Result[], Result[]] = [[], []];
  await endToEnd(product);
  for (let round = 0; round < rounds; round++) {
    const single = await accept(product, servers.slice(0, 1));
    const both = await accept(product, servers);
    one.push({ ...single, delivered: await endToEnd(product) });
    await product.addProcess();
    pinSeparately(product, [...product.processes, ...servers]);
    // A new process is slow at first.
    await measure(product.loads(), { requests: batch / 4 });
    await product.drain();
    two.push({ ...both, delivered: await endToEnd(product) });
    await product.removeProcess();
  }
  return [one, two];
}

await run("bench:processes", async () => {
  let copy = "";
  const product = await Product.start({
    prepare: async (bench) => {
      copy = await bench.copy("points_accept");
    },
  });
  const servers: Running[] = [];
  try {
    for (let n = 0; n < 2; n++) servers.push(await startApiServer({ DATABASE_URL: copy }));
    const isPinned = pinSeparately(product, [...product.processes, ...servers]);
    const [one, two] = await measureRounds(product, servers);
    const of = (all: Result[], field: keyof Result) => median(all.map((each) => each[field]));
    const row = (name: string, field: keyof Result) => {
      const [few, many] = [of(one, field), of(two, field)];
      return [name, format(few), format(many), format(many / few, 2)];
    };
    table(
      ["", "one process", "two processes", "two : one"],
      [
        row("accepted/s (no engine)", "accepted"),
        row("p99 of these, ms", "p99"),
        row("completed and delivered/s", "delivered"),
      ],
    );
    say(
      isPinned
        ? "The load and the receiver have their own core.\n"
        : "The load, Postgres, and the receiver share cores.\n",
    );
  } finally {
    for (const server of servers) await server.stop();
    await product.stop();
  }
});

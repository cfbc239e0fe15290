/**
 * One application process against two on one database, the clients spread over both: requests that
 * are accepted, and donations from request to completed and told. In turns, in one run.
 *
 *   npm run bench:processes
 *
 * With four cores or more, the load and the receiver have one of their own, so that a second process has the others.
 * BENCH_ROUNDS (3), BENCH_SECONDS (4, for accepting) and BENCH_BATCH (1000 donations, end to end) may
 * be set.
 */
import { donationsTo } from "./donations.ts";
import { measure } from "./load.ts";
import { pinApart } from "./pinning.ts";
import { Product } from "./product.ts";
import { type Running, startApiServer } from "./servers.ts";
import { knob, median, run, say, shown, table } from "./statistics.ts";

const rounds = knob("BENCH_ROUNDS", 3);
const seconds = knob("BENCH_SECONDS", 4);
const batch = knob("BENCH_BATCH", 1_000);

type Result = { accepted: number; p99: number; told: number };

async function accept(product: Product, doors: Running[]) {
  const loads = doors.map((door) => donationsTo(door, product.bench.demo.api_key));
  await measure(loads, { seconds: 1 });
  const { perSecond, p99, wrong } = await measure(loads, { seconds });
  if (wrong > 0) throw new Error(`${wrong} requests were not accepted`);
  return { accepted: perSecond, p99 };
}

/** Donations per second from the first request until the last webhook is delivered. */
async function endToEnd(product: Product): Promise<number> {
  const before = await product.backlog();
  const startedAt = performance.now();
  await measure(product.loads(), { requests: batch });
  await product.drain();
  const passed = (performance.now() - startedAt) / 1_000;
  return ((await product.backlog()).delivered - before.delivered) / passed;
}

async function measureRounds(product: Product, doors: Running[]): Promise<[Result[], Result[]]> {
  const [one, two]: [Result[], Result[]] = [[], []];
  await endToEnd(product);
  for (let round = 0; round < rounds; round++) {
    const alone = await accept(product, doors.slice(0, 1));
    const both = await accept(product, doors);
    one.push({ ...alone, told: await endToEnd(product) });
    await product.addProcess();
    pinApart(product, [...product.processes, ...doors]);
    // A new process is slow at first.
    await measure(product.loads(), { requests: batch / 4 });
    await product.drain();
    two.push({ ...both, told: await endToEnd(product) });
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
  const doors: Running[] = [];
  try {
    for (let n = 0; n < 2; n++) doors.push(await startApiServer({ DATABASE_URL: copy }));
    const isApart = pinApart(product, [...product.processes, ...doors]);
    const [one, two] = await measureRounds(product, doors);
    const of = (all: Result[], field: keyof Result) => median(all.map((each) => each[field]));
    const row = (name: string, field: keyof Result) => {
      const [few, many] = [of(one, field), of(two, field)];
      return [name, shown(few), shown(many), shown(many / few, 2)];
    };
    table(
      ["", "one process", "two processes", "two : one"],
      [
        row("accepted/s (no engine)", "accepted"),
        row("p99 of these, ms", "p99"),
        row("accepted, completed and told/s", "told"),
      ],
    );
    say(
      isApart
        ? "The load and the receiver have a core of their own.\n"
        : "The load, Postgres and the receiver are on the same cores.\n",
    );
  } finally {
    for (const door of doors) await door.stop();
    await product.stop();
  }
});

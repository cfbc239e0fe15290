/**
 * Whether one school that receives everything slows anybody down, itself included: donations per
 * second from accepted to completed and told, all to one school and over all schools, in turns. They
 * come from linked customers, so that each has its email and its receipt, numbered by its school.
 *
 *   npm run bench:one-school
 *
 * BENCH_BATCH (1000 donations) and BENCH_ROUNDS (2) may be set.
 */
import { donationBody } from "./donations.ts";
import { measure } from "./load.ts";
import { Product } from "./product.ts";
import { knob, median, run, shown, table } from "./statistics.ts";

const batch = knob("BENCH_BATCH", 1_000);
const rounds = knob("BENCH_ROUNDS", 2);

type Result = { accepted: number; p99: number; told: number };

async function measureBatch(product: Product, bodies: string[]): Promise<Result> {
  const startedAt = performance.now();
  const { perSecond, p99, wrong } = await measure(product.loads(bodies), { requests: batch });
  if (wrong > 0) throw new Error(`${wrong} requests were not accepted`);
  await product.drain();
  return { accepted: perSecond, p99, told: batch / ((performance.now() - startedAt) / 1_000) };
}

await run("bench:one-school", async () => {
  const product = await Product.start({ customers: 500 });
  try {
    const [schools, accounts] = [await product.schools(), await product.accounts()];
    const bodiesOver = (ids: string[]) =>
      accounts.map((service_user_id, n) =>
        donationBody({ service_user_id, school_id: ids[n % ids.length] }),
      );
    const ways = {
      "all to one school": bodiesOver(["ohio-state"]),
      [`over ${schools.length} schools`]: bodiesOver(schools),
    };
    const results = new Map<string, Result[]>(Object.keys(ways).map((name) => [name, []]));
    await measureBatch(product, bodiesOver(["ohio-state"]));
    for (let round = 0; round < rounds; round++) {
      for (const [name, bodies] of Object.entries(ways)) {
        results.get(name)?.push(await measureBatch(product, bodies));
      }
    }
    const rows = [...results].map(([name, all]) => {
      const of = (field: keyof Result) => shown(median(all.map((one) => one[field])));
      return [name, of("accepted"), of("p99"), of("told")];
    });
    table(["", "accepted/s meanwhile", "p99 ms", "accepted, completed and told/s"], rows);
  } finally {
    await product.stop();
  }
});

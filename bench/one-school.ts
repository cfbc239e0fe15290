/**
 * Whether one school that receives everything slows donations down: donations per second from the request to the
 * delivered webhook, alternating between one school and all schools. They come from linked customers, so each
 * has its email and its receipt, numbered by its school.
 *
 *   npm run bench:one-school
 *
 * Optional: BENCH_BATCH (1000 donations) and BENCH_ROUNDS (2).
 */
import { donationBody } from "./donations.ts";
import { measure } from "./load.ts";
import { Product } from "./product.ts";
import { format, median, run, setting, table } from "./statistics.ts";

const batch = setting("BENCH_BATCH", 1_000);
const rounds = setting("BENCH_ROUNDS", 2);

type Result = { accepted: number; p99: number; delivered: number };

async function measureBatch(product: Product, bodies: string[]): Promise<Result> {
  const startedAt = performance.now();
  const { perSecond, p99, failed } = await measure(product.loads(bodies), { requests: batch });
  if (failed > 0) throw new Error(`${failed} requests were not accepted`);
  await product.drain();
  return { accepted: perSecond, p99, delivered: batch / ((performance.now() - startedAt) / 1_000) };
}

await run("bench:one-school", async () => {
  const product = await Product.start({ customers: 500 });
  try {
    const [schools, accounts] = [await product.schools(), await product.accounts()];
    const bodiesOver = (ids: string[]) =>
      accounts.map((service_user_id, n) =>
        donationBody({ service_user_id, school_id: ids[n % ids.length] }),
      );
    const cases = {
      "all to one school": bodiesOver(["ohio-state"]),
      [`spread over ${schools.length} schools`]: bodiesOver(schools),
    };
    const results = new Map<string, Result[]>(Object.keys(cases).map((name) => [name, []]));
    await measureBatch(product, bodiesOver(["ohio-state"]));
    for (let round = 0; round < rounds; round++) {
      for (const [name, bodies] of Object.entries(cases)) {
        results.get(name)?.push(await measureBatch(product, bodies));
      }
    }
    const rows = [...results].map(([name, all]) => {
      const of = (field: keyof Result) => format(median(all.map((one) => one[field])));
      return [name, of("accepted"), of("p99"), of("delivered")];
    });
    table(["", "accepted/s meanwhile", "p99 ms", "completed and delivered/s"], rows);
  } finally {
    await product.stop();
  }
});

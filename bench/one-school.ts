/**
 * Whether one school that receives everything slows anybody down, itself included: donations per
 * second from accepted to completed and told, all to one school and over all schools, in turns. They
 * come from linked customers, so that each has its mails and its receipt, numbered by its school.
 *
 *   npm run bench:one-school
 *
 * BENCH_BATCH (1500 donations) and BENCH_ROUNDS (3) may be set.
 */
import { median, send } from "./load.ts";
import { Product } from "./product.ts";

const batch = Number(process.env.BENCH_BATCH ?? 1_500);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);

type Result = { acceptedPerSecond: number; p99: number; toldPerSecond: number };

async function run(product: Product, schoolOf: (n: number) => string): Promise<Result> {
  const accounts = await product.accounts();
  const startedAt = performance.now();
  const times = await send(product.load, batch, (n) => ({
    school_id: schoolOf(n),
    service_user_id: accounts[n % accounts.length],
  }));
  const acceptedPerSecond = batch / ((performance.now() - startedAt) / 1_000);
  await product.drain();
  const toldPerSecond = batch / ((performance.now() - startedAt) / 1_000);
  return { acceptedPerSecond, p99: times[Math.floor(times.length * 0.99)] ?? 0, toldPerSecond };
}

const product = await Product.start();
try {
  const schools = await product.schools();
  const ways: Record<string, (n: number) => string> = {
    "all to one school": () => "ohio-state",
    [`over ${schools.length} schools`]: (n) => schools[n % schools.length] as string,
  };
  const results = new Map<string, Result[]>(Object.keys(ways).map((name) => [name, []]));
  await run(product, () => "ohio-state");
  for (let round = 0; round < rounds; round++) {
    for (const [name, way] of Object.entries(ways))
      results.get(name)?.push(await run(product, way));
  }
  process.stdout.write(
    "| | accepted/s | p99 ms | accepted, completed and told/s |\n|---|---:|---:|---:|\n",
  );
  for (const [name, all] of results) {
    const of = (field: keyof Result) => Math.round(median(all.map((one) => one[field])));
    process.stdout.write(
      `| ${name} | ${of("acceptedPerSecond")} | ${of("p99")} | ${of("toldPerSecond")} |\n`,
    );
  }
} finally {
  await product.stop();
}
process.exit(0);

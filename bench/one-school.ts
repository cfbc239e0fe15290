/**
 * Whether one school that receives everything slows anybody down, itself included: donations per
 * second from accepted to completed and told, all to one school and over all schools, in turns. They
 * come from linked customers, so that each has its mails and its receipt, numbered by its school.
 *
 *   npm run bench:one-school
 *
 * BENCH_BATCH (1500 donations) and BENCH_ROUNDS (3) may be set.
 */
import { median } from "./load.ts";
import { Product } from "./product.ts";

const batch = Number(process.env.BENCH_BATCH ?? 1_500);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const CONNECTIONS = 16;

type Result = { acceptedPerSecond: number; p99: number; toldPerSecond: number };

async function accept(product: Product, schoolOf: (n: number) => string): Promise<number[]> {
  const times: number[] = [];
  const accounts = await product.accounts();
  let next = 0;
  const connection = async () => {
    for (let n = next++; n < batch; n = next++) {
      const startedAt = performance.now();
      const service_user_id = accounts[n % accounts.length];
      const body = { ...JSON.parse(product.load.body), school_id: schoolOf(n), service_user_id };
      const response = await fetch(product.load.url, {
        method: "POST",
        headers: { "content-type": "application/json", ...product.load.headers },
        body: JSON.stringify({ ...body, bank_transaction_ref: crypto.randomUUID() }),
      });
      await response.text();
      if (response.status !== 202) throw new Error(`answered ${response.status}`);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return times.sort((a, b) => a - b);
}

async function run(product: Product, schoolOf: (n: number) => string): Promise<Result> {
  const startedAt = performance.now();
  const times = await accept(product, schoolOf);
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

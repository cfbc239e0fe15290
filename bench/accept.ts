/**
 * Requests per second of `POST /v1/donations/request`: through the front door, through Next.js, an
 * echo of each, and the same statement from pgbench. All in one run, in turns, on one database with
 * durability on.
 *
 *   npm run bench:accept    (after `npm start` has built everything once)
 *
 * BENCH_ROUNDS (3) and BENCH_SECONDS (5) per measurement may be set.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openInstallation } from "#installation/open.ts";
import { DEMO_BANK_ID } from "#lib/sandbox/demo-bank.ts";
import { readDemo } from "#lib/sandbox/demo-credentials.ts";
import { type Load, type Measured, measure, median } from "./load.ts";
import { measurePgbench } from "./pgbench.ts";
import { buildEcho, startFrontDoor, startNext } from "./servers.ts";

const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const say = (line: string) => process.stdout.write(`${line}\n`);

const donation = JSON.stringify({
  bank_transaction_ref: "bench-[<id>]",
  dollar_amount: 25,
  points_redeemed: 2500,
  school_id: "ohio-state",
  fund_designation: "annual-fund",
});

async function main(): Promise<void> {
  process.env.DATA_DIR = mkdtempSync(path.join(tmpdir(), "points-bench-"));
  process.env.LOG_LEVEL = "warn";
  // What the machine can take is measured, not what one key may send.
  process.env.RATE_LIMIT_PER_KEY = "0";
  const installation = await openInstallation(() => {});
  await buildEcho();
  const doors = [await startFrontDoor(), await startNext("."), await startNext("bench/echo")];
  const [door, product, echo] = doors.map(({ base }) => base) as [string, string, string];
  const headers = { "x-service-api-key": readDemo(installation.dataDir)?.api_key as string };
  const loads: Record<string, Load> = {
    "donation, front door": { url: `${door}/v1/donations/request`, headers, body: donation },
    "donation, Next.js": { url: `${product}/v1/donations/request`, headers, body: donation },
    "echo, front door": { url: `${door}/echo`, body: donation },
    "echo, Next.js": { url: `${echo}/echo`, body: donation },
  };
  const results = new Map<string, Measured[]>();
  const statement: number[] = [];
  try {
    for (const load of Object.values(loads)) await measure(load, 2);
    for (let round = 1; round <= rounds; round++) {
      for (const [name, load] of Object.entries(loads)) {
        results.set(name, [...(results.get(name) ?? []), await measure(load, seconds)]);
      }
      const { databaseUrl } = installation.env;
      const tps = await measurePgbench(databaseUrl as string, DEMO_BANK_ID, "ohio-state", seconds);
      if (tps !== undefined) statement.push(tps);
    }
  } finally {
    for (const running of doors) await running.stop();
    await installation.close();
    rmSync(process.env.DATA_DIR, { recursive: true, force: true });
  }
  report(results, statement);
}

function report(results: Map<string, Measured[]>, statement: number[]): void {
  say("| | requests/s (median) | p50 ms | p99 ms | not 2xx |");
  say("|---|---:|---:|---:|---:|");
  for (const [name, all] of results) {
    const of = (field: keyof Measured) => median(all.map((one) => one[field]));
    const wrong = all.reduce((sum, one) => sum + one.wrong, 0);
    const rate = Math.round(of("perSecond"));
    say(`| ${name} | ${rate} | ${of("p50")} | ${of("p99")} | ${wrong} |`);
  }
  const tps = statement.length ? Math.round(median(statement)) : "no pgbench here";
  say(`| same statement, pgbench | ${tps} | | | |`);
}

await main();

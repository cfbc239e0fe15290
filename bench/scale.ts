/**
 * Whether a full database is slower than an almost empty one: every get, list and request over HTTP
 * through the front door, on 1,000,000 donations and 200,000 accounts of one bank, and on a hundredth
 * of that, in turns.
 *
 *   npm run bench:scale
 *
 * BENCH_DONATIONS (1000000), BENCH_ACCOUNTS (200000) and BENCH_ROUNDS (60) may be set.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { openInstallation } from "#installation/open.ts";
import { issueApiKey } from "#lib/auth/api-keys.ts";
import { systemScope } from "#lib/auth/scopes.ts";
import { closeDatabase } from "#lib/db.ts";
import { DEMO_BANK_ID } from "#lib/sandbox/demo-bank.ts";
import { BUSY_SCHOOL, fill, type Size } from "./fill.ts";
import { median } from "./load.ts";
import { type Running, startFrontDoor } from "./servers.ts";

const LARGE = {
  donations: Number(process.env.BENCH_DONATIONS ?? 1_000_000),
  accounts: Number(process.env.BENCH_ACCOUNTS ?? 200_000),
};
const SMALL = { donations: LARGE.donations / 100, accounts: LARGE.accounts / 100 };
const rounds = Number(process.env.BENCH_ROUNDS ?? 60);
const say = (line: string) => process.stdout.write(`${line}\n`);

type Ids = { donation: string; account: string; endpoint: string; event: string };
type Filled = { door: Running; key: string; ids: Ids; halfway: string };

/** A database of its own on the same server, filled, with the front door before it. */
async function open(server: string, name: string, size: Size): Promise<Filled> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(server);
  url.pathname = name;
  process.env.DATABASE_URL = url.href;
  const installation = await openInstallation(() => {});
  const { apiKey } = await issueApiKey(systemScope("bench"), DEMO_BANK_ID);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await fill(client, DEMO_BANK_ID, size);
  const { rows } = await client.query(
    `select (select id from donation where bank_id = $1 and bank_transaction_ref = 'bench-' || $2::int)
         as donation,
       (select id from account where bank_id = $1 and status = 'active' limit 1) as account,
       (select id from webhook_endpoint where bank_id = $1) as endpoint,
       (select id from event where bank_id = $1 limit 1) as event,
       now() - $2::int * interval '5 seconds' as halfway`,
    [DEMO_BANK_ID, size.donations / 2],
  );
  await client.end();
  await installation.close();
  const { halfway, ...ids } = rows[0];
  return { door: await startFrontDoor(), key: apiKey, ids, halfway: halfway.toISOString() };
}

type Ask = (filled: Filled) => { path: string; body?: unknown };

/** Must not grow. */
const CONSTANT: Record<string, Ask> = {
  "get a donation": ({ ids }) => ({ path: `/v1/donations/${ids.donation}` }),
  "get an account": ({ ids }) => ({ path: `/v1/accounts/${ids.account}` }),
  "get a school": () => ({ path: `/v1/schools/${BUSY_SCHOOL}` }),
  "get an event": ({ ids }) => ({ path: `/v1/events/${ids.event}` }),
  "request a donation": ({ ids }) => ({
    path: "/v1/donations/request",
    body: {
      bank_transaction_ref: crypto.randomUUID(),
      dollar_amount: 25,
      school_id: BUSY_SCHOOL,
      fund_designation: "annual-fund",
      service_user_id: ids.account,
    },
  }),
  "link an account": () => ({
    path: "/v1/accounts/link",
    body: {
      bank_user_id: crypto.randomUUID(),
      display_name: "Pat Sample",
      email: `${crypto.randomUUID()}@example.com`,
      loyalty_program_id: "gold",
    },
  }),
  donations: () => ({ path: "/v1/donations" }),
  "donations, completed": () => ({ path: "/v1/donations?status=completed" }),
  "donations, pending": () => ({ path: "/v1/donations?status=pending" }),
  "donations, failed": () => ({ path: "/v1/donations?status=failed" }),
  "accounts, active": () => ({ path: "/v1/accounts/linked" }),
  "accounts, unlinked": () => ({ path: "/v1/accounts/linked?status=unlinked" }),
  events: () => ({ path: "/v1/events" }),
  "events, one type": () => ({ path: "/v1/events?type=donation.failed" }),
  deliveries: ({ ids }) => ({ path: `/v1/webhook-endpoints/${ids.endpoint}/deliveries` }),
  "deliveries, dead": ({ ids }) => ({
    path: `/v1/webhook-endpoints/${ids.endpoint}/deliveries?status=dead`,
  }),
  schools: () => ({ path: "/v1/schools" }),
};

/** Exact, and under 150 ms. */
const FILTERED: Record<string, Ask> = {
  "donations to the school that has most": () => ({
    path: `/v1/donations?school_id=${BUSY_SCHOOL}`,
  }),
  "the same, completed": () => ({
    path: `/v1/donations?school_id=${BUSY_SCHOOL}&status=completed`,
  }),
  "donations to another school": () => ({ path: "/v1/donations?school_id=alabama" }),
  "donations of an account": ({ ids }) => ({
    path: `/v1/donations?service_user_id=${ids.account}`,
  }),
  "donations from halfway on": ({ halfway }) => ({ path: `/v1/donations?from=${halfway}` }),
  "donations from the beginning": () => ({ path: "/v1/donations?from=2000-01-01T00:00:00Z" }),
  "completed ones, to halfway": ({ halfway }) => ({
    path: `/v1/donations?status=completed&to=${halfway}`,
  }),
  "a reference": () => ({ path: "/v1/donations?bank_transaction_ref=bench-17" }),
  "accounts created after": () => ({
    path: "/v1/accounts/linked?created_after=2000-01-01T00:00:00Z",
  }),
  "events from halfway on": ({ halfway }) => ({ path: `/v1/events?from=${halfway}` }),
};

/** Milliseconds from request to the last byte of the answer. */
async function time(filled: Filled, ask: Ask): Promise<number> {
  const { path: address, body } = ask(filled);
  const startedAt = performance.now();
  const response = await fetch(filled.door.base + address, {
    headers: { "X-Service-API-Key": filled.key, "Content-Type": "application/json" },
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });
  await response.text();
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return performance.now() - startedAt;
}

async function compare(small: Filled, large: Filled, ask: Ask): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let n = -5; n < rounds; n++) {
    const pair = [await time(small, ask), await time(large, ask)] as const;
    if (n >= 0) for (const side of [0, 1] as const) times[side].push(pair[side]);
  }
  return [median(times[0]), median(times[1])];
}

async function main(): Promise<void> {
  process.env.DATA_DIR = mkdtempSync(path.join(tmpdir(), "points-bench-"));
  process.env.LOG_LEVEL = "warn";
  process.env.RATE_LIMIT_PER_KEY = "0";
  const host = await openInstallation(() => {});
  // Its server is wanted, not its database: the next to ask for a connection gets one to its own.
  await closeDatabase();
  const server = host.env.databaseUrl as string;
  const opened: Filled[] = [];
  try {
    opened.push(await open(server, "points_small", SMALL));
    opened.push(await open(server, "points_large", LARGE));
    const [small, large] = opened as [Filled, Filled];
    for (const [title, asks] of Object.entries({ "must not grow": CONSTANT, filters: FILTERED })) {
      say(`| ${title} | ${SMALL.donations} donations: ms | ${LARGE.donations}: ms | ratio |`);
      say("|---|---:|---:|---:|");
      for (const [name, ask] of Object.entries(asks)) {
        const [few, many] = await compare(small, large, ask);
        const ratio = (many / few).toFixed(2);
        say(`| ${name} | ${few.toFixed(1)} | ${many.toFixed(1)} | ${ratio} |`);
      }
    }
  } finally {
    for (const { door } of opened) await door.stop();
    delete process.env.DATABASE_URL;
    await host.close();
    rmSync(process.env.DATA_DIR, { recursive: true, force: true });
  }
}

await main();
process.exit(0);

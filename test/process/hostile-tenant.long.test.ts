/** The effect on another bank while a hostile bank runs every known attack for a minute. */
import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { loadavg } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DnsServer, startDnsServer } from "../dns-server.ts";
import { fillDonations, HEAVY_YEAR } from "../heavy-tenant.ts";
import type { HostilePlan, HostileReport } from "../hostile-load.ts";
import { type HostileReceiver, neverAnswers } from "../hostile-receivers.ts";
import { startReceiver } from "../receiver.ts";
import { Application, eventually } from "./application.ts";
import { makeBank } from "./bank.ts";
import { makeHostilePeople } from "./hostile-people.ts";
import { METRICS_TOKEN, scrape } from "./scrape.ts";

/** On an idle machine. */
const P99_MS = 250;
const SECONDS = 60;
const PER_SECOND = 10;
const SCHOOL = "ohio-state";
/** Whose processor the sandbox has. */
const PROCESSORS_SCHOOL = "ucla";
/** Runs single attacks: `HOSTILE_KINDS="F12 docs"`, comma-separated; with none of that name, the control. */
const KINDS = process.env.HOSTILE_KINDS?.split(",");

let dns: DnsServer;
let hanging: HostileReceiver;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let app: Application;
const arrivals: number[] = [];

beforeAll(async () => {
  dns = await startDnsServer(() => "silence");
  hanging = await neverAnswers();
  receiver = await startReceiver(() => {
    arrivals.push(performance.now());
    return { status: 204 };
  });
  app = new Application({
    DNS_SERVERS: dns.address,
    LOG_LEVEL: "info",
    METRICS_TOKEN,
    // Empty means unset: the default limits apply.
    RATE_LIMIT_PER_KEY: "",
    RATE_LIMIT_PER_CARDHOLDER: "",
    RATE_LIMIT_PER_NETWORK: "",
  });
  await app.start();
});
afterAll(async () => {
  await app.remove();
  await hanging.release();
  await receiver.close();
  await dns.close();
});

/** Another bank, with a customer and a receiver. */
async function makeGoodBank() {
  const { key, secret } = await makeBank(app, receiver.url);
  receiver.settings.secret = secret;
  const email = "pat.sample@example.com";
  const customer = { bank_user_id: "pat", display_name: "Pat Sample", loyalty_program_id: "gold" };
  const linked = await app.api("POST", "/v1/accounts/link", { ...customer, email }, key);
  expect(linked.status).toBe(201);
  return { key, email, accountId: linked.body.data.service_user_id as string };
}

/** The hostile bank is the demo bank with its cardholder: thousands of donations, sixteen endpoints. */
async function makeHostile(victim: string): Promise<HostilePlan> {
  const key = app.demoKey;
  const { email, password } = app.demonstration;
  const login = await app.api("POST", "/v1/portal/auth/login", { email, password });
  const client = new pg.Client(app.sharedSettings().DATABASE_URL);
  await client.connect();
  const { rows } = await client.query(
    `select a.id as "accountId", a.bank_id as "bankId" from account a
     join api_key k on k.bank_id = a.bank_id where a.email = $1 and starts_with($2, 'svc_test_' || k.key_id)`,
    [email, key],
  );
  await fillDonations(client, { ...rows[0], school: PROCESSORS_SCHOOL });
  await client.end();
  const endpoints: string[] = [];
  for (let n = 0; n < 16; n++) {
    const url = n % 2 ? hanging.url(n) : `https://silent-${n}.example/`;
    const { status, body } = await app.api("POST", "/v1/webhook-endpoints", { url }, key);
    if (status === 201) endpoints.push(body.data.endpoint_id);
  }
  // The bank's existing endpoints count, too.
  expect(endpoints.length).toBeGreaterThanOrEqual(14);
  return {
    port: app.port,
    seconds: SECONDS,
    key,
    token: login.body.data.access_token,
    victim,
    school: SCHOOL,
    endpoints,
    year: HEAVY_YEAR,
    people: await makeHostilePeople(app),
    ...(KINDS ? { kinds: KINDS } : {}),
  };
}

/** Starts the hostile process. @returns its responses, once its time is up */
function startAttack(plan: HostilePlan): Promise<HostileReport> {
  const child = fork(path.join(import.meta.dirname, "../hostile-load.ts"), { execArgv: [] });
  child.send(plan);
  return once(child, "message").then(([attackReport]) => attackReport as HostileReport);
}

type ResponseTime = { name: string; status: number; ms: number };
type Accepted = { id: string; at: number };

/** A bank's ordinary traffic, at a constant rate, regardless of responses. */
async function sendTraffic(
  bank: Awaited<ReturnType<typeof makeGoodBank>>,
  seconds: number,
  accepted: Accepted[] = [],
) {
  const responses: ResponseTime[] = [];
  async function ask(name: string, method: string, address: string, body?: unknown) {
    const headers = { "X-Service-API-Key": bank.key, "Content-Type": "application/json" };
    const startedAtMs = performance.now();
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(app.base + address, { method, headers, ...sent });
    const text = await response.text();
    responses.push({ name, status: response.status, ms: performance.now() - startedAtMs });
    // biome-ignore lint/suspicious/noExplicitAny: documented fields.
    return JSON.parse(text) as any;
  }
  const kinds = [
    () => ask("schools", "GET", "/v1/schools?limit=50"),
    async () => {
      const body = {
        bank_transaction_ref: randomUUID(),
        dollar_amount: 25,
        points_redeemed: 2500,
        school_id: SCHOOL,
        fund_designation: "annual-fund",
        service_user_id: bank.accountId,
      };
      const { data } = await ask("give", "POST", "/v1/donations/request", body);
      if (data) accepted.push({ id: data.donation_id, at: performance.now() });
    },
    () => ask("donation", "GET", `/v1/donations/${accepted.at(-1)?.id ?? "none"}`),
    () => ask("embed", "POST", "/v1/embed/token", { service_user_id: bank.accountId }),
  ];
  const startedAt = performance.now();
  const inProgress: Promise<unknown>[] = [];
  for (let nth = 0; nth < seconds * PER_SECOND; nth++) {
    await wait(Math.max(0, startedAt + (nth * 1_000) / PER_SECOND - performance.now()));
    // Each second starts with one request of a kind before the rest.
    const kind = kinds[(nth + 1) % kinds.length] as () => Promise<unknown>;
    inProgress.push(kind());
  }
  await Promise.all(inProgress);
  return { responses, accepted };
}

function quantiles(values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.ceil(part * sorted.length) - 1] ?? 0);
  return `${sorted.length}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`;
}

const p99Of = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.ceil(0.99 * values.length) - 1] as number;

const arrivalOf = (id: string) =>
  arrivals[
    receiver.received.findIndex(
      ({ payload }) => payload?.data.donation_id === id && payload.type === "donation.completed",
    )
  ];

const say = (line: string) => process.stdout.write(`${line}\n`);

function print(responses: ResponseTime[], attack: HostileReport, delays: number[]): void {
  say(
    `load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(" ")}`,
  );
  say(`responses, ${quantiles(responses.map(({ ms }) => ms))}`);
  for (const [name, some] of Map.groupBy(responses, (one) => one.name)) {
    say(`  ${name}, ${quantiles(some.map(({ ms }) => ms))}`);
  }
  say(`webhooks, ${quantiles(delays)}`);
  for (const [kind, counts] of Object.entries(attack)) say(`  ${kind}: ${JSON.stringify(counts)}`);
}

/** How much of a core the service has used, in seconds: unlike response times, the same on a busy machine. */
const cpuSeconds = async () => (await scrape(app))("process_cpu_seconds_total") ?? 0;

it("another bank is unaffected", async () => {
  const bank = await makeGoodBank();
  const plan = await makeHostile(bank.email);
  const { accepted: before } = await sendTraffic(bank, 2);
  const usedBefore = await cpuSeconds();
  const attack = startAttack(plan);
  const { responses, accepted } = await sendTraffic(bank, SECONDS, before.slice(-1));
  const attackReport = await attack;
  await eventually(
    () => accepted.every(({ id }) => arrivalOf(id) !== undefined) || undefined,
    "every donation's webhook arrives",
    10_000,
  );
  const delays = accepted.map(({ id, at }) => (arrivalOf(id) as number) - at);
  print(responses, attackReport, delays);
  say(`the service used ${((await cpuSeconds()) - usedBefore).toFixed(1)} s of CPU time`);
  const failed = responses.filter(({ status }) => ![200, 201, 202].includes(status));
  expect(failed).toEqual([]);
  expect(p99Of(responses.map(({ ms }) => ms))).toBeLessThan(P99_MS);
  expect(p99Of(delays)).toBeLessThan(5_000);
});

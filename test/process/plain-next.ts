/** The application under `next start`, without our server: it refuses what nothing would move, and otherwise answers the same. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../free-port.ts";
import { keepLog } from "../logs.ts";
import { eventually } from "./application.ts";
import { app } from "./default-service.ts";

let next: ChildProcess;
let nextBase: string;
let database: pg.Client;

beforeAll(async () => {
  database = new pg.Client({ connectionString: app.sharedSettings().DATABASE_URL });
  await database.connect();
  // As if no server had ever run: the one of the other process has noted by now that there is an engine.
  await database.query("delete from engine_registration");
  const port = await freePort();
  nextBase = `http://127.0.0.1:${port}`;
  const words = ["node_modules/next/dist/bin/next", "start", "-p", String(port)];
  next = spawn(process.execPath, words, {
    env: {
      ...app.environment(),
      ...app.sharedSettings(),
      PUBLIC_BASE_URL: `http://localhost:${app.port}`,
      NODE_ENV: "production",
      // As in `.env.example`; the server with these keys never registers anything.
      ...{ INNGEST_EVENT_KEY: "0".repeat(64), INNGEST_SIGNING_KEY: "0".repeat(64) },
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  keepLog("next", next.stderr);
  await eventually(async () => {
    const answer = await fetch(`${nextBase}/healthz`).catch(() => undefined);
    return answer?.ok || undefined;
  }, "Next.js is up");
});

afterAll(async () => {
  const ended = once(next, "exit");
  next.kill("SIGTERM");
  await ended;
  await database.end();
});

const json = { "Content-Type": "application/json" };
const donation = (reference: string) => ({
  bank_transaction_ref: reference,
  dollar_amount: 25,
  school_id: "ohio-state",
  fund_designation: "annual-fund",
});
const person = (user: string) => ({
  bank_user_id: user,
  display_name: "Pat",
  email: "pat@example.com",
  loyalty_program_id: "gold-rewards",
});

/** Each operation with a good request, a wrong one, and no key. `way` keeps their references apart. */
const requests: [string, string, (way: string) => RequestInit & { key?: false }][] = [
  ["link", "/v1/accounts/link", (way) => ({ method: "POST", body: JSON.stringify(person(way)) })],
  ["wrong link", "/v1/accounts/link", () => ({ method: "POST", body: "{}" })],
  [
    "donate",
    "/v1/donations/request",
    (way) => ({ method: "POST", body: JSON.stringify(donation(way)) }),
  ],
  ["wrong donation", "/v1/donations/request", () => ({ method: "POST", body: "[" })],
  [
    "wrong type",
    "/v1/donations/request",
    () => ({ method: "POST", body: "x", headers: { "Content-Type": "text/plain" } }),
  ],
  [
    "too large",
    "/v1/donations/request",
    () => ({ method: "POST", body: `"${"x".repeat(70_000)}"` }),
  ],
  ["no key", "/v1/donations/request", () => ({ method: "POST", body: "{}", key: false })],
  ["donation", "/v1/donations/0d000000-0000-7000-8000-000000000009", () => ({})],
  ["no uuid", "/v1/donations/no-uuid", () => ({})],
  ["schools", "/v1/schools?search=state&limit=3", () => ({})],
  ["wrong query", "/v1/schools?limit=0&active=x", () => ({})],
  ["school", "/v1/schools/ohio-state", () => ({})],
  ["no school", "/v1/schools/a%20b", () => ({})],
  ["health", "/healthz", () => ({})],
  ["embedded flow", "/embed/session?token=x", () => ({})],
];

/** What has to be the same; ids and times of what was just made are not. */
async function ask(base: string, address: string, init: RequestInit & { key?: false }) {
  const { key, ...rest } = init;
  const own = {
    "X-Request-Id": "both-ways",
    ...(key === false ? {} : { "X-Service-API-Key": app.demoKey }),
  };
  const response = await fetch(base + address, {
    ...rest,
    headers: { ...json, ...own, ...rest.headers },
  });
  const text = (await response.text())
    .replace(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"ID"')
    .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"TIME"')
    .replace(/front|next/g, "WAY");
  const headers = ["content-type", "cache-control", "x-request-id", "x-content-type-options"];
  return {
    status: response.status,
    text,
    headers: headers.map((name) => response.headers.get(name)),
  };
}

it("refuses gifts, and isn't ready, until an engine has registered with the database", async () => {
  const give = () =>
    fetch(`${nextBase}/v1/donations/request`, {
      method: "POST",
      headers: { ...json, "X-Service-API-Key": app.demoKey },
      body: JSON.stringify(donation("without-an-engine")),
    });
  const unready = await fetch(`${nextBase}/readyz`);
  expect(unready.status).toBe(503);
  expect((await unready.json()).error.details.reason).toContain("No engine has registered");
  const refused = await give();
  expect(refused.status).toBe(503);
  expect((await refused.json()).error.code).toBe("SERVICE_UNAVAILABLE");
  const { rows } = await database.query(
    "select from donation where bank_transaction_ref = 'without-an-engine'",
  );
  expect(rows).toEqual([]);

  // As our server does, in another process: an engine that is away later stops nothing.
  await database.query("insert into engine_registration default values");
  const readiness = async () => (await fetch(`${nextBase}/readyz`)).ok || undefined;
  await eventually(readiness, "it is ready");
  expect((await give()).status).toBe(202);
});

it.each(requests)(
  "answers the same through our server and through Next.js: %s",
  async (_, address, init) => {
    const front = await ask(app.base, address, init("front"));
    expect(await ask(nextBase, address, init("next"))).toEqual(front);
  },
);

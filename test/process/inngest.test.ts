/** The switch to an Inngest server and back, tested with a minimal server over HTTP. */
import { randomBytes } from "node:crypto";
import { request } from "node:http";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase, type TestDatabase } from "../database.ts";
import { freePort } from "../free-port.ts";
import { signatureOf, startInngestServer } from "../inngest-server.ts";
import { Application, eventually } from "./application.ts";
import { prepare } from "./storm.ts";

const secret = () => randomBytes(32).toString("base64");
const keys = { event: randomBytes(16).toString("hex"), signing: randomBytes(32).toString("hex") };
const APP = "points-to-donation";

let database: TestDatabase;
let sql: pg.Client;
let embedded: Application;
let switched: Application;
let serverPort: number;
let server: Awaited<ReturnType<typeof startInngestServer>>;
let stage: Awaited<ReturnType<typeof prepare>>;

beforeAll(async () => {
  database = await createDatabase();
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  const settings = {
    DATABASE_URL: database.url,
    AUTH_SECRET: secret(),
    PLATFORM_CONFIG_KEY: secret(),
    WEBHOOK_SECRETS_KEY: secret(),
    IDENTITY_SECRETS_KEY: secret(),
    // A push that fails once stays pending for the rest of the test.
    PUSH_RETRY_SCHEDULE: "0s,1h",
  };
  serverPort = await freePort();
  embedded = new Application(settings);
  switched = new Application({
    ...settings,
    INNGEST_BASE_URL: `http://127.0.0.1:${serverPort}`,
    INNGEST_EVENT_KEY: keys.event,
    INNGEST_SIGNING_KEY: keys.signing,
  });
  await embedded.start();
  stage = await prepare(embedded);
});

afterAll(async () => {
  await switched?.remove();
  await embedded?.remove();
  await server?.stop();
  await stage?.platform.stop();
  await stage?.receiver.close();
  await sql?.end();
  await database?.drop();
});

async function donate(app: Application, reference: string): Promise<string> {
  const body = {
    bank_transaction_ref: reference,
    dollar_amount: 25,
    school_id: stage.school,
    fund_designation: "annual-fund",
  };
  const answer = await app.api("POST", "/v1/donations/request", body, stage.bank.key);
  expect(answer.status).toBe(202);
  return answer.body.data.donation_id;
}

const statusOf = async (app: Application, id: string) =>
  (await app.api("GET", `/v1/donations/${id}`, undefined, stage.bank.key)).body.data?.status;

const completes = (app: Application, id: string) =>
  eventually(async () => (await statusOf(app, id)) === "completed" || undefined, `${id} completes`);

const eventIds = () => new Set(stage.receiver.received.map(({ id }) => id));

const isNotified = (count: number) =>
  eventually(() => eventIds().size >= count || undefined, `the bank is notified of ${count}`);

const readiness = async () => (await fetch(`${switched.base}/readyz`)).json();

const numberOf = async (query: string, ...values: unknown[]) =>
  Number((await sql.query(query, values)).rows[0].n);

/** Calls the route with an arbitrary Host header, which `fetch` would not send. */
function ask(
  method: string,
  headers: Record<string, string>,
  path = "",
  body = "",
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${switched.base}/api/inngest${path}`,
      { method, headers: { "content-type": "application/json", ...headers } },
      (answer) => answer.resume().on("end", () => resolve(answer.statusCode ?? 0)),
    );
    sent.on("error", reject).end(body);
  });
}

let pendingId: string;
let queuedId: string;

it("a donation that the embedded executor started is still pending when it is switched off", async () => {
  await stage.platform.behave("unavailable");
  pendingId = await donate(embedded, "before-the-switch");
  const attempted = "select count(*) as n from credit where donation_id = $1 and attempt_count > 0";
  await eventually(
    async () => (await numberOf(attempted, pendingId)) || undefined,
    "a first attempt",
  );
  expect(await embedded.stop()).toBe(0);
  await stage.platform.behave("ok");
});

it("while the server is down, donations are accepted, and their jobs are kept", async () => {
  await switched.start();
  // This process keeps its state; the next registration is recorded again.
  await sql.query("delete from engine_registration");
  queuedId = await donate(switched, "server-away");
  expect(await numberOf("select count(*) as n from outbox")).toBeGreaterThan(0);
  expect(await statusOf(switched, queuedId)).toBe("pending");
  expect(await readiness()).toMatchObject({ status: "ready", inngest: "not registered" });
  const { needs_attention, incidents } = await switched.admin("status");
  expect(needs_attention).toBe(true);
  const reason = expect.stringContaining("not registered: nothing responds at INNGEST_BASE_URL");
  expect(incidents[0]).toMatchObject({ kind: "jobs_not_sent", shown: [{ reason }] });
});

it("a stranger can't call a function, read anything, or redirect the server", async () => {
  const call = `?fnId=${APP}-push-donation-credits&stepId=step`;
  const body = { event: { name: "x", data: { donation_id: pendingId } }, events: [], steps: {} };
  const forged = signatureOf(randomBytes(32).toString("hex"), body);
  const text = JSON.stringify(body);
  expect(await ask("GET", {})).toBe(401);
  expect(await ask("POST", {}, call, text)).toBe(401);
  expect(await ask("POST", { "x-inngest-signature": forged }, call, text)).toBe(401);
  expect(await ask("PUT", { "x-inngest-sync-kind": "in_band" }, "", '{"url":"http://evil"}')).toBe(
    401,
  );
  expect(await statusOf(switched, pendingId)).toBe("pending");

  server = await startInngestServer(serverPort, keys);
  // The service has been retrying since it started.
  await eventually(() => Object.keys(server.addresses()).length >= 7 || undefined, "it registers");
  await eventually(async () => ((await readiness()).inngest ? undefined : true), "it says so");
  const registered = () => numberOf("select count(*) as n from engine_registration");
  await eventually(async () => (await registered()) || undefined, "the registration is recorded");
  await ask("PUT", { "x-forwarded-host": "evil.example" });
  expect(await ask("PUT", { host: "evil.example" })).toBe(400);
  const addresses = Object.values(server.addresses());
  expect(addresses.length).toBeGreaterThanOrEqual(7);
  for (const address of addresses) {
    expect(new URL(address).origin).toBe(`http://localhost:${switched.port}`);
    expect(new URL(address).pathname).toBe("/api/inngest");
  }
});

it("once the server is back, it gets every event, and donations complete with their webhooks", async () => {
  await completes(switched, queuedId);
  const later = await donate(switched, "server-back");
  await completes(switched, later);
  await isNotified(2);
  expect(server.outcomes.filter(({ status }) => status !== 200)).toEqual([]);
  // The server may run an event before the dispatcher records that it was sent.
  await eventually(
    async () => (await numberOf("select count(*) as n from outbox")) === 0 || undefined,
    "the outbox is empty",
  );
});

it("the sweep, run by the server, takes over what the embedded executor had started", async () => {
  await sql.query(
    "update credit set next_attempt_at = now() - interval '6 minutes' where donation_id = $1",
    [pendingId],
  );
  server.tick(`${APP}-sweep-unfinished`);
  await completes(switched, pendingId);
  // Runs that the server started would wait for the next sweep if the process stopped now.
  await isNotified(3);
});

it("the embedded executor ran nothing in the meantime, and repeats nothing after the switch back", async () => {
  const open = `select count(*) as n from executor_run
    where status = 'running' and function_id = '${APP}-push-donation-credits'`;
  expect(await numberOf(open)).toBe(1);
  expect(await switched.stop()).toBe(0);
  await sql.query("update executor_run set due_at = now() where status = 'running'");
  await embedded.start();
  await eventually(async () => (await numberOf(open)) === 0 || undefined, "the old run ends");
  const books = await stage.platform.ledger();
  expect(books.map(({ requests }) => requests)).toEqual([1, 1, 1]);
  expect(eventIds().size).toBe(3);
});

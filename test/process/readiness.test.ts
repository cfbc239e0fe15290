import { once } from "node:events";
import { connect } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Application, eventually } from "./application.ts";

const app = new Application();
beforeAll(() => app.start(), 120_000);
afterAll(() => app.remove(), 60_000);

/** What a load balancer sees: a status, or nobody who answers. */
const probe = (of: Application, path: string) =>
  fetch(of.base + path).then(
    ({ status }) => status,
    () => "refused" as const,
  );

it("is not ready while the database migrates, and is once that is done", async () => {
  const settings = app.sharedSettings();
  const database = new pg.Client({ connectionString: settings.DATABASE_URL as string });
  await database.connect();
  // As another process would hold it that migrates. The key is Prisma's.
  await database.query("select pg_advisory_lock(72707369)");
  const second = new Application(settings);
  const starting = second.start();
  try {
    await eventually(
      () => (second.output.includes("another process that migrates") ? true : undefined),
      "it waits for the migration",
      100_000,
    );
    expect(await probe(second, "/readyz")).toBe("refused");
    await database.query("select pg_advisory_unlock(72707369)");
    await starting;
    expect(await probe(second, "/readyz")).toBe(200);
  } finally {
    await database.end();
    await starting.catch(() => {});
    await second.remove();
  }
}, 180_000);

it("is not ready from the moment that it is asked to stop, and ends the request under way", async () => {
  const body = JSON.stringify({
    bank_transaction_ref: "under-way",
    dollar_amount: 25,
    school_id: "ohio-state",
    fund_designation: "annual-fund",
  });
  const socket = connect(app.port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  const closed = once(socket, "close");
  const head = [
    "POST /v1/donations/request HTTP/1.1",
    "Host: service.test",
    `X-Service-API-Key: ${app.demoKey}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, 20)}`);
  // The server has taken the connection once it answers the next one.
  expect(await probe(app, "/readyz")).toBe(200);
  const ended = app.stop();
  await eventually(
    async () => (app.output.includes("Stopping") ? true : undefined),
    "it has been asked to stop",
  );
  // A probe on a new connection, and one on the connection that is still open.
  expect(await probe(app, "/readyz")).toBe("refused");
  socket.write(`${body.slice(20)}GET /readyz HTTP/1.1\r\nHost: service.test\r\n\r\n`);
  await eventually(
    () => ((answer.match(/HTTP\/1\.1 /g) ?? []).length === 2 ? true : undefined),
    "both are answered",
  );
  const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  expect(statuses).toEqual(["202", "503"]);
  expect(await ended).toBe(0);
  await closed;
}, 60_000);

/**
 * Donations per second from 202 to completed and told, by the whole product: the application in its own
 * process with its engine, a receiver that verifies nothing and answers at once, the stub platform.
 *
 *   npm run bench:end-to-end
 *
 * First as fast as the client can for some seconds, which leaves a backlog, and how fast that drains;
 * then at a steady rate for a minute, with the backlog at the end. Then the cost of doing nothing.
 * BENCH_RATE (donations a second), BENCH_SECONDS (60) may be set.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { openInstallation } from "#installation/open.ts";
import { systemScope } from "#lib/auth/scopes.ts";
import { db } from "#lib/db.ts";
import { DEMO_BANK_ID } from "#lib/sandbox/demo-bank.ts";
import { addEndpoint } from "#lib/webhooks/endpoints.ts";
import { readDemo } from "#prisma/demo.ts";
import { type Load, measure } from "./load.ts";
import { freePort, root } from "./servers.ts";

const rate = Number(process.env.BENCH_RATE ?? 0);
const seconds = Number(process.env.BENCH_SECONDS ?? 60);
const say = (line: string) => process.stdout.write(`${line}\n`);

/** A bank that takes every event at once. */
async function startBank(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(204).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  server.unref();
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
}

/** What is accepted and not yet told, and what is completed. */
async function standing(client: pg.Client) {
  const { rows } = await client.query(
    `select (select count(*) from credit where status = 'pending')::int as pending,
       (select count(*) from webhook_delivery where status = 'pending')::int as untold,
       (select count(*) from webhook_delivery where status = 'delivered')::int as told`,
  );
  return rows[0] as { pending: number; untold: number; told: number };
}

async function drain(client: pg.Client): Promise<{ perSecond: number; backlog: number }> {
  const startedAt = performance.now();
  const before = await standing(client);
  for (;;) {
    const { pending, untold } = await standing(client);
    if (pending + untold === 0) break;
    await wait(100);
  }
  const passed = (performance.now() - startedAt) / 1_000;
  const after = await standing(client);
  return {
    perSecond: (after.told - before.told) / passed,
    backlog: before.pending + before.untold,
  };
}

async function main(): Promise<void> {
  process.env.DATA_DIR = mkdtempSync(path.join(tmpdir(), "points-bench-"));
  process.env.LOG_LEVEL = "error";
  process.env.PORT = String(await freePort());
  const installation = await openInstallation(() => {});
  await db().webhookEndpoint.deleteMany({ where: { bankId: DEMO_BANK_ID } });
  await addEndpoint(systemScope("bench"), DEMO_BANK_ID, await startBank());
  const client = new pg.Client({ connectionString: installation.env.databaseUrl });
  await client.connect();
  const app = spawn(process.execPath, ["scripts/start.ts"], { cwd: root, stdio: "ignore" });
  const base = `http://127.0.0.1:${process.env.PORT}`;
  while (!(await fetch(`${base}/readyz`).catch(() => undefined))?.ok) await wait(100);
  const load: Load = {
    url: `${base}/v1/donations/request`,
    headers: { "x-service-api-key": readDemo(installation.dataDir)?.api_key as string },
    body: JSON.stringify({
      bank_transaction_ref: "bench-[<id>]",
      dollar_amount: 25,
      school_id: "ohio-state",
      fund_designation: "annual-fund",
    }),
  };
  try {
    await measure(load, 2);
    await drain(client);
    const flood = await measure(load, 10);
    const drained = await drain(client);
    say(`accepted while all else runs: ${Math.round(flood.perSecond)}/s (wrong: ${flood.wrong})`);
    say(`backlog after 10 s: ${drained.backlog}; drained at ${Math.round(drained.perSecond)}/s`);
    const steady = rate || Math.floor(drained.perSecond * 0.7);
    const before = await standing(client);
    const sustained = await measure(load, seconds, steady);
    const after = await standing(client);
    const told = (after.told - before.told) / seconds;
    say(
      `steady: ${Math.round(sustained.perSecond)}/s accepted for ${seconds} s, p99 ${sustained.p99} ms`,
    );
    say(
      `  completed and told ${Math.round(told)}/s; open at the end: ${after.pending + after.untold}`,
    );
    await drain(client);
    await idle(app.pid as number);
  } finally {
    const ended = once(app, "exit");
    app.kill("SIGTERM");
    await ended;
    await client.end();
    await installation.close();
    rmSync(process.env.DATA_DIR, { recursive: true, force: true });
  }
}

/** CPU that the application uses while nothing happens. */
async function idle(pid: number): Promise<void> {
  const ticks = () => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return Number(fields[11]) + Number(fields[12]);
  };
  const before = ticks();
  await wait(10_000);
  say(`idle: ${ticks() - before} ms of CPU a second (the application, without Postgres)`);
}

await main();
process.exit(0);

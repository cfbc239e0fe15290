/** The whole product under measurement: installation, application in its own process, a quick receiver. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { type Installation, openInstallation } from "#installation/open.ts";
import { actingFor, systemScope } from "#lib/auth/scopes.ts";
import { db } from "#lib/db.ts";
import { DEMO_BANK_ID } from "#lib/sandbox/demo-bank.ts";
import { readDemo } from "#lib/sandbox/demo-credentials.ts";
import { addEndpoint } from "#lib/webhooks/endpoints.ts";
import type { Load } from "./load.ts";
import { freePort, root } from "./servers.ts";

/** What is accepted and not completed, completed and not told, and told. */
export type Standing = { pending: number; untold: number; told: number };

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

async function makeInstallation(): Promise<Installation> {
  process.env.DATA_DIR = mkdtempSync(path.join(tmpdir(), "points-bench-"));
  process.env.LOG_LEVEL = "error";
  // What the machine can take is measured, not what one key may send.
  process.env.RATE_LIMIT_PER_KEY = "0";
  process.env.PORT = String(await freePort());
  const installation = await openInstallation(() => {});
  await db().webhookEndpoint.deleteMany({ where: { bankId: DEMO_BANK_ID } });
  const scope = actingFor(systemScope("bench"), DEMO_BANK_ID);
  await addEndpoint(scope, { url: await startBank() });
  return installation;
}

export class Product {
  readonly load: Load;
  readonly pid: number;
  readonly dataDir: string;
  private readonly installation: Installation;
  private readonly child: ChildProcess;
  private readonly client: pg.Client;

  private constructor(installation: Installation, child: ChildProcess, client: pg.Client) {
    this.installation = installation;
    this.child = child;
    this.client = client;
    this.pid = child.pid as number;
    this.dataDir = installation.dataDir;
    this.load = {
      url: `http://127.0.0.1:${process.env.PORT}/v1/donations/request`,
      headers: { "x-service-api-key": readDemo(installation.dataDir)?.api_key as string },
      body: JSON.stringify({
        bank_transaction_ref: "bench-[<id>]",
        dollar_amount: 25,
        school_id: "ohio-state",
        fund_designation: "annual-fund",
      }),
    };
  }

  /**
   * Starts it.
   * @param prepare what has to be set up before the application runs
   * @param nodeOptions for the application's process
   */
  static async start(
    prepare: () => Promise<void> = async () => {},
    nodeOptions: string[] = [],
  ): Promise<Product> {
    const installation = await makeInstallation();
    await prepare();
    const client = new pg.Client({ connectionString: installation.env.databaseUrl });
    await client.connect();
    const child = spawn(process.execPath, [...nodeOptions, "scripts/start.ts"], {
      cwd: root,
      stdio: "ignore",
    });
    const ready = `http://127.0.0.1:${process.env.PORT}/readyz`;
    while (!(await fetch(ready).catch(() => undefined))?.ok) await wait(100);
    return new Product(installation, child, client);
  }

  /** The ids of all schools that take donations of 25 dollars. */
  async schools(): Promise<string[]> {
    const { rows } = await this.client.query<{ id: string }>(
      "select id from school where active and minimum_donation_cents <= 2500 order by id",
    );
    return rows.map(({ id }) => id);
  }

  /** The ids of the demonstration bank's active accounts. */
  async accounts(): Promise<string[]> {
    const { rows } = await this.client.query<{ id: string }>(
      "select id from account where bank_id = $1 and status = 'active' order by id",
      [DEMO_BANK_ID],
    );
    return rows.map(({ id }) => id);
  }

  async standing(): Promise<Standing> {
    const { rows } = await this.client.query(
      `select (select count(*) from credit where status = 'pending')::int as pending,
         (select count(*) from webhook_delivery where status = 'pending')::int as untold,
         (select count(*) from webhook_delivery where status = 'delivered')::int as told`,
    );
    return rows[0] as Standing;
  }

  /** Waits until everything is completed and told. @returns how fast that went, and how much it was */
  async drain(): Promise<{ perSecond: number; backlog: number }> {
    const startedAt = performance.now();
    const before = await this.standing();
    let now = before;
    while (now.pending + now.untold > 0) {
      await wait(100);
      now = await this.standing();
    }
    const passed = (performance.now() - startedAt) / 1_000;
    return {
      perSecond: (now.told - before.told) / passed,
      backlog: before.pending + before.untold,
    };
  }

  async stop(): Promise<void> {
    const ended = once(this.child, "exit");
    this.child.kill("SIGTERM");
    await ended;
    await this.client.end();
    await this.installation.close();
    rmSync(this.installation.dataDir, { recursive: true, force: true });
  }
}

/** The product under test: an installation, application processes, and a fast receiver. */
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { actingFor, systemScope } from "#lib/auth/scopes.ts";
import { db } from "#lib/database/prisma.ts";
import { DEMO_BANK_ID } from "#lib/sandbox/demo-bank.ts";
import { addEndpoint } from "#lib/webhooks/endpoints/mutations.ts";
import { donationBody, donationsTo } from "./donations.ts";
import { linkAccounts } from "./fill.ts";
import { type Bench, openBench, withDatabase } from "./installation.ts";
import type { Load } from "./load.ts";
import { type Running, type Start, start, startApplication } from "./servers.ts";

/** Open work (credits, deliveries, emails), and how many deliveries were made. */
export type Backlog = { pending: number; undelivered: number; unsent: number; delivered: number };

/** The number of open items. */
export const openCount = ({ pending, undelivered, unsent }: Backlog) =>
  pending + undelivered + unsent;

export type Options = {
  /** The number of customers to link, in addition to the demo's. */
  customers?: number;
  /** The bank's number of endpoints. */
  endpoints?: number;
  /** Further setup before the application starts. */
  prepare?: (bench: Bench) => Promise<unknown>;
  /** Whether Postgres counts statements. */
  countStatements?: boolean;
  /** How its processes are started. */
  start?: Start;
};

/** Fails if nothing changes for this long. */
const STUCK_AFTER_MS = 60_000;

async function prepareBank(bench: Bench, receiver: Running, options: Options): Promise<void> {
  await db().webhookEndpoint.deleteMany({ where: { bankId: DEMO_BANK_ID } });
  const scope = actingFor(systemScope("bench"), DEMO_BANK_ID);
  const paths = Array.from({ length: options.endpoints ?? 1 }, (_, nth) => `/${nth + 1}`);
  for (const path of paths) await addEndpoint(scope, { url: receiver.base + path });
  const { customers } = options;
  if (customers) {
    await withDatabase(bench.databaseUrl, (client) =>
      linkAccounts(client, DEMO_BANK_ID, customers),
    );
  }
  await options.prepare?.(bench);
}

export class Product {
  readonly bench: Bench;
  readonly client: pg.Client;
  readonly receiver: Running;
  private readonly options: Options;
  private readonly running: Running[] = [];

  private constructor(bench: Bench, client: pg.Client, receiver: Running, options: Options) {
    this.bench = bench;
    this.client = client;
    this.receiver = receiver;
    this.options = options;
  }

  /** Starts it with one process. */
  static async start(options: Options = {}): Promise<Product> {
    const bench = await openBench(options.countStatements);
    try {
      const receiver = await start(["bench/receiver-process.ts"]);
      await prepareBank(bench, receiver, options);
      const client = new pg.Client({ connectionString: bench.databaseUrl });
      await client.connect();
      const product = new Product(bench, client, receiver, options);
      await product.addProcess();
      return product;
    } catch (error) {
      await bench.close();
      throw error;
    }
  }

  /** Starts another process on the same database, with additional settings. */
  async addProcess(env: Record<string, string> = {}): Promise<void> {
    const { start } = this.options;
    this.running.push(await startApplication({ ...start, env: { ...start?.env, ...env } }));
  }

  /** Stops the last process. */
  async removeProcess(): Promise<void> {
    await this.running.pop()?.stop();
  }

  /** All of its processes. */
  get processes(): readonly Running[] {
    return this.running;
  }

  /** The first process. */
  get first(): Running {
    return this.running[0] as Running;
  }

  /** Requests of these donations, one load per process. */
  loads(bodies?: string[]): Load[] {
    return this.running.map((one) => donationsTo(one, this.bench.demo.api_key, bodies));
  }

  /** A donation from each linked customer, with its emails and its receipt. */
  async linkedBodies(): Promise<string[]> {
    const accounts = await this.accounts();
    return accounts.map((service_user_id) => donationBody({ service_user_id }));
  }

  /** The ids of all schools that accept donations of 25 dollars, and decide about them at once. */
  async schools(): Promise<string[]> {
    const { rows } = await this.client.query<{ id: string }>(
      `select id from school where active and minimum_donation_cents <= 2500
         and not exists (select from platform_config where school_id = id and adapter = 'batch') order by id`,
    );
    return rows.map(({ id }) => id);
  }

  /** The ids of the demo bank's active accounts. */
  async accounts(): Promise<string[]> {
    const { rows } = await this.client.query<{ id: string }>(
      "select id from account where bank_id = $1 and status = 'active' order by id",
      [DEMO_BANK_ID],
    );
    return rows.map(({ id }) => id);
  }

  async backlog(): Promise<Backlog> {
    const { rows } = await this.client.query(
      // Nothing is due in days but what the sandbox's foundation is to decide.
      `select (select count(*) from credit
            where status = 'pending' and next_attempt_at < now() + interval '2 hours') as pending,
         (select count(*) from email where status = 'pending') as unsent,
         (select coalesce(sum(count), 0) from tally
            where list = 'deliveries' and status = 'pending')::int as undelivered,
         (select coalesce(sum(count), 0) from tally
            where list = 'deliveries' and status = 'delivered')::int as delivered`,
    );
    return rows[0] as Backlog;
  }

  /** The database's size on disk in bytes. */
  async size(): Promise<number> {
    const { rows } = await this.client.query<{ size: number }>(
      "select pg_database_size(current_database())::float8 as size",
    );
    return (rows[0] as { size: number }).size;
  }

  /**
   * Waits until every donation is completed and every webhook delivered.
   * @returns deliveries per second, and the initial backlog
   * @throws Error if nothing has changed for a minute
   */
  async drain(): Promise<{ perSecond: number; backlog: number }> {
    const startedAt = performance.now();
    const before = await this.backlog();
    let [now, progressAt] = [before, startedAt];
    while (openCount(now) > 0) {
      await wait(100);
      const next = await this.backlog();
      if (next.delivered !== now.delivered || openCount(next) !== openCount(now))
        progressAt = performance.now();
      if (performance.now() - progressAt > STUCK_AFTER_MS) throw new Error("the backlog is stuck");
      now = next;
    }
    const elapsed = (performance.now() - startedAt) / 1_000;
    return { perSecond: (now.delivered - before.delivered) / elapsed, backlog: openCount(before) };
  }

  async stop(): Promise<void> {
    while (this.running.length > 0) await this.removeProcess();
    await this.receiver.stop();
    await this.client.end();
    await this.bench.close();
  }
}

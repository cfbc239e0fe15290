/** The database, executors, and recorded effects for this folder's tests. */
import { setTimeout } from "node:timers/promises";
import { Inngest, type InngestFunction } from "inngest";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll } from "vitest";
import { createDatabase, type TestDatabase } from "../../../test/database.ts";
import { Executor, type ExecutorOptions } from "../executor.ts";
import { type Effect, type FixtureData, fixtureFunctions } from "./fixtures.ts";

export const QUIET = pino({ level: "silent" });

/** Short times, so that tests are fast. */
export const FAST: Partial<ExecutorOptions> = {
  leaseMs: 4_000,
  backoffMs: () => 50,
  graceMs: 2_000,
};

/** A pool that survives lost connections. */
export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 2_000 });
  pool.on("error", () => {});
  return pool;
}

/** A pool on this test worker's database. */
export const openWorkerPool = () => openPool(process.env.DATABASE_URL ?? "");

/** Effects are rows, which processes share. */
export const effectsOf = (pool: pg.Pool): Effect => {
  const text = "insert into executor_effect (key, name, process) values ($1, $2, $3)";
  return async (key, name) => void (await pool.query(text, [key, name, process.pid]));
};

const EFFECTS = `create table executor_effect (
    id bigserial primary key, key text not null, name text not null, process int not null,
    at timestamptz not null default clock_timestamp())`;

/** A database with a table of effects, for the duration of a file's tests. */
export function ownDatabase(): { url: string; pool: pg.Pool } {
  const database = {} as { url: string; pool: pg.Pool };
  let created: TestDatabase;
  beforeAll(async () => {
    created = await createDatabase();
    database.url = created.url;
    database.pool = openPool(created.url);
    await database.pool.query(EFFECTS);
  });
  afterAll(async () => {
    await database.pool.end();
    await created.drop();
  });
  return database;
}

/** Sends events to fixtures. */
export const sender = (client: Inngest) => (name: string, data: FixtureData, id?: string) =>
  client.send({ name: `fixture/${name}`, data, id });

type Functions = (client: Inngest) => readonly InngestFunction.Like[];

/** Starts an executor with the fixtures or other functions. */
export async function startExecutor(
  pool: pg.Pool,
  options: Partial<ExecutorOptions> = {},
  functions: Functions = (client) => fixtureFunctions(client, effectsOf(pool)),
) {
  const executor = new Executor({ pool: () => pool, log: QUIET, ...FAST, ...options });
  const client = new Inngest({ id: "fixtures", logger: QUIET, ...executor.clientOptions });
  await executor.start({ client, functions: functions(client) });
  return { client, send: sender(client), stop: executor.stop, prune: executor.prune };
}

export type Started = Awaited<ReturnType<typeof startExecutor>>;

/** Polls until the result is truthy. */
export async function eventually<T>(
  condition: () => Promise<T | undefined | false | null | 0>,
  // A server takes up to two minutes for two retries.
  withinMs = 300_000,
): Promise<T> {
  for (const end = performance.now() + withinMs; performance.now() < end; await setTimeout(15)) {
    const result = await condition();
    if (result) return result;
  }
  throw new Error(`Not true within ${withinMs} ms: ${condition}`);
}

type TimedEffect = { name: string; at: number };
/** The effects of a key, in order, with their times (in milliseconds). */
export async function timedEffects(pool: pg.Pool, key: string): Promise<TimedEffect[]> {
  const text = `select name, extract(epoch from at)::float8 * 1000 as at
    from executor_effect where key = $1 order by id`;
  return (await pool.query(text, [key])).rows;
}

/** The effects of a key, in order. */
export const effects = async (pool: pg.Pool, key: string): Promise<string[]> =>
  (await timedEffects(pool, key)).map(({ name }) => name);

/** The same effects, with each end directly after its begin. */
export const sequential = (done: string[]): string[] =>
  done
    .filter((name) => name.endsWith(" begins"))
    .flatMap((begins) => [begins, begins.replace(/begins$/, "ends")]);

type Ended = {
  status: string;
  output: unknown;
  error: { name: string; message: string };
};

/** Waits for the end of the run that the key's event started. */
export async function ended(pool: pg.Pool, functionId: string, key: string): Promise<Ended> {
  return eventually(async () => {
    const { rows } = await pool.query(
      `select status, output::json, error::json from executor_run
       where function_id = $1 and event::json->'data'->>'key' = $2 and ended_at is not null`,
      [`fixtures-${functionId}`, key],
    );
    return rows[0];
  });
}

/** A database with simulated time, in which every statement can fail. */
import pg from "pg";
import { ignoreLostConnections } from "#lib/database/pool.ts";
import { SET_CLOCK } from "../clock.ts";
import { createDatabase, onServer } from "../database.ts";
import { currentTask, never, outsideTasks, type Task } from "./tasks.ts";

/** A statement's fault: its connection is cut or its process killed, before or after it. */
export type StatementFault = "cut before" | "cut after" | "kill before" | "kill after" | undefined;

/** Changes the text of statements, to check that the invariants notice a bug. */
export type Sabotage = (text: string) => string;

/** Decides what happens to tasks' statements. */
export type Supervisor = {
  sabotage?: Sabotage | undefined;
  pause(task: Task, at: string): Promise<void>;
  fault(task: Task, statement: string): StatementFault;
  refusesConnection(task: Task): boolean;
  killProcessOf(task: Task): Promise<void>;
};

export type SimulatedDatabase = Awaited<ReturnType<typeof openSimulatedDatabase>>;

/**
 * The test sets the time. IDs are counters, so that anything derived from them (such as retry jitter) is reproducible.
 * Autovacuum is off, since it would change plans, and with them the order of work that is due simultaneously, at times
 * that no seed controls.
 */
const SIMULATED = `
  ${SET_CLOCK}
  create sequence sim.ids;
  create function sim.gen_random_uuid() returns uuid language sql volatile as $$
    select overlay(overlay(md5(nextval('sim.ids')::text) placing '4' from 13) placing 'a' from 17)::uuid
  $$;
  do $$
  declare found record;
  begin
    for found in select tablename from pg_tables where schemaname = 'public' loop
      execute format('alter table public.%I set (autovacuum_enabled = off)', found.tablename);
    end loop;
  end $$;`;

/** Opens a simulated database. Statements outside of tasks run immediately and never fail. */
export async function openSimulatedDatabase() {
  const database = await createDatabase();
  const name = new URL(database.url).pathname.slice(1);
  await onServer(database.url, SIMULATED);
  await onServer(database.url, `alter database ${name} set search_path = sim, pg_catalog, public`);
  // Crashes of Postgres are tested elsewhere; here durability would cost most of the time.
  await onServer(database.url, `alter database ${name} set synchronous_commit = off`);
  const control = new pg.Pool({ connectionString: database.url, max: 2, idleTimeoutMillis: 0 });
  // `end()` doesn't wait for the sockets, so dropping the database can still terminate a connection.
  ignoreLostConnections(control);
  const { rows } = await control.query<{ tables: string }>(
    `select string_agg(format('public.%I', tablename), ', ') as tables from pg_tables
     where schemaname = 'public' and tablename not like '%migration%'
       and tablename <> 'engine_registration'`,
  );
  const tables = rows[0]?.tables;
  let supervisor: Supervisor | undefined;
  const pool = openPool(database.url, control, () => supervisor);
  return {
    /** Replaces the product's own pool. */
    pool,
    /** For the simulation itself: never paused or cut. */
    control,
    /** Empties the database. @param next supervises from now on */
    async begin(next: Supervisor): Promise<void> {
      // Without the trigger that keeps the ledger from being emptied.
      await control.query(`set session_replication_role = replica;
        truncate ${tables} restart identity; alter sequence sim.ids restart;
        reset session_replication_role`);
      supervisor = next;
    },
    setTime: async (ms: number) => {
      await control.query("update sim.clock set at = to_timestamp($1::float8 / 1000)", [ms]);
    },
    /** Closes a killed process's connections; their transactions are rolled back when this returns. */
    async abandon(clients: pg.PoolClient[]): Promise<void> {
      for (const client of clients) {
        await cut(control, client);
        client.release(true);
      }
    },
    async close(): Promise<void> {
      await control.end();
      // Not awaited: a stuck task would never return its connection.
      void pool.end();
      await database.drop();
    },
  };
}

/** What a request leaves for later, at real times that no seed controls: nothing waits for it. */
const LEFT_FOR_LATER = /insert into (bank_usage|refused_request)\b/;

/** Prisma may run several reads at once, but a task can pause at only one. */
const MAYBE_CONCURRENT = /^SELECT "public"/;

type Query = (...args: unknown[]) => Promise<pg.QueryResult>;

/**
 * Actually cuts a connection. When this returns, both sides have noticed, since the server closes it first.
 * (Postgres's own way to wait for that polls only every 100 ms.)
 */
async function cut(control: pg.Pool, client: pg.PoolClient): Promise<void> {
  const { processID } = client as unknown as { processID: number };
  const ended = new Promise((resolve) => client.once("end", resolve));
  const { rows } = await control.query<{ cut: boolean }>("select pg_terminate_backend($1) as cut", [
    processID,
  ]);
  if (rows[0]?.cut) await ended;
}

type Statement = string | pg.QueryConfig;

const textOf = (query: Statement) => (typeof query === "string" ? query : query.text);

const labelOf = (query: Statement) => {
  const { name, text } = typeof query === "string" ? { name: undefined, text: query } : query;
  return name ?? text.trim().replace(/\s+/g, " ").slice(0, 60);
};

/** Without its timeout, which uses real time, so a busy machine would change what happens. */
const withoutTimeout = (query: Statement): Statement =>
  typeof query === "string" ? query : ({ ...query, query_timeout: undefined } as pg.QueryConfig);

function sabotaged(query: Statement, sabotage: Sabotage | undefined): Statement {
  if (!sabotage) return query;
  if (typeof query === "string") return sabotage(query);
  const text = sabotage(query.text);
  if (text === query.text) return query;
  // The connection may already have prepared the real statement under its name.
  return { ...query, text, ...(query.name ? { name: `sabotaged ${query.name}` } : {}) };
}

function endTransaction(task: Task, client: pg.PoolClient): void {
  if (task.transaction === client) task.transaction = undefined;
}

function openPool(url: string, control: pg.Pool, supervisorOf: () => Supervisor | undefined) {
  const pool = new pg.Pool({ connectionString: url, max: 40, idleTimeoutMillis: 0 });
  ignoreLostConnections(pool);

  /** Runs a task's statement, with the fault that the simulation has chosen. */
  async function supervised(
    task: Task,
    client: pg.PoolClient,
    label: string,
    run: () => Promise<pg.QueryResult>,
  ) {
    const supervisor = supervisorOf() as Supervisor;
    if (!task.transaction && !MAYBE_CONCURRENT.test(label)) await supervisor.pause(task, label);
    if (task.dead) return never();
    const fault = supervisor.fault(task, label);
    if (fault === "kill before") {
      await supervisor.killProcessOf(task);
      return never();
    }
    if (fault === "cut before") await cut(control, client);
    if (/^begin\b/i.test(label)) task.transaction = client;
    if (/^(commit|rollback)\b/i.test(label)) endTransaction(task, client);
    const result = await run();
    if (fault === "cut after") {
      await cut(control, client);
      throw new Error("Connection terminated unexpectedly");
    }
    if (fault === "kill after") {
      await supervisor.killProcessOf(task);
      return never();
    }
    return result;
  }

  function supervise(client: pg.PoolClient): void {
    const query = client.query.bind(client) as unknown as Query;
    const supervisedQuery: Query = (...args) => {
      const task = currentTask();
      if (!task) return query(...args);
      const [statement, ...more] = args as [Statement, ...unknown[]];
      const sent = sabotaged(withoutTimeout(statement), supervisorOf()?.sabotage);
      return supervised(task, client, labelOf(statement), () => query(sent, ...more));
    };
    client.query = supervisedQuery as never;
  }
  pool.on("connect", supervise);

  const connect = pool.connect.bind(pool);
  const supervisedConnect = async (): Promise<pg.PoolClient> => {
    const task = currentTask();
    if (task?.dead) return never();
    if (task && supervisorOf()?.refusesConnection(task)) {
      throw new Error("timeout exceeded when trying to connect");
    }
    const client = await connect();
    if (!task) return client;
    task.clients.add(client);
    const release = client.release;
    client.release = (reason) => {
      task.clients.delete(client);
      endTransaction(task, client);
      release(reason);
    };
    return client;
  };
  const queryOnce: Query = async (...args) => {
    const client = await supervisedConnect();
    let failure: Error | undefined;
    try {
      return await (client.query as unknown as Query)(...args);
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      client.release(failure);
    }
  };
  const supervisedQuery: Query = (...args) =>
    LEFT_FOR_LATER.test(textOf(args[0] as Statement))
      ? outsideTasks(() => queryOnce(...args))
      : queryOnce(...args);
  return Object.assign(pool, { connect: supervisedConnect, query: supervisedQuery }) as pg.Pool;
}

/** A private database whose clock a test sets, together with the process's. */
import { afterAll, beforeAll, vi } from "vitest";
import { pool } from "#lib/database/pool.ts";
import { closeDatabase } from "#lib/database/prisma.ts";
import { rereadEnv } from "#lib/env.ts";
import { createDatabase, onServer, type TestDatabase } from "./database.ts";

/**
 * The time is a row, read by functions that precede Postgres's own in the search path, also as the default of columns.
 */
export const SET_CLOCK = `
  create schema sim;
  create table sim.clock (at timestamptz not null);
  insert into sim.clock values (now());
  create function sim.now() returns timestamptz language sql stable as 'select at from sim.clock';
  create function sim.clock_timestamp() returns timestamptz language sql volatile as 'select at from sim.clock';
  do $$
  declare found record;
  begin
    for found in
      select table_name, column_name from information_schema.columns
      where table_schema = 'public' and column_default = 'now()'
    loop
      execute format('alter table public.%I alter column %I set default sim.now()',
        found.table_name, found.column_name);
    end loop;
  end $$;`;

async function connectTo(url: string | undefined): Promise<void> {
  await closeDatabase();
  process.env.DATABASE_URL = url;
  rereadEnv();
}

/** Active during the whole test file. @returns sets the time */
export function isolateDatabaseWithClock(): (at: string | Date) => Promise<void> {
  const workerUrl = process.env.DATABASE_URL;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
    await onServer(database.url, SET_CLOCK);
    const name = new URL(database.url).pathname.slice(1);
    await onServer(
      database.url,
      `alter database ${name} set search_path = sim, pg_catalog, public`,
    );
    await connectTo(database.url);
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterAll(async () => {
    vi.useRealTimers();
    await connectTo(workerUrl);
    await database.drop();
  });
  return async (at) => {
    vi.setSystemTime(new Date(at));
    await pool().query("update sim.clock set at = $1", [new Date(at)]);
  };
}

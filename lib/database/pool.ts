/** The connection pool: one per process, for Prisma, statements, and transactions. */
import pg from "pg";
import { env } from "../env.ts";
import { perProcess } from "../singleton.ts";
import { SharedPool } from "./shared-pool.ts";

// Counts and cents are far below 2^53; node-postgres would return int8 as strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Keeps a lost connection from ending the process. An idle one is replaced when it is next needed; a used one
 * fails at its next query. Each connection needs its own listener, since the pool removes its listener while
 * a connection is in use.
 */
export function ignoreLostConnections(pool: pg.Pool): void {
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
}

/** How long anything but a request waits for a statement, in DATABASE_TIMEOUT_MS. */
const STATEMENT_TIMEOUTS = 10;
/** The least that requests wait for a connection: opening one takes longer than a statement. */
const CONNECT_TIMEOUT_MS = 2_000;

/** The connection pool. Waits only briefly for a connection, so that requests can answer 503. */
export const pool = perProcess<pg.Pool>("pool", () => {
  const { databaseTimeoutMs } = env();
  const opened = new SharedPool({
    connectionString: env().databaseUrl,
    max: env().databasePoolSize,
    connectionTimeoutMillis: Math.max(CONNECT_TIMEOUT_MS, databaseTimeoutMs),
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_TIMEOUTS * databaseTimeoutMs,
    // The client's timeout, since a hung server does not enforce its own.
    query_timeout: STATEMENT_TIMEOUTS * databaseTimeoutMs + 5_000,
    application_name: "points-to-donation",
  });
  ignoreLostConnections(opened);
  return opened;
});

/** Closes the pool. */
export async function closePool(): Promise<void> {
  await pool.reset()?.end();
}

/** The connection pool: one per process, for Prisma, statements, and transactions. */
import pg from "pg";
import { env } from "../env.ts";
import { perProcess } from "../singleton.ts";
import { SharedPool } from "./shared-pool.ts";

// Counts and cents are far below 2^53; node-postgres would return int8 as strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Keeps a lost connection from crashing the process. An idle one is replaced when next needed; one in use
 * fails at its next query. Each connection needs its own listener, since the pool removes its listener while
 * a connection is in use.
 */
export function ignoreLostConnections(pool: pg.Pool): void {
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
}

/** Outside requests, the statement timeout is this many times DATABASE_TIMEOUT_MS. */
const STATEMENT_TIMEOUT_FACTOR = 10;
/** The minimum connect timeout: opening a connection takes longer than running a statement. */
const MIN_CONNECT_TIMEOUT_MS = 2_000;

/** Waits only briefly for a connection, so that requests can answer 503. */
export const pool = perProcess<pg.Pool>("pool", () => {
  const { databaseTimeoutMs } = env();
  const opened = new SharedPool({
    connectionString: env().databaseUrl,
    max: env().databasePoolSize,
    connectionTimeoutMillis: Math.max(MIN_CONNECT_TIMEOUT_MS, databaseTimeoutMs),
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_TIMEOUT_FACTOR * databaseTimeoutMs,
    // A client-side timeout too, since a hung server does not enforce its own.
    query_timeout: STATEMENT_TIMEOUT_FACTOR * databaseTimeoutMs + 5_000,
    application_name: "points-to-donation",
  });
  ignoreLostConnections(opened);
  return opened;
});

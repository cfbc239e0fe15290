/** The connections to the database: one pool per process, for Prisma, for statements and for transactions. */
import pg from "pg";
import { env } from "../env.ts";
import { perProcess } from "../singleton.ts";
import { SharedPool } from "./shared-pool.ts";

// Counts and cents are far below 2^53; node-postgres would return int8 as strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Lets a connection break without ending the process. An idle one is replaced when it is next needed; whoever
 * is using one learns of it from the next query. The pool removes its own listener from a connection while
 * that is in use, so each connection needs one of its own.
 */
export function ignoreLostConnections(pool: pg.Pool): void {
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
}

/** The connection pool. Waits at most two seconds for a connection, so that a request can answer 503. */
export const pool = perProcess<pg.Pool>("pool", () => {
  const opened = new SharedPool({
    connectionString: env().databaseUrl,
    max: env().databasePoolSize,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    // The client's own timeout: a server that hangs does not enforce its own.
    query_timeout: 20_000,
    application_name: "points-to-donation",
  });
  ignoreLostConnections(opened);
  return opened;
});

/** Closes the pool. */
export async function closePool(): Promise<void> {
  await pool.reset()?.end();
}

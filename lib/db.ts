/**
 * The database: one pool per process, shared by Prisma and by the few hand-written statements.
 * Prisma is for everyday reads and writes; SQL by hand (each in a `statements.ts` of its domain)
 * is for state changes that must be one round trip.
 */
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "../generated/prisma/client.ts";
import { env } from "./env.ts";

const held = globalThis as { pointsPool?: pg.Pool; pointsPrisma?: PrismaClient };

// Counts and cents are far below 2^53; node-postgres would hand int8 out as strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** The connection pool. Waits at most two seconds for a connection, so that a request can say 503. */
export function pool(): pg.Pool {
  if (!held.pointsPool) {
    held.pointsPool = new pg.Pool({
      connectionString: env().databaseUrl,
      max: env().databasePoolSize,
      connectionTimeoutMillis: 2_000,
      idleTimeoutMillis: 30_000,
      statement_timeout: 15_000,
      // Ours, not the server's: a server that hangs does not count either.
      query_timeout: 20_000,
      application_name: "points-to-donation",
    });
    // An idle connection that breaks is replaced at its next use; without a listener it would end us.
    held.pointsPool.on("error", () => {});
  }
  return held.pointsPool;
}

/** The Prisma client, on the same pool. */
export function db(): PrismaClient {
  held.pointsPrisma ??= new PrismaClient({
    adapter: new PrismaPg(pool()),
    // Longer messages quote what was asked for: addresses of people would end up in the log.
    errorFormat: "minimal",
  });
  return held.pointsPrisma;
}

/** How long a request waits for one statement, so that it can say 503 soon, in milliseconds. */
export const REQUEST_WAITS_MS = 1_500;

/**
 * A statement on a request's way, with a name prepared once per connection. It gives up after
 * `REQUEST_WAITS_MS`; what it does may still happen, as with any connection that breaks.
 */
export function promptStatement(name: string | undefined, text: string, values: unknown[]) {
  return { name, text, values, query_timeout: REQUEST_WAITS_MS } as pg.QueryConfig;
}

export type Transaction = pg.PoolClient;

/** Runs `work` in one transaction; anything thrown rolls back. */
export async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool().connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** True when an error means that the database cannot be reached or is going away. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code, message } = at as Error & { code?: string };
    if (code && /^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|57P0|08|53|P10)/.test(code)) return true;
    if (
      /timeout exceeded when trying to connect|Connection terminated|Query read timeout/.test(
        message,
      )
    )
      return true;
  }
  return false;
}

/** Closes every connection of this process. */
export async function closeDatabase(): Promise<void> {
  await held.pointsPrisma?.$disconnect();
  held.pointsPrisma = undefined;
  const closing = held.pointsPool;
  held.pointsPool = undefined;
  await closing?.end();
}

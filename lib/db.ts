/**
 * The database: one pool per process, shared by Prisma and by the few hand-written statements.
 * Prisma is for everyday reads and writes; SQL by hand (each in a `statements.ts` of its domain)
 * is for state changes that must be one round trip.
 */
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "../generated/prisma/client.ts";
import { env } from "./env.ts";
import { onAccountOf, SharedPool } from "./shared-pool.ts";

const held = globalThis as { pointsPool?: pg.Pool; pointsPrisma?: PrismaClient };

// Counts and cents are far below 2^53; node-postgres would hand int8 out as strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Lets a connection break without ending the process. An idle one is replaced at its next use; whoever
 * has one in hand learns of it by its next query. Without listeners either would end us: the pool
 * takes its own away from a connection for as long as that is in hand.
 */
export function surviveLosses(pool: pg.Pool): void {
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
}

/** The connection pool. Waits at most two seconds for a connection, so that a request can say 503. */
export function pool(): pg.Pool {
  if (!held.pointsPool) {
    held.pointsPool = new SharedPool({
      connectionString: env().databaseUrl,
      max: env().databasePoolSize,
      connectionTimeoutMillis: 2_000,
      idleTimeoutMillis: 30_000,
      statement_timeout: 15_000,
      // Ours, not the server's: a server that hangs does not count either.
      query_timeout: 20_000,
      application_name: "points-to-donation",
    });
    surviveLosses(held.pointsPool);
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
 * A statement on a request's way, planned anew each time. It gives up after `REQUEST_WAITS_MS`; what it
 * does may still happen, as with any connection that breaks.
 */
export function promptStatement(text: string, values: unknown[] = []) {
  return { text, values, query_timeout: REQUEST_WAITS_MS } as pg.QueryConfig;
}

/** The same, prepared once per connection under that name: its plan is to fit tables of any size. */
export function preparedStatement(name: string, text: string, values: unknown[]) {
  return { ...promptStatement(text, values), name };
}

export type Transaction = pg.PoolClient;

/** Runs `work` in one transaction; anything thrown rolls back. */
export async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool().connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    // What it asks for beside its own connection must not wait for the place that it has.
    const result = await onAccountOf(undefined, () => work(client));
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

/** What an error of `pg` or of Prisma may hold; Prisma keeps what it was told by the database in `meta`. */
type DatabaseError = {
  code?: string;
  originalCode?: string;
  message?: string;
  cause?: DatabaseError;
  meta?: { driverAdapterError?: DatabaseError };
};

// Connections: refused, broken, too many. 53: out of disk, memory or connections. 57: stopping, starting,
// or a statement that took too long. 58: the disk does not do as it is told. 25006: it may only be read,
// as the second of two is before it takes over. 40: undone for another's sake, to be tried again.
const UNAVAILABLE_CODE = /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|08|40|53|57|58|25006|P10)/;
const UNAVAILABLE_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable/;

/** True when an error means that the database cannot be reached, is going away, or can take no more. */
export function isDatabaseUnavailable(thrown: unknown): boolean {
  let at = thrown as DatabaseError | null | undefined;
  while (typeof at === "object" && at !== null) {
    if (UNAVAILABLE_CODE.test(at.originalCode ?? at.code ?? "")) return true;
    if (UNAVAILABLE_MESSAGE.test(at.message ?? "")) return true;
    at = at.meta?.driverAdapterError ?? at.cause;
  }
  return false;
}

/** True when a statement was undone because it and another waited for one another. */
export const isDeadlock = (thrown: unknown): boolean =>
  (thrown as DatabaseError | undefined)?.code === "40P01";

/** Closes every connection of this process. */
export async function closeDatabase(): Promise<void> {
  await held.pointsPrisma?.$disconnect();
  held.pointsPrisma = undefined;
  const closing = held.pointsPool;
  held.pointsPool = undefined;
  await closing?.end();
}

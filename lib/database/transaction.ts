import type pg from "pg";
import { pool } from "./pool.ts";
import { withPoolShareOf } from "./shared-pool.ts";

/** A connection with an open transaction. */
export type Transaction = pg.PoolClient;

const hooksOf = new WeakMap<Transaction, Set<() => void>>();

/** Calls `hook` once after this transaction commits, even if it was added several times. */
export function afterCommit(tx: Transaction, hook: () => void): void {
  const hooks = hooksOf.get(tx);
  if (!hooks) throw new Error("afterCommit() needs a transaction started by transaction().");
  hooks.add(hook);
}

/**
 * Acquires the advisory lock with this name or number, and holds it until the transaction ends. Waits while
 * another transaction holds it.
 */
export async function advisoryLock(tx: Transaction, name: string | number): Promise<void> {
  const key = typeof name === "number" ? "$1" : "hashtextextended($1, 0)";
  await tx.query(`select pg_advisory_xact_lock(${key})`, [name]);
}

/** Sets how long each statement of this transaction waits for a lock before it fails with `55P03`. */
export async function setLockTimeout(tx: Transaction, milliseconds: number): Promise<void> {
  await tx.query("select set_config('lock_timeout', $1, true)", [String(milliseconds)]);
}

/** Runs `work` in a transaction. An error rolls it back. */
export async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool().connect();
  const hooks = new Set<() => void>();
  hooksOf.set(client, hooks);
  let result: T;
  let rollbackError: Error | undefined;
  try {
    await client.query("begin");
    // Statements outside this transaction must not wait for the connection that it holds.
    result = await withPoolShareOf(undefined, () => work(client));
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch((failure: Error) => {
      rollbackError = failure;
    });
    throw error;
  } finally {
    hooksOf.delete(client);
    client.release(rollbackError);
  }
  for (const hook of hooks) hook();
  return result;
}

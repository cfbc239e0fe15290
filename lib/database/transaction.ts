import type pg from "pg";
import { pool } from "./pool.ts";
import { onAccountOf } from "./shared-pool.ts";

/** A connection with an open transaction. */
export type Transaction = pg.PoolClient;

const hooksOf = new WeakMap<Transaction, Set<() => void>>();

/** Calls `hook` once this transaction has committed, and only then; once, however often it was added. */
export function afterCommit(tx: Transaction, hook: () => void): void {
  const hooks = hooksOf.get(tx);
  if (!hooks) throw new Error("afterCommit() needs a transaction that transaction() has begun.");
  hooks.add(hook);
}

/** Runs `work` in one transaction; anything thrown rolls back. */
export async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool().connect();
  const hooks = new Set<() => void>();
  hooksOf.set(client, hooks);
  let result: T;
  let broken: Error | undefined;
  try {
    await client.query("begin");
    // What it does outside its own connection must not wait for the place that it holds.
    result = await onAccountOf(undefined, () => work(client));
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    hooksOf.delete(client);
    client.release(broken);
  }
  for (const hook of hooks) hook();
  return result;
}

import type pg from "pg";
import { pool } from "./pool.ts";
import { withPoolShareOf } from "./shared-pool.ts";

export type Transaction = pg.PoolClient;

const hooks = () => ({
  beforeCommit: new Set<() => Promise<void>>(),
  afterCommit: new Set<() => void>(),
  afterRollback: new Set<() => void>(),
});
type Hooks = ReturnType<typeof hooks>;
const hooksOf = new WeakMap<Transaction, Hooks>();

/** Adds a hook that is called once, even if it's added several times. Only for transactions started by `transaction`. */
export function addHook<When extends keyof Hooks>(
  tx: Transaction,
  when: When,
  hook: Hooks[When] extends Set<infer Hook> ? Hook : never,
): void {
  const added = hooksOf.get(tx)?.[when] as Set<unknown> | undefined;
  if (!added) throw new Error("addHook() needs a transaction started by transaction().");
  added.add(hook);
}

/**
 * Acquires the advisory lock with this name or number, and holds it until the transaction ends. Waits while
 * another transaction holds it.
 */
export async function advisoryLock(tx: Transaction, name: string | number): Promise<void> {
  const key = typeof name === "number" ? "$1" : "hashtextextended($1, 0)";
  await tx.query(`select pg_advisory_xact_lock(${key})`, [name]);
}

/** Locks a person's row until the transaction ends. Whoever changes their sessions or second factors locks it first. */
export async function lockCardholder(tx: Transaction, id: string): Promise<void> {
  await tx.query("select from cardholder where id = $1 for no key update", [id]);
}

/** Runs `work` in a transaction. An error rolls it back. */
export async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool().connect();
  const added = hooks();
  hooksOf.set(client, added);
  let result: T;
  let rollbackError: Error | undefined;
  try {
    await client.query("begin");
    // Statements outside this transaction must not wait for the connection that it holds.
    result = await withPoolShareOf(undefined, () => work(client));
    for (const hook of added.beforeCommit) await hook();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch((failure: Error) => {
      rollbackError = failure;
    });
    for (const hook of added.afterRollback) hook();
    throw error;
  } finally {
    hooksOf.delete(client);
    client.release(rollbackError);
  }
  for (const hook of added.afterCommit) hook();
  return result;
}

/** Runs `work` as `transaction` does, and undoes it. @returns what it returned */
export async function dryRun<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  const undone: { result?: T } = {};
  return transaction(async (tx): Promise<T> => {
    undone.result = await work(tx);
    throw undone;
  }).catch((thrown) => {
    if (thrown === undone) return undone.result as T;
    throw thrown;
  });
}

import type pg from "pg";
import { pool } from "./pool.ts";
import { onAccountOf } from "./shared-pool.ts";

/** A connection with an open transaction. */
export type Transaction = pg.PoolClient;

/** Runs `work` in one transaction; anything thrown rolls back. */
export async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool().connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    // What it does outside its own connection must not wait for the place that it holds.
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

/** What waits for a lock, and what it holds meanwhile: independent of luck. */
import { setTimeout } from "node:timers/promises";
import { pool } from "#lib/database/pool.ts";
import { type Transaction, transaction } from "#lib/database/transaction.ts";

/** Waits until so many connections to this database wait for locks. */
async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await pool().query(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows[0].count >= count) return;
    await setTimeout(5);
  }
}

/** Starts work while a row is locked, lets all of it come to wait, and does something else before the row is free. */
export async function whileLocked<T>(
  lock: (tx: Transaction) => Promise<unknown>,
  works: (() => Promise<T>)[],
  meanwhile: (tx: Transaction) => Promise<unknown> = async () => {},
): Promise<T[]> {
  let working: Promise<T[]> | undefined;
  await transaction(async (tx) => {
    await lock(tx);
    working = Promise.all(works.map((work) => work()));
    await untilWaiting(works.length);
    await meanwhile(tx);
  });
  return working as Promise<T[]>;
}

const LOCKS = {
  donation: "select from donation where id = $1 for no key update",
  credit: "select from credit where donation_id = $1 for no key update",
  case: "select from gift_case where donation_id = $1 for no key update",
};

type Locked = keyof typeof LOCKS;

/** Does something to a gift that another transaction locks in this order. Deadlocks if it locks them in the other order. */
export async function whileLocking<T>(
  [first, next]: [Locked, Locked],
  donationId: string,
  work: () => Promise<T>,
): Promise<T> {
  const lock = (what: Locked) => (tx: Transaction) => tx.query(LOCKS[what], [donationId]);
  const [done] = await whileLocked(lock(first), [work], lock(next));
  return done as T;
}

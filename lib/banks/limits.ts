/**
 * The limits that a bank's gifts add up toward: what each of its API keys can give per UTC day, and unpaid dollars: accepted
 * gifts, less what failed and what was paid. A bank with such limits has one row (`bank_limit`), with the limits and the
 * sums. The statement that accepts or fails its gifts locks the row first, so that nothing exceeds a limit by a cent, then
 * adds once.
 */
import { setTimeout } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { raw } from "../database/expressions.ts";
import { affected, run, runForOne, runForRow } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import type { Transaction } from "../database/transaction.ts";
import type { Cents } from "../money.ts";

/** Null is no limit; what is undefined stays as it is. */
export type LimitChanges = Partial<Record<"maxKeyDailyCents" | "maxUnpaidCents", Cents | null>>;

/**
 * Locks the rows of these banks, in order. A row that another statement held is read as that one left it.
 * @param banks their IDs, as a query
 * @param day the day of their newest gift. What the keys gave on an earlier one no longer counts
 */
export const lockedLimits = (banks: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql`(
  select bank_id, max_key_daily_cents, max_unpaid_cents, unpaid_cents, today,
    case when day = today then key_cents else '{}' end as key_cents
  from (
    select bank_id, max_key_daily_cents, max_unpaid_cents, unpaid_cents, day, key_cents, greatest(day, ${day}) as today
    from bank_limit where bank_id = any(array(${banks})) order by bank_id for update
  ) as held)`;

/**
 * Adds gifts to what counts, in a statement whose rows `locked` are those of their banks.
 * @param gifts with `bank_id`, the `key_id` whose sum for today includes it or null, and `cents`, which may be negative
 */
export const addedToLimits = (gifts: RawBuilder<unknown>) => sql`
  update bank_limit as total set
    unpaid_cents = total.unpaid_cents + added.cents, day = added.today, key_cents = added.key_cents
  from (
    select bank_id, today, sum(cents) as cents,
      key_cents || coalesce(jsonb_object_agg(key_id, key_total) filter (where key_id is not null), '{}') as key_cents
    from (
      select bank_id, today, key_cents, key_id, sum(cents) as cents,
        coalesce((key_cents ->> key_id)::int8, 0) + sum(cents) as key_total
      from locked join (${gifts}) as gift using (bank_id) group by bank_id, today, key_cents, key_id
    ) as of_key group by bank_id, today, key_cents
  ) as added
  where total.bank_id = added.bank_id and total.bank_id = any(array(select bank_id from locked))`;

/**
 * Changes what a bank hasn't paid, if it has limits: less for a payment, a write-off, or a reversal; more for a return or a
 * refund. What calls this must also be part of `unpaidOf`. Call it before the transaction touches the bank's gifts:
 * whatever accepts them locks the row first, too.
 */
export const changeUnpaid = (tx: Transaction, bankId: string, cents: number): Promise<number> =>
  affected(
    kysely
      .updateTable("bankLimit")
      .set({ unpaidCents: sql<Cents>`unpaid_cents + ${cents}` })
      .where("bankId", "=", bankId),
    tx,
  );

/** What a bank hasn't paid, from its gifts themselves. */
export const unpaidOf = (bankId: RawBuilder<unknown>) => sql<Cents>`(
  select coalesce(sum(amount_cents), 0)::int8 from donation
  where donation.bank_id = ${bankId} and donation.status in ('pending', 'completed'))`;

/** What each key of a bank has given today, as far as a limit counted it. */
const keysToday = (bankId: string) => sql<Record<string, number>>`(
  select coalesce(jsonb_object_agg(limit_key_id, cents), '{}') from (
    select limit_key_id, sum(amount_cents) as cents from donation
    where bank_id = ${bankId} and limit_key_id is not null and status <> 'failed'
      and created_at >= date_trunc('day', now(), 'UTC')
    group by limit_key_id) as of_key)`;

/** The transactions that are writing donations. They lock the table before their statements begin to read. */
const writers = raw(sql<{ id: string }>`
  select virtualtransaction as id from pg_locks
  where relation = 'donation'::regclass and mode = 'RowExclusiveLock'
    and database = (select oid from pg_database where datname = current_database())`);

/**
 * Before a bank gets a limit: from now on, every statement sees its row, and locks it. Waits for those that began before
 * and don't, so that whoever locks the row next sees all of the bank's gifts.
 */
export async function beginLimiting(bankId: string): Promise<void> {
  await run(
    raw(sql`insert into bank_limit (bank_id) select id from bank where id = ${bankId}
      on conflict do nothing`),
  );
  for (let unseen = await run(writers); unseen.length > 0; ) {
    await setTimeout(10);
    const running = new Set((await run(writers)).map(({ id }) => id));
    unseen = unseen.filter(({ id }) => running.has(id));
  }
}

const LIMITS = ["maxKeyDailyCents", "maxUnpaidCents", "unpaidCents"] as const;

/**
 * Changes limits, and counts the bank's gifts anew in the same transaction. A bank without limits has no row.
 * @returns the bank's limits and what it hasn't paid; undefined if it has none
 */
export async function setLimits(tx: Transaction, bankId: string, changes: LimitChanges) {
  const row = kysely.selectFrom("bankLimit").where("bankId", "=", bankId);
  // Counted by a later statement: one that waits for the lock doesn't see what was committed meanwhile.
  const current = await runForOne(row.select(LIMITS).forUpdate(), tx);
  if (Object.values(changes).every((max) => max === undefined)) return current;
  const { maxKeyDailyCents = current?.maxKeyDailyCents ?? null } = changes;
  const { maxUnpaidCents = current?.maxUnpaidCents ?? null } = changes;
  if (maxKeyDailyCents === null && maxUnpaidCents === null) {
    await affected(kysely.deleteFrom("bankLimit").where("bankId", "=", bankId), tx);
    return undefined;
  }
  const counted = kysely
    .updateTable("bankLimit")
    .set({ maxKeyDailyCents, maxUnpaidCents, unpaidCents: unpaidOf(sql`${bankId}`) })
    .set({ day: sql<Date>`(now() at time zone 'UTC')::date`, keyCents: keysToday(bankId) })
    .where("bankId", "=", bankId)
    .returning(LIMITS);
  return runForRow(counted, tx);
}

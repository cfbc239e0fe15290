/** SQL of banks, loyalty programs, and the limits that a bank's gifts add up toward (`limits.ts`). */
import { type RawBuilder, sql } from "kysely";
import { raw } from "../database/expressions.ts";
import { kysely } from "../database/tables.ts";
import type { Cents } from "../money.ts";
import { STANDARD_LIMITS } from "./program-limits.ts";

const { maxGiftCents, maxDailyCents, timeZone } = STANDARD_LIMITS;

/** What the bank `b` lacks on record to take part in production. */
export const missingOfBank = sql<string[]>`array_remove(array[
  case when b.agreement is null then 'agreement' end,
  case when b.contact_email is null then 'contact' end,
  case when b.billing_email is null then 'billing_contact' end], null)`;

/** The limits of the program that is joined as `p`, if it has a row, and whether the bank `b` approves gifts itself. */
export const givingTerms = [
  sql<Cents>`coalesce(p.max_gift_cents, ${sql.lit(maxGiftCents)})`.as("maxGiftCents"),
  sql<Cents>`coalesce(p.max_daily_cents, ${sql.lit(maxDailyCents)})`.as("maxDailyCents"),
  sql<string>`coalesce(p.time_zone, ${sql.lit(timeZone)})`.as("timeZone"),
  sql<boolean>`exists (select 1 from authorization_address where bank_id = b.id)`.as("asksBank"),
] as const;

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

/** What payments, reversals, and so on add to what a bank hasn't paid. */
const bookedUnpaid = (bankId: RawBuilder<unknown>) => sql`(
  select coalesce(sum(case when kind in ('payment_return', 'refund') then cents else -cents end), 0)
  from ledger_transfer where book_id = ${bankId} and kind <> 'gift')`;

/** What a bank hasn't paid, from its gifts and the books. */
export const unpaidOf = (bankId: RawBuilder<unknown>) => sql<Cents>`(
  (select coalesce(sum(amount_cents), 0) from donation
    where donation.bank_id = ${bankId} and donation.status in ('pending', 'completed') and waits_for is null)
  + ${bookedUnpaid(bankId)})::int8`;

/** What each key of a bank has given today, as far as a limit counted it. */
const keysToday = (bankId: string) => sql<Record<string, number>>`(
  select coalesce(jsonb_object_agg(limit_key_id, cents), '{}') from (
    select limit_key_id, sum(amount_cents - reversed_cents) as cents from donation
    where bank_id = ${bankId} and limit_key_id is not null and status in ('pending', 'completed')
      and created_at >= date_trunc('day', now(), 'UTC')
    group by limit_key_id) as of_key)`;

/** The transactions that are writing donations. They lock the table before their statements begin to read. */
export const writers = raw(sql<{ id: string }>`
  select virtualtransaction as id from pg_locks
  where relation = 'donation'::regclass and mode = 'RowExclusiveLock'
    and database = (select oid from pg_database where datname = current_database())`);

/** Makes the row of a bank's limits, without limits, unless it has one. From then on, gifts are added to it. */
export const insertedLimits = (bankId: string) =>
  raw(sql`insert into bank_limit (bank_id, unpaid_cents) select id, 0 from bank where id = ${bankId}
    on conflict do nothing`);

/** What the books add to what a bank hasn't paid, less what its row counts. */
export const bookedLessCounted = (bankId: string) =>
  raw(sql<{ cents: Cents }>`
    select (${bookedUnpaid(sql`${bankId}`)} - (select unpaid_cents from bank_limit where bank_id = ${bankId}))::int8 as cents`);

/** What the next of a bank's gifts add up to. Few enough to end in time. */
export const nextGifts = (bankId: string, after: { at: Date; id: string }) =>
  raw(sql<{ cents: Cents; at: Date; id: string }>`
    with page as (
      select created_at, id, amount_cents, status, waits_for from donation
      where bank_id = ${bankId} and (created_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)
      order by created_at, id limit 50000
    )
    select (select coalesce(sum(amount_cents) filter (where status in ('pending', 'completed') and waits_for is null), 0)
      from page)::int8 as cents,
      created_at as at, id from page order by created_at desc, id desc limit 1`);

const LIMITS = ["maxKeyDailyCents", "maxUnpaidCents", "unpaidCents"] as const;

/** A bank's limits and what it hasn't paid, locked. */
export const heldLimits = (bankId: string) =>
  kysely.selectFrom("bankLimit").where("bankId", "=", bankId).select(LIMITS).forUpdate();

/** Sets a bank's limits, adds what its row hasn't counted, and counts today's gifts by key again. */
export const countedLimits = (
  bankId: string,
  limits: Record<"maxKeyDailyCents" | "maxUnpaidCents", Cents | null>,
  uncountedCents: number,
) =>
  kysely
    .updateTable("bankLimit")
    .set({ ...limits, unpaidCents: sql<Cents>`unpaid_cents + ${uncountedCents}::int8` })
    .set({ day: sql<Date>`(now() at time zone 'UTC')::date`, keyCents: keysToday(bankId) })
    .where("bankId", "=", bankId)
    .returning(LIMITS);

/** Adds to what a bank hasn't paid. */
export const changedUnpaid = (bankId: string, cents: number) =>
  kysely
    .updateTable("bankLimit")
    .set({ unpaidCents: sql<Cents>`unpaid_cents + ${cents}` })
    .where("bankId", "=", bankId);

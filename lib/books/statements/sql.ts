/** SQL of statements: closing them, and reading them. */
import { type InferResult, type RawBuilder, sql } from "kysely";
import { raw } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";
import type { TransferKind } from "../../ledger/contract.ts";
import type { Cents } from "../../money.ts";
import type { Schedule } from "../periods.ts";
import { bankEffect } from "../sql.ts";

export type Book = {
  bankId: string;
  bankName: string;
  timeZone: string;
  schedule: Schedule;
  termsDays: number;
  billingEmail: string | null;
  /** Where the last cut is, and the one before it. */
  cutAt: Date;
  previousCutAt: Date;
  periodEndsAt: Date | null;
  /** The database's clock. */
  now: Date;
  /** The last statement. */
  number: number | null;
  toAt: Date | null;
  digest: Buffer | null;
  closingCents: Cents | null;
};

/** A bank's book, and its last statement. */
export const readBook = statement((given: Parameters<{ bankId: string }>) =>
  raw<Book>(sql`
    select b.id as bank_id, b.name as bank_name, b.time_zone, b.statement_schedule as schedule, b.terms_days,
      coalesce(b.billing_email, b.contact_email) as billing_email, l.cut_at, l.previous_cut_at, l.period_ends_at,
      date_trunc('milliseconds', clock_timestamp()) as now,
      s.number, s.to_at, s.digest, s.closing_cents
    from bank b join ledger_book l on l.id = b.id
    left join lateral (
      select * from statement where bank_id = b.id order by number desc limit 1) s on true
    where b.id = ${given.bankId}`),
);

/** Cuts a book for good, while nobody posts. @returns null if it's refused */
export const cutBook = statement((given: Parameters<{ bankId: string; at: Date }>) =>
  raw<{ at: Date | null }>(sql`select ledger_cut(${given.bankId}, ${given.at}::timestamptz) as at`),
);

export const setPeriodEnd = statement((given: Parameters<{ bankId: string; at: Date }>) =>
  raw(sql`update ledger_book set period_ends_at = ${given.at} where id = ${given.bankId}`),
);

/** All banks, or those whose period has ended, has no end yet, or was cut but not written. */
export const findBanks = statement((given: Parameters<{ isDue: boolean }>) =>
  raw<{ bankId: string }>(sql`
    select id as bank_id from ledger_book l
    where not ${given.isDue}::boolean or period_ends_at is null or period_ends_at <= clock_timestamp()
      or (previous_cut_at < cut_at and not exists (
        select from statement s where s.bank_id = l.id and s.from_at = l.previous_cut_at))
    order by id`),
);

type Interval = { bankId: string; from: Date; to: Date };

/** Whether anything was posted in an interval. */
export const findPosted = statement((given: Parameters<Interval>) =>
  raw<{ id: string }>(sql`
    select id from ledger_transfer t
    where t.book_id = ${given.bankId} and t.posted_at >= ${given.from} and t.posted_at < ${given.to} limit 1`),
);

export type LineRow = {
  id: string;
  kind: TransferKind;
  schoolId: string;
  cents: Cents;
  causeId: string;
  giftId: string | null;
  correctsId: string | null;
  postedAt: Date;
  bankTransactionRef: string | null;
  platformCreditId: string | null;
};

/** The next transfers in an interval, in their order. */
export const readLines = statement(
  (given: Parameters<Interval & { afterAt: Date; afterId: string; limit: number }>) =>
    raw<LineRow>(sql`
      select t.id, t.kind, a.party as school_id, t.cents, t.cause_id, t.gift_id, t.corrects_id, t.posted_at,
        d.bank_transaction_ref, c.platform_credit_id
      from ledger_transfer t join ledger_account a on a.id = t.debit_id
      left join donation d on d.id = t.gift_id left join credit c on c.donation_id = t.gift_id
      where t.book_id = ${given.bankId} and t.posted_at >= ${given.from} and t.posted_at < ${given.to}
        and (t.posted_at, t.id) > (${given.afterAt}::timestamptz, ${given.afterId}::uuid)
      order by t.posted_at, t.id limit ${given.limit}`),
);

export type Group = {
  schoolId: string;
  day: string;
  kind: TransferKind;
  count: number;
  effectCents: Cents;
  idsHash: string;
};

/** The transfers in an interval, summed up per school, day, and kind. */
export const readGroups = statement((given: Parameters<Interval>) =>
  raw<Group>(sql`
    select a.party as school_id, (t.posted_at at time zone 'UTC')::date::text as day, t.kind,
      count(*)::int as count, sum(${bankEffect})::int8 as effect_cents,
      encode(sha256(convert_to(string_agg(t.id || E'\\n', '' order by t.id::text collate "C"), 'UTF8')), 'hex') as ids_hash
    from ledger_transfer t join ledger_account a on a.id = t.debit_id
    where t.book_id = ${given.bankId} and t.posted_at >= ${given.from} and t.posted_at < ${given.to}
    group by 1, 2, 3 order by a.party collate "C", 2, 3`),
);

export type Party = {
  schoolId: string;
  foundationName: string;
  /** What the bank owed the foundation at the last close. */
  openingCents: Cents;
  encryptedPayee: Buffer | null;
  payeeApprovedAt: Date | null;
};

/** The foundations of a bank that have a section in an interval: transfers, or something that was due before. */
export const readParties = statement((given: Parameters<Interval>) =>
  raw<Party>(sql`
    select s.id as school_id, coalesce(r.legal_name, s.foundation_name) as foundation_name,
      coalesce(last.closing_cents, 0) as opening_cents, r.encrypted_payee, r.payee_approved_at
    from (select distinct party from ledger_account where book_id = ${given.bankId}) pair
    join school s on s.id = pair.party left join school_record r on r.school_id = s.id
    left join lateral (
      select closing_cents from statement_section
      where bank_id = ${given.bankId} and school_id = s.id order by number desc limit 1) last on true
    where coalesce(last.closing_cents, 0) <> 0 or s.id in (
      select a.party from ledger_transfer t join ledger_account a on a.id = t.debit_id
      where t.book_id = ${given.bankId} and t.posted_at >= ${given.from} and t.posted_at < ${given.to})
    order by s.id collate "C"`),
);

/** The next number in each series. Locks them in their order until the transaction ends. */
export const nextNumbers = statement((given: Parameters<{ series: string[] }>) =>
  raw<{ series: string; number: number }>(sql`
    with wanted as (select unnest(${given.series}::text[]) as series order by 1)
    insert into statement_counter as c (series, last_number) select series, 1 from wanted
    on conflict (series) do update set last_number = c.last_number + 1
    returning series, last_number as number`),
);

/** Makes lines that payments cover, of the gifts in an interval, net of what was reversed. */
export const insertDueLines = statement((given: Parameters<Interval & { statementId: string }>) =>
  raw(sql`
    insert into due_line (id, bank_id, school_id, statement_id, posted_at, cents)
    select t.cause_id, t.book_id, a.party, ${given.statementId}, t.posted_at, t.cents - coalesce((
      select sum(r.cents) from ledger_transfer r where r.corrects_id = t.id), 0)
    from ledger_transfer t join ledger_account a on a.id = t.debit_id
    where t.book_id = ${given.bankId} and t.posted_at >= ${given.from} and t.posted_at < ${given.to}
      and t.kind = 'gift'`),
);

/** What a statement's own lines come to, per foundation. */
export const readNets = statement((given: Parameters<{ statementId: string }>) =>
  raw<{ schoolId: string; cents: Cents }>(sql`
    select school_id, sum(cents)::int8 as cents from due_line where statement_id = ${given.statementId} group by 1`),
);

export type NewDocument = { schoolId: string; format: string; body: Buffer };

export const insertDocument = statement(
  (given: Parameters<NewDocument & { statementId: string }>) =>
    raw(sql`
    insert into statement_document (statement_id, school_id, format, body)
    values (${given.statementId}, ${given.schoolId}, ${given.format}, ${given.body})`),
);

/** A document as it was issued. */
export const findDocument = statement(
  (given: Parameters<{ statementId: string; schoolId: string; format: string }>) =>
    kysely
      .selectFrom("statementDocument")
      .select("body")
      .where("statementId", "=", given.statementId)
      .where("schoolId", "=", given.schoolId)
      .where("format", "=", given.format),
);

/** `open`, `partly_paid`, or `paid`, by what is covered of the lines' net. */
const statusOf = (net: RawBuilder<number>, covered: RawBuilder<number>) =>
  sql<
    "open" | "partly_paid" | "paid"
  >`case when ${net} <= ${covered} then 'paid' when ${covered} > 0
    then 'partly_paid' else 'open' end`.as("status");

const COVERED = kysely
  .selectFrom("statementSection as x")
  .select(sql<number>`coalesce(sum(x.net_cents), 0)`.as("net"))
  .select(sql<number>`coalesce(sum(x.covered_cents), 0)`.as("covered"))
  .where("x.statementId", "=", sql.ref<string>("s.id"))
  .as("own");

const INTERVAL = ["s.fromAt", "s.toAt", "s.timeZone", "s.closedAt"] as const;
const DUE_ON = sql<string>`s.due_on::text`.as("dueOn");

/** Statements with their status. */
export const statements = kysely
  .selectFrom("statement as s")
  .innerJoinLateral(COVERED, (join) => join.onTrue())
  .select(["s.id", "s.bankId", "s.number", ...INTERVAL, DUE_ON])
  .select(["s.openingCents", "s.totalCents", "s.paymentsCents", "s.returnsCents"])
  .select(["s.refundsCents", "s.writeOffsCents", "s.closingCents", "s.digest"])
  .select(statusOf(sql`own.net`, sql`own.covered`));

/** Sections with their statements and banks. */
export const remittances = kysely
  .selectFrom("statementSection as x")
  .innerJoin("statement as s", "s.id", "x.statementId")
  .innerJoin("bank as b", "b.id", "x.bankId")
  .select(["s.id", "x.schoolId", "x.number", "s.number as statementNumber", ...INTERVAL, DUE_ON])
  .select(["x.bankId", "b.name as bankName"])
  .select(["x.openingCents", "x.totalCents", "x.paymentsCents", "x.returnsCents"])
  .select(["x.refundsCents", "x.writeOffsCents", "x.closingCents", "x.digest"])
  .select(statusOf(sql`x.net_cents`, sql`x.covered_cents`));

export type StatementRow = InferResult<typeof statements>[number];
export type RemittanceRow = InferResult<typeof remittances>[number];

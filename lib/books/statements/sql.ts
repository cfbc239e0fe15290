/** SQL of statements: closing them, and reading them. */
import { type InferResult, type RawBuilder, sql } from "kysely";
import type { TenantName } from "../../auth/tenants.ts";
import { raw } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";
import type { TransferKind } from "../../ledger/contract.ts";
import type { Cents } from "../../money.ts";
import type { Schedule } from "../periods.ts";
import type { Sums } from "./sums.ts";

export type Book = {
  bankId: string;
  bankName: string;
  timeZone: string;
  schedule: Schedule;
  termsDays: number;
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

export const readBook = statement((given: Parameters<{ bankId: string }>) =>
  raw<Book>(sql`
    select b.id as bank_id, b.name as bank_name, b.time_zone, b.statement_schedule as schedule, b.terms_days,
      l.cut_at, l.previous_cut_at, l.period_ends_at,
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

/** All banks, or those whose period has ended, has no end yet, was cut but not written, or closed but not issued. */
export const findBanks = statement((given: Parameters<{ isDue: boolean }>) =>
  raw<{ bankId: string }>(sql`
    select id as bank_id from ledger_book l
    where not ${given.isDue}::boolean or period_ends_at is null or period_ends_at <= clock_timestamp()
      or (previous_cut_at < cut_at and not exists (
        select from statement s where s.bank_id = l.id and s.from_at = l.previous_cut_at))
      or exists (select from statement s where s.bank_id = l.id and s.issued_at is null)
    order by id`),
);

type Interval = { bankId: string; from: Date; to: Date };

export const findPosted = statement((given: Parameters<Interval>) =>
  raw<{ id: string }>(sql`
    select id from ledger_transfer t
    where t.book_id = ${given.bankId} and t.posted_at >= ${given.from} and t.posted_at < ${given.to} limit 1`),
);

type Page = Interval & { afterAt: Date; afterId: string; limit: number };

export type TransferRow = {
  id: string;
  kind: TransferKind;
  schoolId: string;
  cents: Cents;
  causeId: string;
  correctsId: string | null;
  postedAt: Date;
};

export type LineRow = TransferRow & {
  giftId: string | null;
  bankTransactionRef: string | null;
  platformCreditId: string | null;
};

/** The next transfers in an interval, in their order. */
const nextTransfers = (
  given: Parameters<Page>,
  more: RawBuilder<unknown> = sql``,
  joined: RawBuilder<unknown> = sql``,
) => sql`
  select t.id, t.kind, a.party as school_id, t.cents, t.cause_id, t.corrects_id, t.posted_at ${more}
  from ledger_transfer t join ledger_account a on a.id = t.debit_id ${joined}
  where t.book_id = ${given.bankId} and t.posted_at >= ${given.from} and t.posted_at < ${given.to}
    and (t.posted_at, t.id) > (${given.afterAt}::timestamptz, ${given.afterId}::uuid)
  order by t.posted_at, t.id limit ${given.limit}`;

export const readTransfers = statement((given: Parameters<Page>) =>
  raw(nextTransfers(given) as RawBuilder<TransferRow>),
);

/** The same, with what lines of documents show besides. */
export const readLines = statement((given: Parameters<Page>) =>
  raw(
    nextTransfers(
      given,
      sql`, t.gift_id, d.bank_transaction_ref, c.platform_credit_id`,
      sql`left join donation d on d.id = t.gift_id left join credit c on c.donation_id = t.gift_id`,
    ) as RawBuilder<LineRow>,
  ),
);

/** What a bank owed a foundation at the last close. */
export type Opening = { schoolId: string; openingCents: Cents };

export const readOpenings = statement((given: Parameters<{ bankId: string }>) =>
  raw<Opening>(sql`
    select pair.party as school_id, coalesce(last.closing_cents, 0) as opening_cents
    from ledger_account pair left join lateral (
      select closing_cents from statement_section
      where bank_id = ${given.bankId} and school_id = pair.party order by number desc limit 1) last on true
    where pair.book_id = ${given.bankId} and pair.kind = 'due_from_bank' order by pair.party collate "C"`),
);

/** The next number in each series. Locks them in their order until the transaction ends. */
export const nextNumbers = statement((given: Parameters<{ series: string[] }>) =>
  raw<{ series: string; number: number }>(sql`
    with wanted as (select unnest(${given.series}::text[]) as series order by 1)
    insert into statement_counter as c (series, last_number) select series, 1 from wanted
    on conflict (series) do update set last_number = c.last_number + 1
    returning series, last_number as number`),
);

/**
 * Makes lines that payments cover, of the gifts in an interval, net of what was reversed. Call it with the pairs locked.
 * @returns what they come to, per foundation
 */
export const insertDueLines = statement((given: Parameters<Interval & { statementId: string }>) =>
  raw<{ schoolId: string; cents: Cents }>(sql`
    with line as (
      insert into due_line (id, bank_id, school_id, statement_id, posted_at, cents)
      select t.cause_id, t.book_id, a.party, ${given.statementId}, t.posted_at, t.cents - coalesce((
        select sum(r.cents) from ledger_transfer r where r.corrects_id = t.id), 0)
      from ledger_transfer t join ledger_account a on a.id = t.debit_id
      where t.book_id = ${given.bankId} and t.posted_at >= ${given.from} and t.posted_at < ${given.to}
        and t.kind = 'gift'
      returning school_id, cents
    )
    select school_id, sum(cents)::int8 as cents from line group by 1`),
);

/** A statement that was closed, as it's issued. */
export type Issue = Sums & {
  id: string;
  bankId: string;
  bankName: string;
  number: number;
  fromAt: Date;
  toAt: Date;
  timeZone: string;
  dueOn: string;
  closedAt: Date;
  previousDigest: Buffer | null;
  digest: Buffer;
};

export const readIssue = statement((given: Parameters<{ statementId: string }>) =>
  raw<Issue>(sql`
    select s.*, s.due_on::text as due_on, b.name as bank_name
    from statement s join bank b on b.id = s.bank_id where s.id = ${given.statementId}`),
);

export type IssuedSection = Sums & {
  schoolId: string;
  foundationName: string;
  number: number;
  lineCount: number;
  digest: Buffer;
  encryptedPayee: Buffer | null;
  payeeApprovedAt: Date | null;
};

export const readSections = statement((given: Parameters<{ statementId: string }>) =>
  raw<IssuedSection>(sql`
    select x.*, coalesce(r.legal_name, s.foundation_name) as foundation_name, r.encrypted_payee, r.payee_approved_at
    from statement_section x join school s on s.id = x.school_id left join school_record r on r.school_id = s.id
    where x.statement_id = ${given.statementId} order by x.school_id collate "C"`),
);

/** What a billing contact is told of a statement, or of a foundation's part of it. */
export type Notice = {
  /** Of the email that it's overdue: there is one, ever. */
  overdueId: string;
  to: string;
  tenant: TenantName;
  team: string;
  statementId: string;
  number: number;
  totalCents: Cents;
  closingCents: Cents;
  leftCents: Cents;
  dueOn: string;
};

const notices = (where: RawBuilder<unknown>) =>
  raw<Notice>(sql`
    select part.*, s.id as statement_id, s.due_on::text, md5('overdue ' || tenant || s.id)::uuid as overdue_id
    from statement s join bank b on b.id = s.bank_id cross join lateral (
      select 'bank:' || b.id as tenant, b.name as team, coalesce(b.billing_email, b.contact_email) as "to", s.number,
        s.total_cents, s.closing_cents, (select coalesce(sum(net_cents - covered_cents), 0)
          from statement_section where statement_id = s.id)::int8 as left_cents
      union all
      select 'school:' || c.id, coalesce(r.legal_name, c.foundation_name), r.contact_email, x.number,
        x.total_cents, x.closing_cents, x.net_cents - x.covered_cents
      from statement_section x join school c on c.id = x.school_id join school_record r on r.school_id = c.id
      where x.statement_id = s.id) part
    where "to" is not null and ${where}`);

export const findClosedNotices = statement((given: Parameters<{ statementId: string }>) =>
  notices(sql`s.id = ${given.statementId} and (part.total_cents <> 0 or part.closing_cents <> 0)`),
);

/** Of the last week, so that no email is repeated once the first one was deleted. */
export const findOverdueNotices = statement((given: Parameters<{ limit: number }>) =>
  notices(sql`s.due_on between (now() at time zone s.time_zone)::date - 7 and (now() at time zone s.time_zone)::date - 1
    and left_cents > 0 and not exists (select from email where id = md5('overdue ' || tenant || s.id)::uuid)
    order by s.due_on, s.id limit ${given.limit}`),
);

/** The first of a bank's statements whose documents aren't written. */
export const findUnissued = statement((given: Parameters<{ bankId: string }>) =>
  kysely
    .selectFrom("statement")
    .select("id")
    .where("bankId", "=", given.bankId)
    .where("issuedAt", "is", null)
    .orderBy("number")
    .limit(1),
);

export const markIssued = statement((given: Parameters<{ statementId: string }>) =>
  raw(sql`update statement set issued_at = clock_timestamp() where id = ${given.statementId}`),
);

export type NewPart = {
  statementId: string;
  schoolId: string;
  format: string;
  part: number;
  body: Buffer;
};

export const insertPart = statement((given: Parameters<NewPart>) =>
  raw(sql`
    insert into statement_document (statement_id, school_id, format, part, body)
    values (${given.statementId}, ${given.schoolId}, ${given.format}, ${given.part}, ${given.body})`),
);

/** A part of a document, as it was issued. */
export const findPart = statement((given: Parameters<Omit<NewPart, "body">>) =>
  kysely
    .selectFrom("statementDocument")
    .select("body")
    .where("statementId", "=", given.statementId)
    .where("schoolId", "=", given.schoolId)
    .where("format", "=", given.format)
    .where("part", "=", given.part),
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

const INTERVAL = ["s.fromAt", "s.toAt", "s.timeZone", "s.closedAt", "s.issuedAt"] as const;
const DUE_ON = sql<string>`s.due_on::text`.as("dueOn");

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

/** What must always be true of the books. Each query finds what isn't: its subject, and the difference. */
import { type RawBuilder, sql } from "kysely";
import { raw } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { TRANSFER_KINDS } from "../../ledger/contract.ts";
import type { Cents } from "../../money.ts";
import { POSTINGS } from "../postings.ts";
import { bankEffect } from "../sql.ts";
import type { Sums } from "../statements/sums.ts";

/** The most findings of a kind that are shown. */
const MAX_SHOWN = 20;

export type FindingRow = { subject: string; difference: string };

/** @param rows with the subject and the difference, in this order */
const finding = (rows: RawBuilder<unknown>) =>
  raw(sql<FindingRow>`
    select subject::text, difference::text from (${rows}) found(subject, difference) limit ${MAX_SHOWN}`);

const RULES = sql`(values ${sql.join(
  TRANSFER_KINDS.map(
    (kind) => sql`(${kind}::text, ${POSTINGS[kind].debit}::text, ${POSTINGS[kind].credit}::text)`,
  ),
)}) rule(kind, debit, credit)`;

const SUMS = [
  "opening_cents",
  "total_cents",
  "payments_cents",
  "returns_cents",
  "refunds_cents",
  "write_offs_cents",
  "closing_cents",
];
/** A piece of a bank's book: what was posted in an interval. Everything else that is read of it is found by that. */
type Piece = { bankId: string; from: Date; to: Date };

const inPiece = (given: Parameters<Piece>) =>
  sql`t.book_id = ${given.bankId} and t.posted_at >= ${given.from} and t.posted_at < ${given.to}`;

/** What has to be true of each piece. */
export const PIECE_CHECKS = {
  transfer_against_rules: (given: Parameters<Piece>) => sql`
    select t.id, t.kind || ': ' || coalesce(debit.kind, 'none') || ' to ' || coalesce(credit.kind, 'none')
    from ledger_transfer t left join ledger_account debit on debit.id = t.debit_id
    left join ledger_account credit on credit.id = t.credit_id left join ${RULES} on rule.kind = t.kind
    where ${inPiece(given)} and (debit.kind = rule.debit and credit.kind = rule.credit and debit.party = credit.party
      and debit.book_id = t.book_id and credit.book_id = t.book_id) is not true`,
  gift_not_posted: (given: Parameters<Piece>) => sql`
    select d.id, coalesce('posted ' || t.cents || ' at ' || t.posted_at, 'not posted') || ', completed '
      || d.amount_cents || ' at ' || d.completed_at
    from donation d left join ledger_transfer t on t.cause_id = d.id and t.kind = 'gift'
    left join ledger_account a on a.id = t.debit_id
    where d.bank_id = ${given.bankId} and d.status <> 'pending' and d.status = 'completed'
      and coalesce(d.completed_at, d.failed_at) >= ${given.from} and coalesce(d.completed_at, d.failed_at) < ${given.to}
      and (t.cents = d.amount_cents and t.posted_at = d.completed_at
      and t.book_id = d.bank_id and a.party = d.school_id and t.gift_id = d.id) is not true`,
  gift_not_completed: (given: Parameters<Piece>) => sql`
    select t.cause_id, 'posted ' || t.cents || ', but ' || coalesce('it is ' || d.status, 'there is no such gift')
    from ledger_transfer t left join donation d on d.id = t.cause_id
    where ${inPiece(given)} and t.kind = 'gift' and d.status is distinct from 'completed'`,
  reversed_too_much: (given: Parameters<Piece>) => sql`
    select g.cause_id, g.cents || ' given, ' || sum(r.cents) || ' reversed'
    from ledger_transfer r left join ledger_transfer g on g.id = r.corrects_id and g.kind = 'gift'
    where r.kind = 'reversal' and r.corrects_id in (
      select t.corrects_id from ledger_transfer t where ${inPiece(given)} and t.kind = 'reversal')
    group by g.id, g.cause_id, g.cents having (sum(r.cents) <= g.cents) is not true`,
  on_no_statement: (given: Parameters<Piece>) => sql`
    select t.id, 'posted at ' || t.posted_at || ', cut at ' || l.cut_at
    from ledger_book l join ledger_transfer t on t.book_id = l.id and t.posted_at < l.cut_at
    where ${inPiece(given)} and not (t.posted_at >= l.previous_cut_at and t.posted_at < l.cut_at) and not exists (
      select from statement s where s.bank_id = l.id and t.posted_at >= s.from_at and t.posted_at < s.to_at)`,
  coverage_of_lines: (given: Parameters<Piece>) => sql`
    select l.id, l.covered_cents || ' of ' || l.cents || ' covered, by payments of ' || coalesce(sum(c.cents), 0)
    from ledger_transfer t join due_line l on l.id = t.cause_id left join coverage c on c.line_id = l.id
    where ${inPiece(given)} group by l.id having l.covered_cents <> coalesce(sum(c.cents), 0)`,
  events_and_ledger: (given: Parameters<Piece>) => sql`
    select coalesce(t.id::text, e.id), case when t.id is null then 'in an event, but not posted'
      when e.id is null then 'posted, but in no event' else 'differs from its event' end
    from (
      select t.*, a.party, ${bankEffect} as effect from ledger_transfer t join ledger_account a on a.id = t.debit_id
      where ${inPiece(given)}
    ) t full join (
      select distinct part ->> 'transfer_id' as id, part ->> 'kind' as kind, part ->> 'school_id' as school_id,
        (part ->> 'bank_effect_cents')::int8 as effect, (part ->> 'posted_at')::timestamptz as posted_at,
        part ->> 'corrects' as corrects
      from event e cross join lateral jsonb_array_elements(e.body::jsonb -> 'data' -> 'transfers') part
      where e.bank_id = ${given.bankId} and e.created_at >= ${given.from} and e.created_at < ${given.to}
        and e.only_to is null and e.type in ('donation.completed', 'donation.reversed', 'payment.posted',
          'payment.returned', 'refund.posted', 'write_off.posted')
    ) e on e.id = t.id::text
    where (t.kind = e.kind and t.party = e.school_id and t.effect = e.effect and t.posted_at = e.posted_at
      and t.corrects_id::text is not distinct from e.corrects) is not true`,
} as const;

type Bank = { bankId: string };

/** What has to be true of each bank's statements and payments. */
export const BANK_CHECKS = {
  payment_not_posted: (given: Parameters<Bank>) => sql`
    select coalesce(p.id, t.cause_id), coalesce(p.kind || ' of ' || p.cents, 'no payment') || ', '
      || coalesce(t.kind || ' of ' || t.cents, 'nothing') || ' posted'
    from (select * from payment where bank_id = ${given.bankId} and posted_at is not null) p
    full join (select * from ledger_transfer where book_id = ${given.bankId} and kind <> 'gift' and kind <> 'reversal') t
      on t.cause_id = p.id
    where (t.cents = p.cents and t.posted_at = p.posted_at
      and t.kind = case p.kind when 'received' then 'payment' else p.kind end) is not true`,
  payment_returned_once: (given: Parameters<Bank>) => sql`
    select p.id, 'returned at ' || coalesce(p.returned_at::text, 'no time') || ', with the transfer '
      || coalesce(t.id::text, 'missing')
    from payment p left join payment r on r.returns_id = p.id left join ledger_transfer t on t.cause_id = r.id
    where p.bank_id = ${given.bankId} and p.kind = 'received' and p.posted_at is not null
      and (p.returned_at is null) <> (t.id is null)`,
  statement_chain: (given: Parameters<Bank>) => sql`
    select s.id, 'number ' || s.number || ' opens with ' || s.opening_cents || ' at ' || s.from_at || ', after '
      || coalesce(p.closing_cents || ' at ' || p.to_at, 'none')
    from statement s left join statement p on p.bank_id = s.bank_id and p.number = s.number - 1
    where s.bank_id = ${given.bankId} and case when s.number = 1 then s.opening_cents = 0 and s.previous_digest is null
      else p.closing_cents = s.opening_cents and p.to_at = s.from_at and p.digest = s.previous_digest end is not true`,
  statement_cut: (given: Parameters<Bank>) => sql`
    select l.id, 'cut at ' || l.cut_at || ', closed until ' || s.to_at
    from ledger_book l join lateral (
      select to_at from statement where bank_id = l.id order by number desc limit 1) s on true
    where l.id = ${given.bankId} and s.to_at > l.cut_at`,
  section_chain: (given: Parameters<Bank>) => sql`
    select x.statement_id, x.school_id || ' opens with ' || x.opening_cents || ', after ' || x.before
    from (select x.*, coalesce(lag(x.closing_cents) over (partition by x.school_id order by s.number), 0)
      as before from statement_section x join statement s on s.id = x.statement_id
      where x.bank_id = ${given.bankId}) x
    where x.opening_cents <> x.before`,
  sections_add_up: (given: Parameters<Bank>) => sql`
    select s.id, 'the sections don''t add up to it' from statement s left join statement_section x on x.statement_id = s.id
    where s.bank_id = ${given.bankId}
    group by s.id having ${sql.join(
      SUMS.map((name) => sql`s.${sql.ref(name)} <> coalesce(sum(x.${sql.ref(name)}), 0)`),
      sql` or `,
    )}`,
  coverage_of_payments: (given: Parameters<Bank>) => sql`
    select p.id, p.free_cents || ' of ' || p.cents || ' left, ' || coalesce(sum(c.cents), 0) || ' used'
    from payment p left join coverage c on c.payment_id = p.id where p.bank_id = ${given.bankId} group by p.id
    having p.free_cents + coalesce(sum(c.cents), 0) <> case when p.kind in ('received', 'write_off')
      and p.posted_at is not null and p.returned_at is null then p.cents else 0 end`,
  covered_less_than_possible: (given: Parameters<Bank>) => sql`
    select distinct p.bank_id, p.school_id || ' has open lines and payments that are not used up'
    from payment p where p.bank_id = ${given.bankId} and p.free_cents > 0 and exists (
      select from due_line l left join statement s on s.id = l.statement_id
      where l.bank_id = p.bank_id and l.school_id = p.school_id and l.covered_cents < l.cents
        -- What isn't issued yet is covered soon.
        and (s.id is null or s.issued_at is not null))`,
} as const;

/** What has to be true of all series of numbers: they have few of them. */
export const numbersComplete = finding(sql`
  select c.series, 'the last is ' || c.last_number || ', with ' || count(n.number) || ' from ' || coalesce(min(n.number), 0)
    || ' to ' || coalesce(max(n.number), 0)
  from statement_counter c left join (
    select 'bank:' || bank_id as series, number from statement
    union all select 'school:' || school_id, number from statement_section) n on n.series = c.series
  group by c.series, c.last_number
  having (count(n.number) = c.last_number and min(n.number) = 1 and max(n.number) = c.last_number) is not true`);

type Queries<Given> = Record<string, (given: Parameters<Given>) => RawBuilder<unknown>>;

/** @returns the checks as statements */
const prepared = <Given extends object, All extends Queries<Given>>(all: All) =>
  Object.entries(all).map(([check, query]) => ({
    check: check as keyof All & string,
    find: statement((given: Parameters<Given>) => finding(query(given))),
  }));

export const pieceChecks = prepared<Piece, typeof PIECE_CHECKS>(PIECE_CHECKS);
export const bankChecks = prepared<Bank, typeof BANK_CHECKS>(BANK_CHECKS);

/** How many transfers are checked at once: each statement has to end in time. */
const AT_ONCE = 20_000;

/** Where the next piece of a book ends; no row if it's the last one. */
export const findPieceEnd = statement((given: Parameters<{ bankId: string; from: Date }>) =>
  raw<{ to: Date }>(sql`
    select posted_at as to from ledger_transfer where book_id = ${given.bankId} and posted_at > ${given.from}
    order by posted_at, id offset ${sql.lit(AT_ONCE)} limit 1`),
);

export const findBooks = raw(
  sql<{ bankId: string }>`select id as bank_id from ledger_book order by id`,
);

/**
 * What a piece's gifts come to, per section: in the ledger, less what was reversed, and as the lines that payments cover; and
 * how much is covered.
 */
export const readLineSums = statement((given: Parameters<Piece>) =>
  raw<{ schoolId: string; dueCents: Cents; netCents: Cents; coveredCents: Cents }>(sql`
    select a.party as school_id, sum(t.cents - coalesce((
        select sum(r.cents) from ledger_transfer r where r.corrects_id = t.id), 0))::int8 as due_cents,
      coalesce(sum(l.cents), 0)::int8 as net_cents, coalesce(sum(l.covered_cents), 0)::int8 as covered_cents
    from ledger_transfer t join ledger_account a on a.id = t.debit_id left join due_line l on l.id = t.cause_id
    where ${inPiece(given)} and t.kind = 'gift' group by 1`),
);

export const recordCheck = statement((given: Parameters<{ count: number; first: string | null }>) =>
  raw(sql`
    insert into ledger_check (checked_at, finding_count, first)
    values (clock_timestamp(), ${given.count}, ${given.first})
    on conflict (id) do update set checked_at = excluded.checked_at, finding_count = excluded.finding_count,
      first = excluded.first`),
);

export type Check =
  | keyof typeof PIECE_CHECKS
  | keyof typeof BANK_CHECKS
  | "numbers_complete"
  | "lines_add_up"
  | "coverage_of_sections"
  | "digest";

/** A bank's statement after another, by number, with its digests. */
export const nextStatement = statement((given: Parameters<Bank & { after: number }>) =>
  raw<{
    id: string;
    from: Date;
    to: Date;
    number: number;
    previousDigest: Buffer | null;
    digest: Buffer;
  }>(sql`
    select id, from_at as "from", to_at as "to", number, previous_digest, digest
    from statement where bank_id = ${given.bankId} and number > ${given.after} order by number limit 1`),
);

export const readSections = statement((given: Parameters<{ statementId: string }>) =>
  raw<Sums & { schoolId: string; lineCount: number; netCents: Cents; coveredCents: Cents }>(sql`
    select * from statement_section where statement_id = ${given.statementId} order by school_id collate "C"`),
);

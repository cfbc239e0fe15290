/** What must always be true of the books. Each query finds what isn't: its subject, and the difference. */
import { type RawBuilder, sql } from "kysely";
import { raw } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { TRANSFER_KINDS } from "../../ledger/contract.ts";
import type { Cents } from "../../money.ts";
import { POSTINGS } from "../postings.ts";
import { bankEffect } from "../sql.ts";

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
const sumOf = (...kinds: string[]) =>
  sql`coalesce(sum(${bankEffect}) filter (where t.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})), 0)`;

export const CHECKS = {
  transfer_against_rules: finding(sql`
    select t.id, t.kind || ': ' || coalesce(debit.kind, 'none') || ' to ' || coalesce(credit.kind, 'none')
    from ledger_transfer t left join ledger_account debit on debit.id = t.debit_id
    left join ledger_account credit on credit.id = t.credit_id left join ${RULES} on rule.kind = t.kind
    where (debit.kind = rule.debit and credit.kind = rule.credit and debit.party = credit.party
      and debit.book_id = t.book_id and credit.book_id = t.book_id) is not true`),
  gift_not_posted: finding(sql`
    select d.id, coalesce('posted ' || t.cents || ' at ' || t.posted_at, 'not posted') || ', completed '
      || d.amount_cents || ' at ' || d.completed_at
    from donation d left join ledger_transfer t on t.cause_id = d.id and t.kind = 'gift'
    left join ledger_account a on a.id = t.debit_id
    where d.status = 'completed' and (t.cents = d.amount_cents and t.posted_at = d.completed_at
      and t.book_id = d.bank_id and a.party = d.school_id and t.gift_id = d.id) is not true`),
  gift_not_completed: finding(sql`
    select t.cause_id, 'posted ' || t.cents || ', but ' || coalesce('it is ' || d.status, 'there is no such gift')
    from ledger_transfer t left join donation d on d.id = t.cause_id
    where t.kind = 'gift' and d.status is distinct from 'completed'`),
  reversed_too_much: finding(sql`
    select g.cause_id, g.cents || ' given, ' || sum(r.cents) || ' reversed'
    from ledger_transfer r left join ledger_transfer g on g.id = r.corrects_id and g.kind = 'gift'
    where r.kind = 'reversal' group by g.id, g.cause_id, g.cents having (sum(r.cents) <= g.cents) is not true`),
  payment_not_posted: finding(sql`
    select coalesce(p.id, t.cause_id), coalesce(p.kind || ' of ' || p.cents, 'no payment') || ', '
      || coalesce(t.kind || ' of ' || t.cents, 'nothing') || ' posted'
    from (select * from payment where posted_at is not null) p
    full join (select * from ledger_transfer where kind not in ('gift', 'reversal')) t on t.cause_id = p.id
    where (t.cents = p.cents and t.posted_at = p.posted_at
      and t.kind = case p.kind when 'received' then 'payment' else p.kind end) is not true`),
  payment_returned_once: finding(sql`
    select p.id, 'returned at ' || coalesce(p.returned_at::text, 'no time') || ', with the transfer '
      || coalesce(t.id::text, 'missing')
    from payment p left join payment r on r.returns_id = p.id left join ledger_transfer t on t.cause_id = r.id
    where p.kind = 'received' and p.posted_at is not null and (p.returned_at is null) <> (t.id is null)`),
  statement_chain: finding(sql`
    select s.id, 'number ' || s.number || ' opens with ' || s.opening_cents || ' at ' || s.from_at || ', after '
      || coalesce(p.closing_cents || ' at ' || p.to_at, 'none')
    from statement s left join statement p on p.bank_id = s.bank_id and p.number = s.number - 1
    where case when s.number = 1 then s.opening_cents = 0 and s.previous_digest is null
      else p.closing_cents = s.opening_cents and p.to_at = s.from_at and p.digest = s.previous_digest end is not true`),
  statement_cut: finding(sql`
    select l.id, 'cut at ' || l.cut_at || ', closed until ' || s.to_at
    from ledger_book l join lateral (
      select to_at from statement where bank_id = l.id order by number desc limit 1) s on true
    where s.to_at > l.cut_at`),
  section_chain: finding(sql`
    select x.statement_id, x.school_id || ' opens with ' || x.opening_cents || ', after ' || x.before
    from (select x.*, coalesce(lag(x.closing_cents) over (partition by x.bank_id, x.school_id order by s.number), 0)
      as before from statement_section x join statement s on s.id = x.statement_id) x
    where x.opening_cents <> x.before`),
  sections_add_up: finding(sql`
    select s.id, 'the sections don''t add up to it' from statement s left join statement_section x on x.statement_id = s.id
    group by s.id having ${sql.join(
      SUMS.map((name) => sql`s.${sql.ref(name)} <> coalesce(sum(x.${sql.ref(name)}), 0)`),
      sql` or `,
    )}`),
  lines_add_up: finding(sql`
    select coalesce(x.statement_id, found.statement_id), coalesce(x.school_id, found.party) || ': '
      || coalesce(x.line_count || ' lines of ' || (x.closing_cents - x.opening_cents), 'no section') || ', '
      || coalesce(found.count || ' transfers of ' || found.effect, 'no transfers')
    from statement_section x full join (
      select s.id as statement_id, a.party, count(*) as count, sum(${bankEffect}) as effect,
        ${sumOf("gift", "reversal")} as total, ${sumOf("payment")} as payments, ${sumOf("payment_return")} as returns,
        ${sumOf("refund")} as refunds, ${sumOf("write_off")} as write_offs
      from statement s join ledger_transfer t on t.book_id = s.bank_id and t.posted_at >= s.from_at and t.posted_at < s.to_at
      join ledger_account a on a.id = t.debit_id
      group by 1, 2) found on found.statement_id = x.statement_id and found.party = x.school_id
    where (coalesce(x.line_count, 0) = coalesce(found.count, 0) and x.total_cents = coalesce(found.total, 0)
      and x.payments_cents = coalesce(found.payments, 0) and x.returns_cents = coalesce(found.returns, 0)
      and x.refunds_cents = coalesce(found.refunds, 0) and x.write_offs_cents = coalesce(found.write_offs, 0)) is not true`),
  on_no_statement: finding(sql`
    select t.id, 'posted at ' || t.posted_at || ', cut at ' || l.cut_at
    from ledger_book l join ledger_transfer t on t.book_id = l.id and t.posted_at < l.cut_at
    where not (t.posted_at >= l.previous_cut_at and t.posted_at < l.cut_at) and not exists (
      select from statement s where s.bank_id = l.id and t.posted_at >= s.from_at and t.posted_at < s.to_at)`),
  numbers_complete: finding(sql`
    select c.series, 'the last is ' || c.last_number || ', with ' || count(n.number) || ' from ' || coalesce(min(n.number), 0)
      || ' to ' || coalesce(max(n.number), 0)
    from statement_counter c left join (
      select 'bank:' || bank_id as series, number from statement
      union all select 'school:' || school_id, number from statement_section) n on n.series = c.series
    group by c.series, c.last_number
    having (count(n.number) = c.last_number and min(n.number) = 1 and max(n.number) = c.last_number) is not true`),
  coverage_of_lines: finding(sql`
    select l.id, l.covered_cents || ' of ' || l.cents || ' covered, by payments of ' || coalesce(sum(c.cents), 0)
    from due_line l left join coverage c on c.line_id = l.id group by l.id
    having l.covered_cents <> coalesce(sum(c.cents), 0)`),
  coverage_of_payments: finding(sql`
    select p.id, p.free_cents || ' of ' || p.cents || ' left, ' || coalesce(sum(c.cents), 0) || ' used'
    from payment p left join coverage c on c.payment_id = p.id group by p.id
    having p.free_cents + coalesce(sum(c.cents), 0) <> case when p.kind in ('received', 'write_off')
      and p.posted_at is not null and p.returned_at is null then p.cents else 0 end`),
  coverage_of_sections: finding(sql`
    select x.statement_id, x.school_id || ': ' || x.covered_cents || ' of ' || x.net_cents || ' covered, lines say '
      || coalesce(sum(l.covered_cents), 0) || ' of ' || coalesce(sum(l.cents), 0)
    from statement_section x
    left join due_line l on l.statement_id = x.statement_id and l.school_id = x.school_id
    group by x.statement_id, x.school_id
    having x.net_cents <> coalesce(sum(l.cents), 0) or x.covered_cents <> coalesce(sum(l.covered_cents), 0)`),
  covered_less_than_possible: finding(sql`
    select l.bank_id, l.school_id || ' has open lines and payments that are not used up'
    from due_line l join payment p on p.bank_id = l.bank_id and p.school_id = l.school_id and p.free_cents > 0
    where l.covered_cents < l.cents group by l.bank_id, l.school_id`),
  events_and_ledger: finding(sql`
    select coalesce(t.id::text, e.id), case when t.id is null then 'in an event, but not posted'
      when e.id is null then 'posted, but in no event' else 'differs from its event' end
    from (
      select t.*, a.party, ${bankEffect} as effect from ledger_transfer t join ledger_account a on a.id = t.debit_id
    ) t full join (
      select distinct part ->> 'transfer_id' as id, part ->> 'kind' as kind, part ->> 'school_id' as school_id,
        (part ->> 'bank_effect_cents')::int8 as effect, (part ->> 'posted_at')::timestamptz as posted_at,
        part ->> 'corrects' as corrects, e.bank_id
      from event e cross join lateral jsonb_array_elements(e.body::jsonb -> 'data' -> 'transfers') part
      where e.only_to is null and e.type in ('donation.completed', 'donation.reversed', 'payment.posted',
        'payment.returned', 'refund.posted', 'write_off.posted')
    ) e on e.id = t.id::text
    where (t.kind = e.kind and t.party = e.school_id and t.effect = e.effect and t.posted_at = e.posted_at
      and t.corrects_id::text is not distinct from e.corrects and t.book_id = e.bank_id) is not true`),
} as const;

/** Notes what a check has found, for operators and metrics. */
export const recordCheck = statement((given: Parameters<{ count: number; first: string | null }>) =>
  raw(sql`
    insert into ledger_check (checked_at, finding_count, first)
    values (clock_timestamp(), ${given.count}, ${given.first})
    on conflict (id) do update set checked_at = excluded.checked_at, finding_count = excluded.finding_count,
      first = excluded.first`),
);

/** Every query of the transaction sees the same. */
export const oneSnapshot = raw(sql`set transaction isolation level repeatable read read only`);

export type Check = keyof typeof CHECKS;

/** The next statement after another, by ID, with its digests. */
export const nextStatement = statement((given: Parameters<{ after: string }>) =>
  raw<{
    id: string;
    bankId: string;
    from: Date;
    to: Date;
    number: number;
    previousDigest: Buffer | null;
    digest: Buffer;
  }>(sql`
    select id, bank_id, from_at as "from", to_at as "to", number, previous_digest, digest
    from statement where id > ${given.after}::uuid order by id limit 1`),
);

export const readSectionDigests = statement((given: Parameters<{ statementId: string }>) =>
  raw<{ schoolId: string; openingCents: Cents; digest: Buffer }>(sql`
    select school_id, opening_cents, digest from statement_section
    where statement_id = ${given.statementId} order by school_id collate "C"`),
);

/** SQL of payments, and of what they cover. */
import { type InferResult, type RawBuilder, sql } from "kysely";
import { raw } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";
import type { Cents } from "../../money.ts";
import { bankEffect } from "../sql.ts";

export const PAYMENT_KINDS = ["received", "sent", "payment_return", "refund", "write_off"] as const;

export type PaymentKind = (typeof PAYMENT_KINDS)[number];

type Pair = { bankId: string; schoolId: string };

/** A statement whose own lines are covered in full now. */
export type PaidStatement = { statementId: string; number: number; bankId: string; paidAt: Date };

/** Bounds what one payment reads of a pair's open lines: a cent must not read them all. */
const LINES_AT_ONCE = 2_000;

/**
 * Covers a pair's open lines, oldest first, with what its payments have left, oldest first. Call it with the pair locked,
 * until it covers nothing: it takes so many lines and payments at a time.
 * @returns the statements of which it covers more, null among them for refunds
 */
export const allocate = statement((given: Parameters<Pair>) =>
  raw<{ statementId: string | null }>(sql`
    with line as materialized (
      select id, statement_id, open, sum(open) over (order by posted_at, id) as upto
      from (
        select id, statement_id, posted_at, cents - covered_cents as open from due_line
        where bank_id = ${given.bankId} and school_id = ${given.schoolId} and covered_cents < cents
          and exists (select from payment p where p.bank_id = ${given.bankId} and p.school_id = ${given.schoolId}
            and p.free_cents > 0)
        order by posted_at, id limit ${sql.lit(LINES_AT_ONCE)}) oldest
    ), source as materialized (
      select id, free, sum(free) over (order by posted_at, id) as upto
      from (
        select id, posted_at, free_cents as free from payment
        where bank_id = ${given.bankId} and school_id = ${given.schoolId} and free_cents > 0
        order by posted_at, id limit ${sql.lit(LINES_AT_ONCE)}) oldest
    ), part as materialized (
      -- Both are laid end to end from zero; a payment covers the part of a line that lies beside it.
      select line.id as line_id, line.statement_id, source.id as payment_id, source.upto,
        (least(line.upto, source.upto) - greatest(line.upto - line.open, source.upto - source.free))::int8 as cents
      from line join source on line.upto - line.open < source.upto and source.upto - source.free < line.upto
    ), covered as (
      insert into coverage (line_id, payment_id, cents) select line_id, payment_id, cents from part
      on conflict (line_id, payment_id) do update set cents = coverage.cents + excluded.cents
    ), lines as (
      update due_line set covered_cents = covered_cents + more.cents,
        cleared_by = case when covered_cents + more.cents = due_line.cents then more.last end
      from (select line_id, sum(cents) as cents, (array_agg(payment_id order by upto desc))[1] as last
        from part group by line_id) more where id = more.line_id
    ), sources as (
      update payment set free_cents = free_cents - used.cents
      from (select payment_id, sum(cents) as cents from part group by payment_id) used where id = used.payment_id
    ), sections as (
      update statement_section s set covered_cents = s.covered_cents + more.cents
      from (select statement_id, sum(cents) as cents from part group by statement_id) more
      where s.statement_id = more.statement_id and s.school_id = ${given.schoolId}
    )
    select distinct statement_id from part`),
);

/** Locks statements, so that of two that cover the last lines of one at once, the second sees what the first covered. */
export const lockStatements = statement((given: Parameters<{ ids: string[] }>) =>
  raw(sql`
    select id from statement where id = any(${given.ids}::uuid[]) order by id for no key update`),
);

/** Marks statements as paid whose own lines are covered in full for the first time. Call it with them locked. */
export const markPaid = statement((given: Parameters<{ ids: string[] }>) =>
  raw<PaidStatement>(sql`
    update statement s set paid_at = clock_timestamp()
    where s.id = any(${given.ids}::uuid[]) and s.paid_at is null and not exists (
      select from statement_section x where x.statement_id = s.id
      having sum(x.net_cents) > sum(x.covered_cents))
    returning s.id as statement_id, s.number, s.bank_id, s.paid_at`),
);

export const uncover = statement((given: Parameters<{ paymentId: string }>) =>
  raw(sql`
    with gone as (
      delete from coverage where payment_id = ${given.paymentId} returning line_id, cents
    ), lines as (
      update due_line set covered_cents = covered_cents - gone.cents, cleared_by = null
      from gone where id = gone.line_id returning statement_id, school_id, gone.cents
    )
    update statement_section s set covered_cents = s.covered_cents - less.cents
    from (select statement_id, school_id, sum(cents) as cents from lines group by 1, 2) less
    where s.statement_id = less.statement_id and s.school_id = less.school_id`),
);

/**
 * Takes from a gift's line what was reversed, and sets free what covered it, of the latest payment first. A line that no
 * statement has yet is made net of it later.
 */
export const reduceLine = statement((given: Parameters<{ giftId: string; cents: Cents }>) =>
  raw<{ statementId: string | null }>(sql`
    with line as (
      select id, statement_id, school_id, greatest(covered_cents - (cents - ${given.cents}::int8), 0) as excess
      from due_line where id = ${given.giftId}
    ), part as (
      select c.payment_id, c.cents, least(c.cents, greatest(line.excess - coalesce(sum(c.cents) over (
          order by p.posted_at desc, p.id desc rows between unbounded preceding and 1 preceding), 0), 0))::int8 as freed
      from line join coverage c on c.line_id = line.id join payment p on p.id = c.payment_id
    ), kept as (
      update coverage c set cents = c.cents - part.freed from part
      where c.line_id = ${given.giftId} and c.payment_id = part.payment_id and part.freed between 1 and c.cents - 1
    ), gone as (
      delete from coverage c using part
      where c.line_id = ${given.giftId} and c.payment_id = part.payment_id and part.freed = c.cents
    ), sources as (
      update payment p set free_cents = p.free_cents + part.freed from part
      where p.id = part.payment_id and part.freed > 0
    ), sections as (
      update statement_section s set net_cents = s.net_cents - ${given.cents}::int8, covered_cents = s.covered_cents - excess
      from line where s.statement_id = line.statement_id and s.school_id = line.school_id
    )
    update due_line d set cents = d.cents - ${given.cents}::int8, covered_cents = d.covered_cents - line.excess,
      -- What is left may be covered in full now: by the payments that stay, of which the latest decides the dates.
      cleared_by = case when d.cleared_by is null and d.covered_cents > 0
          and d.covered_cents - line.excess = d.cents - ${given.cents}::int8
        then (select c.payment_id from coverage c join payment p on p.id = c.payment_id
          where c.line_id = d.id and not exists (
            select from part where part.payment_id = c.payment_id and part.freed = part.cents)
          order by p.posted_at desc, p.id desc limit 1)
        else d.cleared_by end
    from line where d.id = line.id returning d.statement_id`),
);

/**
 * What is due between a pair: at the last close, less what was paid since; and less what was reversed since of gifts that
 * were closed. Newer gifts aren't due yet.
 */
export const readDue = statement((given: Parameters<Pair>) =>
  raw<{ closingCents: Cents; balanceCents: Cents }>(sql`
    with last as (
      select x.closing_cents, s.to_at from statement_section x join statement s on s.id = x.statement_id
      where x.bank_id = ${given.bankId} and x.school_id = ${given.schoolId} order by x.number desc limit 1
    ), since as (
      select coalesce(sum(${bankEffect}) filter (where t.kind <> 'reversal'), 0) as paid,
        coalesce(sum(${bankEffect}) filter (where t.kind = 'reversal' and g.posted_at < (select to_at from last)), 0) as reversed
      from ledger_transfer t left join ledger_transfer g on g.id = t.corrects_id
      where t.book_id = ${given.bankId} and t.kind <> 'gift'
        and t.posted_at >= coalesce((select to_at from last), '-infinity')
        and t.debit_id in (ledger_account_id(${given.bankId}, ${given.schoolId}, 'due_from_bank'),
          ledger_account_id(${given.bankId}, ${given.schoolId}, 'due_to_foundation'))
    )
    select (coalesce((select closing_cents from last), 0) + paid)::int8 as closing_cents,
      (coalesce((select closing_cents from last), 0) + paid + reversed)::int8 as balance_cents
    from since`),
);

type NewPayment = Pair & {
  id: string;
  kind: PaymentKind;
  cents: Cents;
  /** `2026-11-09` */
  valueDate: string;
  /** The caller's own reference, and the team that it's of. */
  paymentRef: string;
  recordedFor: string;
  recordedBy: string;
  wireReference: string | null;
  reason: string | null;
  returnsId: string | null;
  needsApproval: boolean;
};

const VALUE_DATE = sql<string>`p.value_date::text`.as("valueDate");

/** Payments, each with the claim or the payment that it meets. */
export const payments = kysely
  .selectFrom("payment as p")
  .leftJoin("payment as c", (join) =>
    join.on(({ or, eb }) =>
      or([eb("c.id", "=", eb.ref("p.claimId")), eb("c.claimId", "=", eb.ref("p.id"))]),
    ),
  )
  .select(["p.id", "p.bankId", "p.schoolId", "p.kind", sql<Cents>`p.cents`.as("cents"), VALUE_DATE])
  .select(["p.paymentRef", "p.recordedFor", "p.wireReference", "p.reason", "p.returnsId"])
  .select([
    "p.recordedBy",
    "p.recordedAt",
    "p.needsApproval",
    "p.approvedBy",
    "p.postedAt",
    "p.returnedAt",
  ])
  .select([
    "c.id as metId",
    sql<Cents | null>`c.cents`.as("metCents"),
    sql<string | null>`c.value_date::text`.as("metValueDate"),
  ]);

export type PaymentRow = InferResult<typeof payments>[number];

/** The payment that a team has recorded under its reference. */
export const findByReference = statement(
  (given: Parameters<{ recordedFor: string; paymentRef: string }>) =>
    payments
      .where("p.recordedFor", "=", given.recordedFor)
      .where("p.paymentRef", "=", given.paymentRef),
);

export const findPayment = statement((given: Parameters<{ id: string }>) =>
  payments.where("p.id", "=", given.id),
);

/** A payment that isn't returned, of the same pair, kind, wire, and day. */
export const findByWire = statement(
  (given: Parameters<Pair & { kind: PaymentKind; wireReference: string; valueDate: string }>) =>
    payments
      .where("p.bankId", "=", given.bankId)
      .where("p.schoolId", "=", given.schoolId)
      .where("p.kind", "=", given.kind)
      .where("p.wireReference", "=", given.wireReference)
      .where("p.returnedAt", "is", null)
      .where(sql`p.value_date::text`, "=", given.valueDate),
);

/** How many payments a team has recorded for a pair today, in UTC. */
export const countToday = statement((given: Parameters<Pair & { recordedFor: string }>) =>
  raw<{ count: number }>(sql`
    select count(*)::int as count from payment
    where bank_id = ${given.bankId} and school_id = ${given.schoolId} and recorded_for = ${given.recordedFor}
      and recorded_at >= date_trunc('day', now(), 'UTC')`),
);

export const insertPayment = statement((given: Parameters<NewPayment>) =>
  raw(sql`
    insert into payment (id, bank_id, school_id, kind, cents, value_date, payment_ref, recorded_for, recorded_by,
      wire_reference, reason, returns_id, needs_approval)
    values (${given.id}, ${given.bankId}, ${given.schoolId}, ${given.kind}, ${given.cents},
      ${given.valueDate}::text::date, ${given.paymentRef}, ${given.recordedFor}, ${given.recordedBy},
      ${given.wireReference}, ${given.reason}, ${given.returnsId}, ${given.needsApproval})`),
);

/** Lets a payment received and what the bank says it has sent meet, by the wire's reference: the oldest first. */
export const meetClaims = statement((given: Parameters<Pair & { wireReference: string }>) =>
  raw(sql`
    with claim as (
      select p.id, row_number() over (order by recorded_at, id) as n from payment p
      where bank_id = ${given.bankId} and school_id = ${given.schoolId} and kind = 'sent' and returned_at is null
        and wire_reference = ${given.wireReference} and not exists (select from payment m where m.claim_id = p.id)
    ), arrived as (
      select id, row_number() over (order by recorded_at, id) as n from payment
      where bank_id = ${given.bankId} and school_id = ${given.schoolId} and kind = 'received' and returned_at is null
        and wire_reference = ${given.wireReference} and claim_id is null
    )
    update payment set claim_id = claim.id from claim join arrived using (n) where payment.id = arrived.id`),
);

/** Who is behind an actor's name: a service key stands for whoever created it. */
const personBehind = (actor: RawBuilder<unknown>) => sql<string>`coalesce(
  (select created_by from service_key where 'service-key:' || service_key.id = ${actor}), ${actor})`;

export const approvePayment = statement(
  (given: Parameters<{ id: string; recordedFor: string; approvedBy: string }>) =>
    raw<{ id: string }>(sql`
      update payment set approved_by = ${given.approvedBy}
      where id = ${given.id} and needs_approval and approved_by is null and returned_at is null
        -- The operator also approves what a foundation has received, but gives up nothing for it.
        and (recorded_for = ${given.recordedFor} or (${given.recordedFor}::text = 'operator' and kind = 'received'))
        and ${personBehind(sql`recorded_by`)} <> ${personBehind(sql`${given.approvedBy}::text`)}
      returning id`),
);

/** @param freeCents what it can cover */
export const markPosted = statement(
  (given: Parameters<{ id: string; postedAt: Date; freeCents: Cents }>) =>
    raw(sql`
    update payment set posted_at = ${given.postedAt}, free_cents = ${given.freeCents} where id = ${given.id}`),
);

/**
 * Marks a payment as returned, with the claim that it met, so that the wire can be sent again. One that still waits for
 * approval is withdrawn, and its claim waits for another.
 */
export const markReturned = statement((given: Parameters<{ id: string; at: Date }>) =>
  raw<{ id: string }>(sql`
    with returned as (
      update payment set returned_at = ${given.at}, free_cents = 0,
        claim_id = case when posted_at is not null then claim_id end
      where id = ${given.id} and returned_at is null and
        case when posted_at is null then needs_approval else kind = 'received' end
      returning id, claim_id
    ), claim as (
      update payment set returned_at = ${given.at} from returned where payment.id = returned.claim_id
    )
    select id from returned`),
);

/** The transfer that was posted for something. */
export const findTransfer = statement((given: Parameters<{ causeId: string }>) =>
  kysely.selectFrom("ledgerTransfer").select("id").where("causeId", "=", given.causeId),
);

/** The transfer that posted a gift, its pair, and what hasn't been reversed of it. */
export const findGiftTransfer = statement((given: Parameters<{ giftId: string }>) =>
  kysely
    .selectFrom("ledgerTransfer as t")
    .innerJoin("ledgerAccount as a", "a.id", "t.debitId")
    .select(["t.id", "t.bookId as bankId", "a.party as schoolId"])
    .select(
      sql<Cents>`(t.cents - (select coalesce(sum(r.cents), 0) from ledger_transfer r where r.corrects_id = t.id))::int8`.as(
        "leftCents",
      ),
    )
    .where("t.causeId", "=", given.giftId)
    .where("t.kind", "=", sql.lit("gift")),
);

/** Makes a line of a refund, which takes up a credit. */
export const insertRefundLine = statement(
  (given: Parameters<Pair & { id: string; postedAt: Date; cents: Cents }>) =>
    raw(sql`
      insert into due_line (id, bank_id, school_id, posted_at, cents)
      values (${given.id}, ${given.bankId}, ${given.schoolId}, ${given.postedAt}, ${given.cents})`),
);

type Aging = Pair & { bankName: string; schoolName: string } & Record<
    "notDue" | "to30" | "to60" | "to90" | "over",
    Cents
  >;

/** What isn't covered of closed statements, per pair, by how long it has been due. */
export const readAging = statement(
  (given: Parameters<{ bankId: string | null; schoolId: string | null }>) =>
    raw<Aging>(sql`
    select bank_id, school_id, (select name from bank where id = bank_id) as bank_name,
      (select name from school where id = school_id) as school_name,
      coalesce(sum(open) filter (where days <= 0), 0)::int8 as not_due,
      coalesce(sum(open) filter (where days between 1 and 30), 0)::int8 as to30,
      coalesce(sum(open) filter (where days between 31 and 60), 0)::int8 as to60,
      coalesce(sum(open) filter (where days between 61 and 90), 0)::int8 as to90,
      coalesce(sum(open) filter (where days > 90), 0)::int8 as over
    from (
      select x.bank_id, x.school_id, x.net_cents - x.covered_cents as open,
        (now() at time zone s.time_zone)::date - s.due_on as days
      from statement_section x join statement s on s.id = x.statement_id
      where x.net_cents > x.covered_cents and (${given.bankId}::uuid is null or x.bank_id = ${given.bankId}::uuid)
        and (${given.schoolId}::text is null or x.school_id = ${given.schoolId}::text)
    ) own
    group by 1, 2 order by 1, 2`),
);

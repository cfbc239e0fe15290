/** SQL of what teams see of the books. */
import { type InferResult, type SqlBool, sql } from "kysely";
import type { BankStaffScope, SchoolScope, StaffScope } from "../../auth/scopes.ts";
import { raw } from "../../database/expressions.ts";
import { kysely } from "../../database/tables.ts";
import type { Cents } from "../../money.ts";
import { likeLiteral } from "../../text.ts";
import { payments } from "../payments/sql.ts";
import { bankEffect } from "../sql.ts";

/** A team of one of the two sides. */
export type PartyScope = BankStaffScope | SchoolScope;

type Section = {
  schoolId: string;
  schoolName: string;
  lineCount: number;
  closingCents: Cents;
  leftCents: Cents;
  /** When payee details were approved that are still marked as changed. */
  payeeChangedAt: Date | null;
};

/** The parts of a statement that a team sees, by school, with what is left of each. */
export const sectionsOf = (scope: PartyScope, statementId: string, payeeWaitHours: number) =>
  raw<Section>(sql`
    select x.school_id, s.name as school_name, x.line_count, x.closing_cents,
      x.net_cents - x.covered_cents as left_cents, case when r.payee_approved_at
        > now() - ${payeeWaitHours}::int * interval '1 hour' then r.payee_approved_at end as payee_changed_at
    from statement_section x join school s on s.id = x.school_id left join school_record r on r.school_id = s.id
    where x.statement_id = ${statementId}
      and ${scope.kind === "bank" ? sql`x.bank_id = ${scope.bankId}` : sql`x.school_id = ${scope.schoolId}`}
    order by s.sort_key`);

/** Transfers with the gifts that they are about. */
const lines = kysely
  .selectFrom("ledgerTransfer as t")
  .innerJoin("ledgerAccount as a", "a.id", "t.debitId")
  .innerJoin("school as s", "s.id", "a.party")
  .leftJoin("donation as d", "d.id", "t.giftId")
  .leftJoin("credit as c", "c.donationId", "t.giftId")
  .select(["t.id", "t.kind", "t.giftId", "t.causeId", "t.postedAt", "s.name as schoolName"])
  .select(["d.bankTransactionRef", "c.platformCreditId"]);

type Interval = { bankId: string; from: string; to: string; schoolId: string | undefined };

/** Those of a statement, or of its part for a school. */
export const linesIn = ({ bankId, from, to, schoolId }: Interval) =>
  lines
    .select(sql<Cents>`${bankEffect}`.as("cents"))
    .where("t.bookId", "=", bankId)
    .where("t.postedAt", ">=", new Date(from))
    .where("t.postedAt", "<", new Date(to))
    .$if(schoolId !== undefined, (all) => all.where("a.party", "=", schoolId as string));

/** Those that a payment covers, each with how much of it. */
export const linesCoveredBy = (paymentId: string) =>
  lines
    .innerJoin("coverage as v", "v.lineId", "t.causeId")
    .select(sql<Cents>`v.cents`.as("cents"))
    .where("v.paymentId", "=", paymentId);

export type Line = InferResult<ReturnType<typeof linesIn>>[number];

/** What waits: claims that meet no payment or another one, and payments that a second person has to approve. */
const WAITING = {
  claims: sql<SqlBool>`(p.returned_at is null and p.kind = 'sent' and (c.id is null
    or c.cents <> p.cents or c.value_date <> p.value_date))`,
  approvals: sql<SqlBool>`(p.returned_at is null and p.kind <> 'sent' and p.posted_at is null)`,
};

export type PaymentSearch = {
  waiting?: keyof typeof WAITING | undefined;
  cents?: Cents | undefined;
  /** In the wire's reference. */
  text?: string | undefined;
};

/** A team's payments; all for the operator. What a foundation hasn't posted is its own affair. */
function isShownTo(scope: StaffScope) {
  if (scope.kind === "operator") return sql<SqlBool>`true`;
  return scope.kind === "bank"
    ? sql<SqlBool>`(p.bank_id = ${scope.bankId} and (p.posted_at is not null or p.kind = 'sent'))`
    : sql<SqlBool>`p.school_id = ${scope.schoolId}`;
}

export const ownPayments = (scope: StaffScope, { waiting, cents, text }: PaymentSearch) =>
  payments
    .innerJoin("bank as b", "b.id", "p.bankId")
    .innerJoin("school as s", "s.id", "p.schoolId")
    .select(["b.name as bankName", "s.name as schoolName"])
    .where(isShownTo(scope))
    .$if(waiting !== undefined, (all) => all.where(WAITING[waiting as keyof typeof WAITING]))
    .$if(cents !== undefined, (all) => all.where(sql<SqlBool>`p.cents = ${cents}`))
    .$if(text !== undefined, (all) =>
      all.where("p.wireReference", "ilike", `%${likeLiteral(text as string)}%`),
    );

export type PaymentRow = InferResult<ReturnType<typeof ownPayments>>[number];

/** For a team's rail: a bank's statements that aren't paid in full, or the claims that wait for a foundation. */
export const countToDo = (scope: PartyScope) =>
  raw<{ count: number }>(
    scope.kind === "bank"
      ? sql`select count(distinct statement_id)::int as count from statement_section
          where bank_id = ${scope.bankId} and net_cents > covered_cents`
      : sql`select count(*)::int as count from payment p left join payment c on c.claim_id = p.id
          where p.school_id = ${scope.schoolId} and p.kind = 'sent' and p.returned_at is null and c.id is null`,
  );

/** Who a team has an account with, by name. */
export const counterparties = (scope: PartyScope) =>
  raw<{ value: string; text: string }>(
    scope.kind === "bank"
      ? sql`select id as value, name as text from school where id in (
          select party from ledger_account where book_id = ${scope.bankId}) order by sort_key`
      : sql`select id as value, name as text from bank where id in (
          select book_id from ledger_account where party = ${scope.schoolId}) order by name, id`,
  );

export type Close = {
  bankId: string;
  bankName: string;
  number: number | null;
  toAt: Date | null;
  nextAt: Date | null;
  hasFailed: boolean;
};

/** When banks' books were last closed, and when they are next. Those that should have been come first. */
export const closes = (limit: number) =>
  raw<Close>(sql`
    select b.id as bank_id, b.name as bank_name, s.number, s.to_at, l.period_ends_at as next_at,
      coalesce(l.period_ends_at < now() - interval '1 hour', false) as has_failed
    from ledger_book l join bank b on b.id = l.id left join lateral (
      select number, to_at from statement where bank_id = l.id order by number desc limit 1) s on true
    order by has_failed desc, b.name, b.id limit ${limit}`);

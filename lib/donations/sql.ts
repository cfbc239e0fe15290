/** Donation SQL: what banks, givers, and operators see; pushes, holds, and recurrence. */
import { type InferResult, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { givingTerms } from "../banks/sql.ts";
import {
  accountsOfCardholder,
  currentBalance,
  DEFAULT_POINTS_PER_DOLLAR,
} from "../cardholders/profile/sql.ts";
import { raw } from "../database/expressions.ts";
import { affected, onlyRow, run } from "../database/run.ts";
import { type Parameters, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";
import type { Transaction } from "../database/transaction.ts";
import type { Work } from "../jobs/sql.ts";
import type { Cents } from "../money.ts";
import type { Fund } from "../schools/contract.ts";
import type { Sharing } from "./sharing.ts";

/** What the school learns about a gift's donor; null if the bank gives and nobody is known. */
export const SHARED_WITH_SCHOOL = sql<Sharing | null>`case when d.cardholder_id is not null
  then coalesce(d.share_with_school, 'name') end`;

/** Whether the school may know who gave `d`, as the database defines it. */
export const IS_NAMED = sql<SqlBool>`is_named(d)`;

/**
 * Whether a school still has to answer: it hasn't decided about the gift, and nobody holds it. Of a donation d, its credit c,
 * and its line l in a batch, if it's in one.
 */
export const IS_AWAITED = sql<SqlBool>`(d.status = 'pending' and c.held_at is null and l.decided_at is null)`;

/**
 * What counts of gift `d`: without what was reversed. The amount that was given is only for the ledger, a gift's own history,
 * and finding it.
 */
export const NET_CENTS = sql<Cents>`(d.amount_cents - d.reversed_cents)`;

/** The same of gifts in any status: one that failed or was canceled counts for nothing. */
export const COUNTED_CENTS = sql<Cents>`case when d.status in ('failed', 'canceled') then 0 else ${NET_CENTS} end`;

/** What lists show of gift `d`, and add up: one that was canceled was never given. */
export const LISTED_CENTS = sql<Cents>`case when d.status = 'canceled' then 0 else ${NET_CENTS} end`;

/** The bank `b` and, where there is one, the credit `c` and the fund `f` of each donation `d`. */
export const BANK_CREDIT_FUND = sql`join bank b on b.id = d.bank_id
  left join credit c on c.donation_id = d.id
  left join fund f on f.school_id = d.school_id and f.fund_id = d.fund_id`;

/** What everyone who may see a donation `d` with its credit `c` sees of it: its bank, its giver, and its school. */
export const SHOWN_TO_ALL = [
  ...["d.id", "d.status", "d.fundId", "d.fundDesignation", "d.amountCents"],
  ...["d.cardholderMessage", "d.failureReason", "d.createdAt", "d.completedAt"],
  ...["d.failedAt", "d.estimatedConfirmationAt", "c.platformCreditId", "c.heldAt"],
  ...["d.canceledAt", "d.reversedCents", "d.redirectedFrom", "d.pointsCarried"],
] as const;

/** Donations `d` with their credits `c`, as `serializeDonation` reads them. */
export const donationsWithCredits = kysely
  .selectFrom("donation as d")
  .leftJoin("credit as c", "c.donationId", "d.id")
  .select(SHOWN_TO_ALL)
  .select(["d.bankId", "d.accountId", "d.schoolId", "d.pointsRedeemed", "d.pointsPerDollar"])
  .select(["d.bankTransactionRef", "d.channel", "d.loyaltyProgramId", "d.metadata"])
  .select(["d.recurring", "d.recurrenceCadence", "d.sequence", "d.authorizationId"])
  .select(["d.holdReference", "d.pointsMismatch", "c.platformStatus"]);

export type DonationWithCredit = InferResult<typeof donationsWithCredits>[number] &
  Partial<OnBooks>;

/** The statement that each gift is on and, once payments cover it in full, when these were sent and received. */
export const BOOKED = kysely
  .selectFrom("dueLine as line")
  .leftJoin("payment as paid", (join) =>
    join
      .onRef("paid.id", "=", "line.clearedBy")
      .on("paid.kind", "=", sql.lit("received"))
      .on("paid.returnedAt", "is", null),
  )
  .leftJoin("payment as claim", "claim.id", "paid.claimId")
  .select([
    "line.id as giftId",
    "line.statementId",
    sql<string | null>`coalesce(claim.value_date, paid.value_date)::text`.as("remittedOn"),
    sql<string | null>`paid.value_date::text`.as("clearedOn"),
  ])
  .as("books");

/** Donations with that. */
export const donationsOnBooks = donationsWithCredits
  .leftJoin(BOOKED, "books.giftId", "d.id")
  .select(["books.statementId", "books.remittedOn", "books.clearedOn"]);

/** What is null until a donation is on a statement, and paid. */
type OnBooks = Pick<
  InferResult<typeof donationsOnBooks>[number],
  "statementId" | "remittedOn" | "clearedOn"
>;

export const operatorDonations = donationsWithCredits
  .select(["c.attemptCount", "c.lastAttemptedAt", "c.nextAttemptAt", "c.lastError"])
  .select(["c.flaggedAt", "c.holdReason"]);

export type OperatorDonation = InferResult<typeof operatorDonations>[number];

/** Donations as `serializeCardholderDonation` reads them. */
export const cardholderDonations = donationsWithCredits
  .innerJoin("school as s", "s.id", "d.schoolId")
  .leftJoin("fund as f", (join) =>
    join.onRef("f.schoolId", "=", "d.schoolId").onRef("f.fundId", "=", "d.fundId"),
  )
  .select(["s.name as schoolName", "f.name as fundName", "d.shareWithSchool"])
  // A gift that was reversed in full before it had a receipt gets none.
  .select(
    sql<boolean>`(d.reversed_cents < d.amount_cents or exists (
      select from receipt r where r.donation_id = d.id and r.replaced_at is null))`.as(
      "hasReceipt",
    ),
  );

/** A sum over more would take longer than a page. */
export const MAX_SUMMED = 10_000;

/** The number and dollars of donations `d`; of one more than are summed, if there are more. */
export const totalsOf = <DB, TB extends keyof DB>(donations: SelectQueryBuilder<DB, TB, object>) =>
  kysely
    .selectFrom(
      donations
        .clearSelect()
        .select(LISTED_CENTS.as("cents"))
        .limit(MAX_SUMMED + 1)
        .as("some"),
    )
    .select([
      sql<number>`count(*)`.as("count"),
      sql<Cents>`coalesce(sum(cents), 0)::int8`.as("cents"),
    ]);

/** The tax class of gift `d`: that of its fund `f` when it was accepted, whatever has changed since. */
export const giftDeductibility = sql<
  Fund["deductibility"] | null
>`coalesce(d.fund_deductibility, f.deductibility)`;

/** The value of the benefits, in the same way. */
export const giftGoodFaithValue = sql<Cents | null>`case when d.fund_deductibility is null
  then f.good_faith_value_cents else d.fund_good_faith_value_cents end`;

/** The day that gift `d` counts as given on, at its school `s`; null until it's confirmed. */
export const giftDate = sql<string>`coalesce(d.gift_date, (d.completed_at at time zone s.time_zone)::date)`;

/** With the dates of payments. */
export const ownDonations = cardholderDonations
  .leftJoin(BOOKED, "books.giftId", "d.id")
  .select(["books.remittedOn", "books.clearedOn"]);

export type CardholderDonationRow = InferResult<typeof cardholderDonations>[number] &
  Partial<OnBooks>;

/**
 * A cardholder's accounts, each with its program's name (or ID), points per dollar, limits, and points: the last used
 * first, then those that take the fewest points.
 */
export const findSources = statement(
  (params: Parameters<{ cardholderId: string }>) =>
    kysely
      .selectFrom(accountsOfCardholder(params.cardholderId).as("a"))
      .innerJoin("bank as b", "b.id", "a.bankId")
      .leftJoin("loyaltyProgram as p", (join) =>
        join.onRef("p.bankId", "=", "a.bankId").onRef("p.programId", "=", "a.loyaltyProgramId"),
      )
      .select(["a.id as accountId", "a.bankId", "b.name as bankName"])
      .select(
        sql<string>`case when a.status <> 'active' then a.status when b.status <> 'active' then 'bank_suspended'
          when a.accepted_at is null then 'unaccepted' else a.status end`.as("status"),
      )
      .select((of) => [
        "a.loyaltyProgramId as programId",
        of.fn.coalesce("p.name", "a.loyaltyProgramId").as("programName"),
        of.fn.coalesce("p.pointsPerDollar", sql.lit(DEFAULT_POINTS_PER_DOLLAR)).as("rate"),
      ])
      .select([...givingTerms, ...currentBalance])
      .orderBy(sql`(select max(created_at) from donation where account_id = a.id)`, (order) =>
        order.desc().nullsLast(),
      )
      .orderBy("rate")
      .orderBy("a.linkedAt", "desc")
      .orderBy("a.id", "desc"),
  { name: "own-sources" },
);

/** Unfinished pushes, for the sweep and for operators. */
export const PUSHES: Work<"donation/push.requested"> = {
  job: "donation/push.requested",
  table: "credit",
  id: "donationId",
  owner: sql`(select bank_id from donation where donation.id = donation_id)`,
  isWaiting: sql`(held_at is not null)`,
  data: sql`(
    select jsonb_build_object('donation_id', id, 'school_id', school_id, 'bank_id', bank_id)
    from donation where donation.id = donation_id)`,
};

/** Unfinished corrections, for the sweep. One that waits for a second person isn't late. */
export const CORRECTIONS: Work<"donation/correction.requested"> = {
  job: "donation/correction.requested",
  table: "correction",
  id: "id",
  owner: sql`bank_id`,
  isWaiting: sql`(needs_approval and approved_by is null)`,
  data: sql`jsonb_build_object('correction_id', id, 'school_id', school_id, 'bank_id', bank_id)`,
};

/**
 * Holds pending credits. Raising the generation supersedes their runs, so a release starts the only one. The operator also
 * takes over what is held for the bank, which then can't release it.
 * @returns those not already held
 */
export const holdCredits = statement(
  (params: Parameters<{ donationIds: string[]; reason: string; isForBank: boolean }>) =>
    raw<{ donationId: string }>(sql`
      with pending as (
        select d.id from donation d join credit c on c.donation_id = d.id
        where d.id = any(${params.donationIds}::uuid[]) and c.status = 'pending'
          and (c.held_at is null or (c.held_for_bank and not ${params.isForBank}))
        -- Settlement's lock order, so that nothing can deadlock: the event about a hold changes the donation.
        order by d.id for no key update of d, c
      )
      update credit set held_at = now(), hold_reason = ${params.reason}, flagged_at = null, generation = generation + 1,
        held_for_bank = ${params.isForBank}
      from pending where donation_id = pending.id returning donation_id`),
);

/** Ends a hold, if it's one that the bank may end. The credit is due once it's requeued. @returns it, if it was held */
export const releaseCredit = statement(
  (params: Parameters<{ donationId: string; isByBank: boolean }>) =>
    raw<{ donationId: string }>(sql`
      update credit set held_at = null, hold_reason = null, released_at = now()
      where donation_id = ${params.donationId} and status = 'pending' and held_at is not null
        and (held_for_bank or not ${params.isByBank}) returning donation_id`),
);

/** Whether account `a` is under a fraud review, and its credit `c` hasn't been released since it was unlinked. */
export const isUnderReview = sql<boolean>`(a.status = 'unlinked' and a.unlink_reason = 'fraud_review'
  and (c.released_at is null or c.released_at < a.unlinked_at))`;

/** The pending gifts of an account under review, newest first. */
export const findUnderReview = statement(
  (params: Parameters<{ accountId: string; atMost: number }>) =>
    raw<{ id: string }>(sql`
      select d.id from donation d join credit c on c.donation_id = d.id join account a on a.id = d.account_id
      where d.account_id = ${params.accountId} and d.status = 'pending' and ${isUnderReview}
      order by d.created_at desc, d.id desc limit ${params.atMost}`),
);

/** Claims a due donation, so that no other caller announces it. @returns whether this one did */
export async function claimDueDonation(tx: Transaction, donationId: string, now: Date) {
  const claim = kysely
    .updateTable("donation")
    .set({ recurrenceDueAt: null })
    .where("id", "=", donationId)
    .where("recurrenceDueAt", "<=", now);
  return (await affected(claim, tx)) > 0;
}

/** Raises a donation's sequence for another event about it. @returns what the event shows */
export async function raiseSequence(tx: Transaction, donationId: string) {
  const raised = kysely
    .updateTable("donation")
    .set((of) => ({ sequence: of("sequence", "+", sql.lit(1)) }))
    .where("id", "=", donationId);
  await affected(raised, tx);
  const query = donationsWithCredits
    .leftJoin("account as a", "a.id", "d.accountId")
    .select("a.bankUserId")
    .where("d.id", "=", donationId);
  return onlyRow(await run(query, tx));
}

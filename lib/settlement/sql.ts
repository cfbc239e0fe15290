/** SQL that loads, pushes, and settles donations. */
import { type InferResult, type NotNull, sql } from "kysely";
import { addedToLimits, lockedLimits } from "../banks/sql.ts";
import { batch } from "../batch.ts";
import { POSTINGS } from "../books/postings.ts";
import { optimizationFence, raw } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import {
  cardholderDonations,
  giftDeductibility,
  giftGoodFaithValue,
  isUnderReview,
} from "../donations/sql.ts";
import type { Ending } from "../donations/state.ts";
import { DUE_MS } from "../jobs/attempts.ts";
import type { Member } from "../jobs/sql.ts";
import { POSTING_TIME, posting } from "../ledger/sql.ts";

/** What pushing a `wanted` donation needs. The fence ("offset 0") makes it run per donation, with lookups by key. */
const pushed = cardholderDonations
  .innerJoin("bank as b", "b.id", "d.bankId")
  .leftJoin("account as a", "a.id", "d.accountId")
  .leftJoin("giver as g", "g.donationId", "d.id")
  .leftJoin("platformConfig as p", "p.schoolId", "d.schoolId")
  .select(["p.adapter", "p.encryptedConfig"])
  .leftJoin("sharedDonor as sd", "sd.donationId", "d.id")
  .select(["d.notifyCardholder", "d.attributed", "c.generation", "c.attemptCount"])
  .select([
    sql<number>`(extract(epoch from c.next_attempt_at - now()) * 1000)::float8`.as("dueInMs"),
    sql<boolean>`(c.held_at is not null)`.as("isHeld"),
    // Someone wants to cancel it, and asks the platform what it has.
    sql<boolean>`(c.status = 'stopped')`.as("isStopped"),
    // Accepted just as its account was unlinked.
    isUnderReview.as("isUnderReview"),
  ])
  .select(["a.bankUserId", "b.name as bankName"])
  .select(["g.cardholderId as giverId", "g.ownName"])
  // What the school is told of the donor; null if nothing.
  .select(["sd.statedName", "sd.name as donorName", "sd.email", "sd.encryptedPostalAddress"])
  // For requests without a program.
  .select(["g.programId as accountProgramId", "g.confirmationTo as emailTo"])
  // Its school may have changed its platform since.
  .select(
    sql<boolean>`exists (select from gift_batch_line where gift_batch_line.donation_id = d.id)`.as(
      "isInBatch",
    ),
  )
  .select(["s.foundationName as foundation", "s.timeZone", "f.attractionId", "f.venueId"])
  .select([
    giftDeductibility.as("deductibility"),
    giftGoodFaithValue.as("goodFaithValueCents"),
    // The receipt's email address; null if none will be sent.
    sql<string | null>`case when g.wants_receipt then g.receipt_email end`.as("receiptTo"),
  ])
  .where("d.id", "=", sql.ref<string>("wanted.id"))
  .where("c.donationId", "is not", null)
  .$narrowType<{ generation: NotNull; attemptCount: NotNull }>()
  .offset(optimizationFence);

export type PushedDonation = InferResult<typeof pushed>[number] & { hasBegun: boolean };

/**
 * Records the start of an attempt for each donation that is due and may be pushed, before any request is sent. Loads
 * all of the donations, including those that aren't started.
 */
export const beginPushes = statement(
  (params: Parameters<{ donations: Member[] }>) =>
    raw<PushedDonation>(sql`
      with wanted as (
        select * from ${recordset(params.donations, "wanted", { id: "uuid", generation: "int4" })}
      ), begun as (
        update credit as c set
          open_attempts = open_attempts + 1,
          attempt_started_at = coalesce(attempt_started_at, now()),
          attempt_begun_at = now()
        from wanted
        where donation_id = wanted.id and donation_id = any(array(select id from wanted))
          -- A subquery, so that the plan is the same for any value, and is kept.
          and status = (select ${"pending"}::text) and held_at is null and c.generation <= wanted.generation
          and next_attempt_at <= now() + ${sql.lit(DUE_MS)} * interval '1 millisecond'
          and (select ${isUnderReview} from account as a
            where a.id = (select account_id from donation where donation.id = donation_id)) is not true
        returning donation_id
      )
      select begun.donation_id is not null as has_begun, found.*
      from wanted left join begun on begun.donation_id = wanted.id cross join lateral ${pushed} as found`),
  { name: "begin-pushes" },
);

/** Starts an attempt. Concurrent calls share one statement. */
export const beginPush = batch(
  ({ id }: Member) => id,
  async (donations): Promise<(PushedDonation | undefined)[]> => {
    const rows = new Map((await beginPushes({ donations })).map((row) => [row.id, row]));
    return donations.map(({ id }) => rows.get(id));
  },
);

/** The platform's decision about a donation. */
export type SettlementRow = {
  id: string;
  bankId: string;
  status: Ending;
  /** When it failed or was canceled. One that completes is posted now, by the database's clock. */
  at: Date;
  /** Only for gifts of the past: when it completed, unless its book has been cut since. */
  completedAt: Date | null;
  transferId: string;
  platformCreditId: string | null;
  platformStatus: string | null;
  reason: string | null;
  /** Whether its points stay where they are: those that it would have carried from a gift that wasn't reversed. */
  keepsPoints: boolean;
};

/** What a key gave on an earlier day no longer counts. */
const failedInLimits = addedToLimits(sql`
  select bank_id, case when (created_at at time zone 'UTC')::date = today then limit_key_id end as key_id,
    -amount_cents as cents
  from settled join locked using (bank_id) where status <> 'completed' and waits_for is null`);

const { debit, credit } = POSTINGS.gift;

/**
 * Settles pending donations and their credits, adds completed ones to the account's and school's totals, and subtracts
 * failed and canceled ones from the account's daily total and from what counts toward their bank's limits, if they counted. Posts what the banks owe
 * for completed ones. Begin with it the transaction that records the events: the books' clock comes before every other
 * lock.
 * @returns for each donation that was still pending, its event's sequence number, when it was posted if it completed, and
 *   the points to give back if it didn't
 */
export const settleAll = statement(
  (params: Parameters<{ outcomes: SettlementRow[] }>) =>
    raw<{ id: string; sequence: number; completedAt: Date | null; pointsReturned: number }>(sql`
      with outcome as (
        select * from ${recordset(params.outcomes, "outcome", {
          id: "uuid",
          bankId: "uuid",
          status: "text",
          at: "timestamptz",
          completedAt: "timestamptz",
          transferId: "uuid",
          platformCreditId: "text",
          platformStatus: "text",
          reason: "text",
          keepsPoints: "boolean",
        })}
      ), clock as materialized (
        select * from ledger_clock(array(select bank_id from outcome where status = 'completed'))
      ), locked as materialized ${lockedLimits(
        // After the clock: a payment locks in this order, too.
        sql`select bank_id from outcome where status <> 'completed' and (select count(*) from clock) >= 0`,
        sql`null`,
      )}, settled as (
        update donation set
          status = outcome.status,
          -- A canceled one's event raises it.
          sequence = sequence + (outcome.status <> 'canceled')::int4,
          failure_reason = outcome.reason,
          completed_at = case
            when outcome.status = 'completed' and outcome.completed_at is null then ${POSTING_TIME}
            when outcome.status = 'completed' then greatest(outcome.completed_at, clock.cut_at) end,
          failed_at = case when outcome.status = 'failed' then outcome.at end,
          canceled_at = case when outcome.status = 'canceled' then outcome.at end,
          points_returned = case when outcome.status <> 'completed' and not outcome.keeps_points
            then coalesce(points_carried, points_redeemed) else points_returned end,
          -- By its foundation's rule, or that of the files of its batch.
          gift_date = case when outcome.status = 'completed' then (
            select (donation.created_at at time zone time_zone)::date
            from school s left join school_record r on r.school_id = s.id
            where s.id = donation.school_id and 'accepted' = coalesce((
              select settings ->> 'giftDate' from gift_batch b join gift_batch_line l on l.batch_id = b.id
              where l.donation_id = donation.id), r.gift_date)) end,
          -- In UTC, so that it does not depend on the server's time zone.
          recurrence_due_at = case when outcome.status = 'completed' and recurring then
            (created_at at time zone 'UTC' + case recurrence_cadence
              when 'monthly' then interval '1 month' else interval '3 months' end) at time zone 'UTC' end
        from outcome left join clock on clock.book_id = outcome.bank_id
        where donation.id = outcome.id
          -- An array, here and below, so that every plan looks the rows up by key.
          and donation.id = any(array(select id from outcome))
          -- A parameter, here and elsewhere, so that no plan reads a partial index from end to end.
          and donation.status = ${"pending"}
          -- Always true. Evaluated first, so that the banks' limits are locked before their gifts, as accepting does.
          and (select count(*) from locked) >= 0
        returning donation.id, sequence, donation.status, account_id, school_id, amount_cents, limit_day,
          limit_key_id, donation.bank_id, created_at, donation.completed_at, transfer_id, points_returned, waits_for
      ), completed as (
        select * from settled where status = 'completed'
      ), ${posting(sql`
        select transfer_id, bank_id, school_id, ${debit}::text, ${credit}::text, 'gift', amount_cents, id, id,
          null::uuid, completed_at, completed_at
        from completed`)}, credited as (
        update credit set
          status = case settled.status when 'completed' then 'credited' when 'failed' then 'refused' else 'canceled' end,
          platform_credit_id = outcome.platform_credit_id,
          platform_status = outcome.platform_status,
          settled_at = coalesce(settled.completed_at, outcome.at),
          flagged_at = null,
          attempt_count = attempt_count + 1,
          last_attempted_at = coalesce(settled.completed_at, outcome.at),
          last_error = outcome.reason
        from settled join outcome using (id)
        where donation_id = id and donation_id = any(array(select id from settled))
      ), account_gifts as (
        select account_id, count(*) as donations, sum(amount_cents) as cents
        from completed where account_id is not null
        -- A fixed lock order, here and below, so that concurrent calls cannot deadlock.
        group by account_id order by account_id
      ), uncounted as (
        select account_id, limit_day, sum(amount_cents) as cents
        from settled where status <> 'completed' and waits_for is null and limit_day is not null
        group by account_id, limit_day order by account_id, limit_day
      ), bank_limits as (${failedInLimits}
      ), daily_totals as (
        -- Listed before the accounts' totals so that it's locked after them, as accepting does.
        update daily_gift_total as total set donated_cents = greatest(donated_cents - cents, 0)
        from uncounted
        where total.account_id = uncounted.account_id and total.day = limit_day
          and total.account_id = any(array(select account_id from uncounted))
      ), account_totals as (
        update account set
          donation_count = donation_count + donations,
          lifetime_donated_cents = lifetime_donated_cents + cents
        from account_gifts
        where id = account_id and id = any(array(select account_id from account_gifts))
      ), school_totals as (
        -- One of 32 shards at random, so that a popular school is not a single hot row.
        insert into school_total (school_id, shard, donation_count, donated_cents)
        select school_id, floor(random() * 32), count(*), sum(amount_cents)
        from completed group by school_id order by school_id
        on conflict (school_id, shard) do update set
          donation_count = school_total.donation_count + excluded.donation_count,
          donated_cents = school_total.donated_cents + excluded.donated_cents
      )
      select id, sequence, completed_at, points_returned from settled`),
  { name: "settle" },
);

type FailedAttempt = {
  donationId: string;
  generation: number;
  error: string;
  flag: boolean;
  /** Whether the platform certainly made no credit in this attempt. */
  isUncredited: boolean;
  nextWaitMs: number;
};

/** Records why an attempt failed, and when the next one is due, unless a later run has taken over. */
export const recordFailedAttempt = statement(
  (params: Parameters<FailedAttempt>) =>
    raw(sql`
      update credit set
        attempt_count = attempt_count + 1,
        open_attempts = open_attempts - ${params.isUncredited}::boolean::int4,
        last_attempted_at = now(),
        next_attempt_at = case when generation <= ${params.generation}
          then now() + ${params.nextWaitMs} * interval '1 millisecond' else next_attempt_at end,
        last_error = ${params.error},
        flagged_at = case when ${params.flag}::boolean and held_at is null
          then coalesce(flagged_at, now()) else flagged_at end
      where donation_id = ${params.donationId} and status = 'pending'`),
  { name: "record-failed-push" },
);

/**
 * Ends a push whose platform decides later: nothing is due until the promised time. If that has passed, it's flagged, and
 * looked at once a day.
 */
export const recordOnItsWay = statement(
  (params: Parameters<{ donationId: string; generation: number; overdue: string }>) =>
    raw<{ isOverdue: boolean }>(sql`
      update credit set
        attempt_count = attempt_count + 1,
        last_attempted_at = now(),
        next_attempt_at = case when generation > ${params.generation} then next_attempt_at
          when promised_at > now() then promised_at else now() + interval '1 day' end,
        last_error = case when promised_at <= now() then ${params.overdue} end,
        flagged_at = case when promised_at <= now() and held_at is null then coalesce(flagged_at, now()) end
      from (
        select id, estimated_confirmation_at as promised_at from donation where id = ${params.donationId}
      ) gift
      where donation_id = gift.id and credit.donation_id = ${params.donationId} and status = 'pending'
      returning promised_at <= now() as is_overdue`),
  { name: "record-on-its-way" },
);

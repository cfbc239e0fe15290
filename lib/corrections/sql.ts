/** SQL of corrections. Whoever changes one holds the advisory lock of its donation (`lockDonation`). */
import { type InferResult, sql } from "kysely";
import { asBoolean, raw } from "../database/expressions.ts";
import { type Parameters, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";
import { designatedFund } from "../donations/accept/sql.ts";
import type { Cents } from "../money.ts";
import type { Correction } from "./contract.ts";

export type Legs = Correction["legs"];

/** Whether the points' event has reached an endpoint of the bank. */
const isTold = sql<boolean>`exists (select from webhook_delivery v
  where v.event_id = c.event_id and v.status = 'delivered')`;

export const corrections = kysely
  .selectFrom("correction as c")
  .select([
    "c.id",
    "c.donationId",
    "c.bankId",
    "c.schoolId",
    "c.kind",
    "c.correctionRef",
    "c.reason",
  ])
  .select(["c.amountCents", "c.isWhole", "c.status", "c.refusalReason", "c.requestedBy"])
  .select(["c.needsApproval", "c.approvedBy", "c.awaitsFoundation", "c.agreedBy", "c.agreedAt"])
  .select(["c.pointsToReturn", "c.pointsReturned", "c.pointsReference", "c.targetSchoolId"])
  .select(["c.targetFundDesignation", "c.newDonationId", "c.createdAt", "c.decidedAt"])
  .select(["c.generation", "c.attemptCount", "c.lastError", "c.voidBegunAt"])
  .select([
    sql<Legs>`c.legs`.as("legs"),
    isTold.as("isTold"),
    sql<number>`(extract(epoch from c.next_attempt_at - now()) * 1000)::float8`.as("dueInMs"),
  ]);

export type CorrectionRow = InferResult<typeof corrections>[number];

/** With the name of the school that a redirect goes to. */
export const shownOnPages = corrections
  .leftJoin("school as t", "t.id", "c.targetSchoolId")
  .select("t.name as targetName");

export type PageRow = InferResult<typeof shownOnPages>[number];

export const findCorrection = statement((given: Parameters<{ id: string }>) =>
  corrections.where("c.id", "=", given.id),
);

export const findByRef = statement((given: Parameters<{ bankId: string; ref: string }>) =>
  corrections
    .where("c.bankId", "=", given.bankId)
    .where(asBoolean(sql`reference_key(c.correction_ref) = reference_key(${given.ref})`)),
);

/**
 * Whether a closed statement's gift `d` has been paid, or may have been: its bank has sent what nobody received yet, or what
 * was received isn't approved.
 */
const isPaid = sql<boolean>`exists (select from due_line line where line.id = d.id and (line.covered_cents > 0
  or line.cleared_by is not null or exists (select from payment sent
    where sent.bank_id = line.bank_id and sent.school_id = line.school_id and sent.returned_at is null
      and (sent.kind = 'sent' and not exists (select from payment met where met.claim_id = sent.id)
        or sent.kind = 'received' and sent.posted_at is null))))`;

/** Longer than a request to a platform can take to have an effect there after its attempt began. */
const QUIET_SECONDS = sql.lit(60);

/** A gift; null for any bank's or person's. */
type GiftOf = { donationId: string; bankId: string | null; cardholderId: string | null };

/**
 * A gift as corrections need it. `batch` is that of its line: open, closed, or null. `isElsewhere` says whether a platform that
 * its school has left has the credit.
 */
export const findGift = statement((given: Parameters<GiftOf>) =>
  raw<{
    id: string;
    bankId: string;
    schoolId: string;
    cardholderId: string | null;
    status: string;
    amountCents: Cents;
    leftCents: Cents;
    reversedCents: Cents;
    points: number;
    pointsReturned: number;
    waitsFor: string | null;
    isOld: boolean;
    bankStatus: string;
    correctionsByApi: boolean | null;
    dailyLeftCents: Cents;
    correctionCount: number;
    hasPendingCancel: boolean;
    creditStatus: string | null;
    quietInMs: number;
    platformCreditId: string | null;
    batch: "open" | "closed" | null;
    isElsewhere: boolean;
    isPaid: boolean;
    adapter: string | null;
    encryptedConfig: Buffer | null;
  }>(sql`
    select d.id, d.bank_id, d.school_id, d.cardholder_id, d.status, d.amount_cents, d.reversed_cents,
      d.amount_cents - d.reversed_cents - d.pending_reversal_cents as left_cents,
      coalesce(d.points_carried, d.points_redeemed) as points, d.points_returned, d.waits_for,
      coalesce(d.completed_at, d.created_at) < now() - make_interval(days => b.correction_days) as is_old,
      b.status as bank_status, b.corrections_by_api, (b.correction_daily_cents - coalesce((
        select sum(t.amount_cents) from correction t where t.bank_id = d.bank_id and t.status <> 'refused'
          -- Donors cancel their own.
          and not starts_with(t.requested_by, 'cardholder:')
          and t.created_at >= date_trunc('day', now(), 'UTC')), 0))::int8 as daily_left_cents,
      (select count(*)::int from correction o where o.donation_id = d.id) as correction_count,
      exists (select from correction o where o.donation_id = d.id and o.kind = 'cancel' and o.status = 'pending')
        as has_pending_cancel,
      c.status as credit_status, c.platform_credit_id, (extract(epoch from
        c.attempt_begun_at + ${QUIET_SECONDS} * interval '1 second' - now()) * 1000)::float8 as quiet_in_ms,
      (select case when h.closed_at is null then 'open' else 'closed' end
        from gift_batch_line l join gift_batch h on h.id = l.batch_id where l.donation_id = d.id) as batch,
      coalesce(d.completed_at < p.left_previous_at, false) as is_elsewhere, ${isPaid} as is_paid, p.adapter, p.encrypted_config
    from donation d join bank b on b.id = d.bank_id left join credit c on c.donation_id = d.id
    left join platform_config p on p.school_id = d.school_id
    where d.id = ${given.donationId} and (${given.bankId}::uuid is null or d.bank_id = ${given.bankId}::uuid)
      and (${given.cardholderId}::uuid is null or d.cardholder_id = ${given.cardholderId}::uuid)`),
);

export type Gift = Awaited<ReturnType<typeof findGift>>[number];

type Target = { schoolId: string; designation: string };

/** The fund of school `s` that a redirect goes to. */
const targetFund = ({
  designation,
}: Parameters<Target>) => sql`left join fund f on f.school_id = s.id
  and f.fund_id = ${designatedFund(sql`s.id`, sql`${designation}::text`)}`;

/** Where a redirect goes to. */
export const findTarget = statement((given: Parameters<Target>) =>
  raw<{ isActive: boolean; minimumCents: Cents }>(sql`
    select s.active as is_active,
      greatest(s.minimum_donation_cents, coalesce(f.minimum_cents, 0))::int8 as minimum_cents
    from school s ${targetFund(given)} where s.id = ${given.schoolId}`),
);

type NewGift = Target & {
  id: string;
  correctionId: string;
  donationId: string;
  cents: Cents;
  isWhole: boolean;
};

/** Makes a redirect's gift, which waits, counts toward no limit, and has no credit that anything could push. */
export const insertRedirected = statement((given: Parameters<NewGift>) =>
  raw(sql`
    insert into donation (id, bank_id, bank_transaction_ref, request_hash, school_id, fund_id, fund_designation,
      fund_deductibility, fund_good_faith_value_cents, account_id, cardholder_id, share_with_school, amount_cents,
      points_redeemed, points_per_dollar, channel, loyalty_program_id, cardholder_message, notify_cardholder, metadata,
      recurring, recurrence_cadence, status, created_at, estimated_confirmation_at, limit_day, attributed, redirected_from,
      points_carried, waits_for)
    select ${given.id}::uuid, d.bank_id, 'redirect:' || ${given.correctionId}::uuid, d.request_hash, s.id, f.fund_id,
      ${given.designation}, f.deductibility, f.good_faith_value_cents, d.account_id, d.cardholder_id, d.share_with_school,
      ${given.cents}::int8, 0, d.points_per_dollar, d.channel, d.loyalty_program_id,
      case when s.id = d.school_id then d.cardholder_message end, d.notify_cardholder, d.metadata,
      d.recurring and ${given.isWhole}::boolean, case when ${given.isWhole}::boolean then d.recurrence_cadence end,
      'pending', now(), confirmation_promise(now(), s.time_zone, coalesce(s.confirmation_days, 1)), d.limit_day,
      d.attributed, d.id, 0, ${given.correctionId}::uuid
    from donation d cross join school s ${targetFund(given)}
    where d.id = ${given.donationId} and s.id = ${given.schoolId}`),
);

/** Starts a redirect's gift, once what it takes over is known. @returns its ID */
export const startRedirected = statement(
  (given: Parameters<{ correctionId: string; points: number }>) =>
    raw<{ id: string }>(sql`
    with started as (
      update donation set waits_for = null, points_carried = ${given.points}::int8
      from correction c where c.id = ${given.correctionId} and donation.id = c.new_donation_id
        and waits_for = c.id and donation.status = 'pending'
      returning donation.id
    ), credited as (
      insert into credit (donation_id, status) select id, 'pending' from started
    )
    select id from started`),
);

/** Locks a gift, before its credit, as settling does. */
export const lockGift = statement((given: Parameters<{ donationId: string }>) =>
  raw(sql`select id from donation where id = ${given.donationId} for no key update`),
);

/** Takes a gift's line out of its batch, if that is still open. It can't close until the transaction ends. */
export const withdrawLine = statement((given: Parameters<{ donationId: string }>) =>
  raw<{ donationId: string }>(sql`
    with open as (
      select h.id from gift_batch h join gift_batch_line l on l.batch_id = h.id
      where l.donation_id = ${given.donationId} and h.closed_at is null for share of h
    )
    delete from gift_batch_line l using open
    where l.batch_id = open.id and l.donation_id = ${given.donationId} and l.decided_at is null
    returning l.donation_id`),
);

/** Decides a closed batch's line: its foundation has agreed not to credit the gift. */
export const declineLine = statement(
  (given: Parameters<{ donationId: string; decidedBy: string; reason: string }>) =>
    raw<{ donationId: string }>(sql`
      update gift_batch_line set decided_at = now(), decided_by = ${given.decidedBy}, refusal_reason = ${given.reason}
      where donation_id = ${given.donationId} and decided_at is null returning donation_id`),
);

/**
 * Stops a credit's attempts, whether or not it's held; not in a closed batch, whose processor decides. The guard against
 * their start.
 * @param unbegun only if none has begun
 */
export const stopCredit = statement((given: Parameters<{ donationId: string; unbegun: boolean }>) =>
  raw<{ donationId: string }>(sql`
      update credit c set status = 'stopped', generation = generation + 1, flagged_at = null
      where c.donation_id = ${given.donationId} and c.status = 'pending'
        and not (${given.unbegun}::boolean and attempt_started_at is not null)
        and not exists (select from gift_batch_line l join gift_batch h on h.id = l.batch_id
          where l.donation_id = c.donation_id and h.closed_at is not null)
      returning c.donation_id`),
);

/** Reserves cents of a completed gift for a correction: never more than are left. */
export const reserve = statement((given: Parameters<{ donationId: string; cents: Cents }>) =>
  raw<{ id: string }>(sql`
    update donation set pending_reversal_cents = pending_reversal_cents + ${given.cents}::int8
    where id = ${given.donationId} and status = 'completed'
      and reversed_cents + pending_reversal_cents + ${given.cents}::int8 <= amount_cents
    returning id`),
);

/** Reserves all of a gift that was to be canceled but completed, again and again. Nothing else could be requested meanwhile. */
export const reserveAll = statement((given: Parameters<{ donationId: string }>) =>
  raw(sql`
    update donation set pending_reversal_cents = amount_cents - reversed_cents
    where id = ${given.donationId} and status = 'completed' and pending_reversal_cents = 0`),
);

/** Ends a reservation; a pending gift has none. */
export const unreserve = statement((given: Parameters<{ donationId: string; cents: Cents }>) =>
  raw(sql`
    update donation set pending_reversal_cents = pending_reversal_cents - ${given.cents}::int8
    where id = ${given.donationId} and pending_reversal_cents >= ${given.cents}::int8`),
);

type Reversed = { donationId: string; cents: Cents; isRedirected: boolean };

/**
 * Takes what was reversed from a gift and from every total of it. Its points follow: as many as its reversed part is of it,
 * rounded down, and all of them once nothing is left.
 * @returns the points to give back or to carry
 */
export const recordReversed = statement((given: Parameters<Reversed>) =>
  raw<{ points: number }>(sql`
    with gift as (
      update donation set
        reversed_cents = reversed_cents + ${given.cents}::int8,
        pending_reversal_cents = pending_reversal_cents - ${given.cents}::int8,
        -- Numeric: the product can exceed a bigint.
        points_returned = floor(coalesce(points_carried, points_redeemed)::numeric
          * (reversed_cents + ${given.cents}::int8) / amount_cents)::int8,
        recurrence_due_at = case when reversed_cents + ${given.cents}::int8 < amount_cents then recurrence_due_at end
      where id = ${given.donationId} and status = 'completed' and pending_reversal_cents >= ${given.cents}::int8
      returning account_id, school_id, limit_day, bank_id, limit_key_id, created_at,
        new.points_returned - old.points_returned as points
    ), key_total as (
      -- Its bank's row was locked with what the bank hasn't paid.
      update bank_limit l set key_cents = key_cents || jsonb_build_object(limit_key_id,
        greatest((key_cents ->> limit_key_id)::int8 - ${given.cents}::int8, 0))
      from gift where l.bank_id = gift.bank_id and key_cents ? limit_key_id and not ${given.isRedirected}::boolean
        and l.day = (gift.created_at at time zone 'UTC')::date
    ), daily_totals as (
      -- What is redirected counts on its day with the new gift.
      update daily_gift_total t set donated_cents = greatest(t.donated_cents - ${given.cents}::int8, 0)
      from gift where t.account_id = gift.account_id and t.day = gift.limit_day and not ${given.isRedirected}::boolean
    ), account_totals as (
      update account set lifetime_donated_cents = lifetime_donated_cents - ${given.cents}::int8
      from gift where account.id = gift.account_id
    ), school_totals as (
      insert into school_total (school_id, shard, donation_count, donated_cents)
      select school_id, floor(random() * 32), 0, -${given.cents}::int8 from gift
      on conflict (school_id, shard) do update set donated_cents = school_total.donated_cents + excluded.donated_cents
    )
    select points from gift`),
);

type NewCorrection = {
  id: string;
  donationId: string;
  bankId: string;
  schoolId: string;
  kind: string;
  correctionRef: string;
  reason: string;
  amountCents: Cents;
  isWhole: boolean;
  legs: Legs;
  requestedBy: string;
  needsApproval: boolean;
  pointsToReturn: number;
  targetSchoolId: string | null;
  targetFundDesignation: string | null;
  newDonationId: string | null;
};

/** @returns nothing if its reference is taken */
export const insertCorrection = statement((given: Parameters<NewCorrection>) =>
  raw<{ id: string }>(sql`
    insert into correction (id, donation_id, bank_id, school_id, kind, correction_ref, reason, amount_cents, is_whole, legs,
      requested_by, needs_approval, points_to_return, target_school_id, target_fund_designation, new_donation_id)
    values (${given.id}, ${given.donationId}, ${given.bankId}, ${given.schoolId}, ${given.kind}, ${given.correctionRef},
      ${given.reason}, ${given.amountCents}, ${given.isWhole}, ${given.legs}::jsonb, ${given.requestedBy},
      ${given.needsApproval}, ${given.pointsToReturn}, ${given.targetSchoolId}, ${given.targetFundDesignation},
      ${given.newDonationId})
    on conflict (bank_id, reference_key(correction_ref)) do nothing returning id`),
);

type Decision = {
  id: string;
  status: "succeeded" | "refused";
  refusalReason: string | null;
  legs: Partial<Legs>;
  pointsToReturn: number;
  eventId: string | null;
};

export const decide = statement((given: Parameters<Decision>) =>
  raw<{ id: string }>(sql`
    update correction set status = ${given.status}, refusal_reason = ${given.refusalReason}, decided_at = now(),
      legs = legs || ${given.legs}::jsonb, points_to_return = ${given.pointsToReturn}::int8, event_id = ${given.eventId},
      awaits_foundation = false, last_error = null
    where id = ${given.id} and status = 'pending' returning id`),
);

type Failed = Pick<CorrectionRow, "id" | "generation" | "lastError"> & {
  waitMs: number;
  asksFoundation: boolean;
};

/** Notes why a correction isn't decided yet, and when the next attempt is due. @returns whether its foundation is asked now */
export const recordUndecided = statement((given: Parameters<Failed>) =>
  raw<{ isAsked: boolean }>(sql`
    update correction set attempt_count = attempt_count + 1, last_error = ${given.lastError},
      awaits_foundation = awaits_foundation or ${given.asksFoundation}::boolean,
      next_attempt_at = case when generation <= ${given.generation}
        then now() + ${given.waitMs} * interval '1 millisecond' else next_attempt_at end
    where id = ${given.id} and status = 'pending'
    returning new.awaits_foundation and not old.awaits_foundation as is_asked`),
);

/** @returns nothing unless another person than the one who asked approves it for the first time */
export const approve = statement((given: Parameters<{ id: string; approvedBy: string }>) =>
  raw<{ id: string }>(sql`
    update correction set approved_by = ${given.approvedBy}
    where id = ${given.id} and status = 'pending' and needs_approval and approved_by is null
      -- An API key stands for the member who created it.
      and coalesce((select created_by from api_key
        where 'key:' || key_id = requested_by and starts_with(created_by, 'staff:')), requested_by) <> ${given.approvedBy}
    returning id`),
);

/**
 * Records that the platform is about to be asked to void, which the foundation can no longer refuse.
 * @returns nothing if the correction was decided
 */
export const beginVoid = statement((given: Parameters<{ id: string }>) =>
  raw<{ id: string }>(sql`
    update correction set void_begun_at = coalesce(void_begun_at, now()), awaits_foundation = false
    where id = ${given.id} and status = 'pending' returning id`),
);

/** The decided line of a reversal, which its school's file has confirmed. It can't be decided until the transaction ends. */
export const confirmedLine = statement((given: Parameters<{ id: string }>) =>
  raw<{ id: string }>(sql`
    select id from (select id, decided_at, refusal_reason from gift_batch_line where correction_id = ${given.id} for update) l
    where decided_at is not null and refusal_reason is null`),
);

/** @returns nothing unless it waits for this school's foundation */
export const agree = statement(
  (given: Parameters<{ id: string; schoolId: string; agreedBy: string }>) =>
    raw<{ id: string }>(sql`
      update correction set agreed_by = ${given.agreedBy}, agreed_at = now(), awaits_foundation = false
      where id = ${given.id} and school_id = ${given.schoolId} and status = 'pending' and awaits_foundation
      returning id`),
);

type Returned = { id: string; points: number; reference: string; legs: Partial<Legs> };

export const recordPointsReturned = statement((given: Parameters<Returned>) =>
  raw<{ id: string }>(sql`
    update correction set points_returned = ${given.points}::int8, points_reference = ${given.reference},
      legs = legs || ${given.legs}::jsonb
    where id = ${given.id} and status = 'succeeded' and points_returned is null returning id`),
);

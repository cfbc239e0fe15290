/** SQL that accepts donations: one statement writes everything. Nothing else creates donations. */
import { type Expression, type RawBuilder, sql } from "kysely";
import { addedToLimits, lockedLimits } from "../../banks/sql.ts";
import { DEFAULT_POINTS_PER_DOLLAR } from "../../cardholders/profile/sql.ts";
import { violatesConstraint } from "../../database/errors.ts";
import { asBoolean, insertFrom, raw } from "../../database/expressions.ts";
import { isSameReference, keyOf } from "../../database/reference-key.ts";
import { runForOne } from "../../database/run.ts";
import { type Parameters, recordset, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";
import { insertedRuns } from "../../jobs/sql.ts";
import type { Cents } from "../../money.ts";
import { IDEMPOTENCY_KEY_HOURS } from "../portal-contract.ts";
import type { Sharing } from "../sharing.ts";
import { cardholderDonations } from "../sql.ts";
import type { GiftLimits } from "./limits.ts";

/** A donation to be accepted. Text is as the bank sent it. */
export type NewDonation = {
  id: string;
  bankId: string;
  bankTransactionRef: string;
  /** As PostgreSQL writes bytes: `\x00ff`. */
  requestHash: string;
  schoolId: string;
  fundDesignation: string;
  accountId: string | null;
  /** The cardholder, if they're the giver: the account must still be linked to them. Null if the bank gives. */
  cardholderId: string | null;
  amountCents: Cents;
  pointsRedeemed: number;
  pointsPerDollar: number | null;
  channel: "bank" | "portal" | "embed";
  loyaltyProgramId: string | null;
  cardholderMessage: string | null;
  notifyCardholder: boolean;
  metadata: Record<string, string> | null;
  recurring: boolean;
  recurrenceCadence: string | null;
  createdAt: Date;
  estimatedConfirmationAt: Date;
  /** The ID of its push job in the outbox, or of the run that pushes it. */
  jobId: string;
  /** The giver's key, unique per cardholder. */
  idempotencyKey: string | null;
  /** The bank's approval, which the donation uses up; null if none is needed. */
  authorizationId: string | null;
  /** What the school learns about the donor; null if the bank gives. */
  shareWithSchool: Sharing | null;
  /** The API key that submitted it, or that opened the embedded session; null in the portal. */
  keyId: string | null;
  requestId: string | null;
} & GiftLimits;

/**
 * @property runs the runs that push them, as JSON rows; null if the push jobs go into the outbox
 * @property maxDailyGifts how many gifts an account may make per day
 */
type AcceptParams = Parameters<{
  donations: NewDonation[];
  runs: string | null;
  maxDailyGifts: number;
}>;

/** One row per donation. */
const requestedRows = (params: Pick<AcceptParams, "donations">) =>
  recordset(params.donations, "requested", {
    id: "uuid",
    bankId: "uuid",
    bankTransactionRef: "text",
    requestHash: "bytea",
    schoolId: "text",
    fundDesignation: "text",
    accountId: "uuid",
    cardholderId: "uuid",
    amountCents: "int8",
    pointsRedeemed: "int8",
    pointsPerDollar: "float8",
    channel: "text",
    loyaltyProgramId: "text",
    cardholderMessage: "text",
    notifyCardholder: "boolean",
    metadata: "jsonb",
    recurring: "boolean",
    recurrenceCadence: "text",
    createdAt: "timestamptz",
    estimatedConfirmationAt: "timestamptz",
    jobId: "uuid",
    limitDay: "date",
    maxGiftCents: "int8",
    maxDailyCents: "int8",
    idempotencyKey: "text",
    authorizationId: "uuid",
    shareWithSchool: "text",
    keyId: "text",
    requestId: "text",
  });

/** A donation with what is read of what was looked up for it; null where nothing was found. */
type LookedUpRow = Omit<NewDonation, "requestHash"> & {
  requestHash: Buffer;
  schoolName: string | null;
  schoolActive: boolean | null;
  minimumCents: Cents | null;
  fundId: string | null;
  fundName: string | null;
  fundDeductibility: string | null;
  fundGoodFaithValueCents: Cents | null;
  fundMinimumCents: Cents | null;
  accountStatus: string | null;
  holderId: string | null;
  bankStatus: string | null;
  maxDonationCents: Cents | null;
  isLimitedBank: true | null;
  maxKeyDailyCents: Cents | null;
  keyDonatedCents: Cents | null;
  maxUnpaidCents: Cents | null;
  unpaidCents: Cents | null;
  donatedCents: Cents | null;
};

/** The ID of the fund in use that a designation names: by ID or, if there is none, by name. */
export const designatedFund = (
  schoolId: Expression<unknown>,
  designation: Expression<unknown>,
) => sql`coalesce(
  (select fund_id from fund where fund.school_id = ${schoolId} and retired_at is null
    and fund_id = lower(${designation})),
  (select fund_id from fund where fund.school_id = ${schoolId} and retired_at is null
    and lower(name) = lower(${designation}) limit 1))`;

/** The minimum of the fund of school `s` that a designation names; null if it has none of its own. */
export const minimumOfFund = (designation: string | null) =>
  sql<Cents | null>`(select minimum_cents from fund where fund.school_id = s.id
    and fund_id = ${designatedFund(sql`s.id`, sql`${designation}::text`)})`;

/**
 * Each donation with its school, fund, account, bank, and program, if they exist, and the totals that limit it.
 * "offset 0" keeps the lookups by key: as joins, each run of the statement would read and hash whole small tables.
 * @param requested the donations @param limits the banks' limits
 */
const lookedUpRows = (
  isLimited: boolean,
  requested: ReturnType<typeof requestedRows> | RawBuilder<unknown>,
  limits: RawBuilder<unknown>,
) => sql<LookedUpRow>`(
  select *,
    (select sum(count) from giving_tally where cardholder_id = holder_id and attributed in (true, false)
      and giving_tally.account_id = requested.account_id
      and day = (requested.created_at at time zone 'UTC')::date) as gifts_today,
    (select donated_cents from daily_gift_total as total where total.account_id = requested.account_id
      and day = limit_day and ${sql.lit(isLimited)}) as donated_cents,
    exists (select from authorization_address as address where address.bank_id = requested.bank_id
      and ${sql.lit(isLimited)}) as is_bank_asked
  from ${requested}
  left join lateral (
    select name as school_name, active as school_active, minimum_donation_cents as minimum_cents,
      confirmation_days, time_zone as school_time_zone
    from school where school.id = school_id offset 0
  ) as school on true
  left join lateral (
    select fund_id, name as fund_name, deductibility as fund_deductibility,
      good_faith_value_cents as fund_good_faith_value_cents, minimum_cents as fund_minimum_cents
    from fund
    where fund.school_id = requested.school_id
      and fund_id = ${designatedFund(sql`requested.school_id`, sql`fund_designation`)}
    offset 0
  ) as fund on true
  left join lateral (
    -- A person gives from links that they have accepted; their bank doesn't notice whether they have.
    select case when channel = 'portal' and status = 'active' and accepted_at is null then 'unaccepted'
        else status end as account_status,
      account.cardholder_id as holder_id, accepted_at as link_accepted_at,
      account.loyalty_program_id as account_program_id
    -- "is true" keeps the tenant check from being taken for an index condition.
    from account where account.id = account_id and (account.bank_id = requested.bank_id) is true
      and (requested.cardholder_id is null or account.cardholder_id = requested.cardholder_id)
    offset 0
  ) as account on true
  left join lateral (
    select status as bank_status, max_donation_cents, points_per_dollar as registered_rate, points_check
    from bank left join loyalty_program as program on program.bank_id = bank.id
      and program.program_id = coalesce(requested.loyalty_program_id, account_program_id)
    where bank.id = requested.bank_id offset 0
  ) as bank on true
  left join lateral (
    select true as is_limited_bank, max_key_daily_cents, (key_cents ->> key_id)::int8 as key_donated_cents,
      max_unpaid_cents, unpaid_cents
    from ${limits} as bank_limit where bank_limit.bank_id = requested.bank_id offset 0
  ) as bank_limit on true)`;

const UNLOCKED = sql.table("bank_limit");

/** For limited gifts, the rows of their banks' limits are locked first, so that the sums are current. */
function seenRows(params: AcceptParams, isLimited: boolean) {
  const requested = requestedRows(params);
  if (!isLimited) return sql`seen as materialized ${lookedUpRows(false, requested, UNLOCKED)}`;
  const newestDay = sql`(select max((created_at at time zone 'UTC')::date) from requested)`;
  return sql`requested as materialized (select * from ${requested}),
    locked as materialized ${lockedLimits(sql`select bank_id from requested`, newestDay)},
    seen as materialized ${lookedUpRows(true, sql`requested`, sql`locked`)}`;
}

/** What is known about a gift before it's accepted. */
export const findFacts = statement(
  (params: Parameters<{ donations: NewDonation[] }>) =>
    kysely
      .selectFrom(lookedUpRows(true, requestedRows(params), UNLOCKED).as("seen"))
      .select(["schoolActive", "minimumCents", "fundMinimumCents", "donatedCents"])
      .select(["bankStatus", "maxDonationCents", "maxUnpaidCents", "unpaidCents", "accountStatus"]),
  { onRequest: true },
);

/** Within its limits, as far as the statement sees: the constraint on the total decides. */
const isWithinLimits = sql<boolean>`((limit_day is null or (
  amount_cents <= max_gift_cents and coalesce(donated_cents, 0) + amount_cents <= max_daily_cents))
  and (max_donation_cents is null or amount_cents <= max_donation_cents))`;

/** At least the school's minimum and, if it has one, the fund's. */
const isAtLeastMinimum = sql<boolean>`(amount_cents >= minimum_cents
  and amount_cents >= coalesce(fund_minimum_cents, 0))`;

/** Within the bank's limits. @param unpaid what is unpaid with this gift @param ofKey what its key has given with it */
const fitsBank = (unpaid: Expression<Cents>, ofKey: Expression<Cents>) => sql<boolean>`(
  (max_unpaid_cents is null or ${unpaid} <= max_unpaid_cents)
  and (max_key_daily_cents is null or key_id is null or ${ofKey} <= max_key_daily_cents))`;

const fitsAlone = fitsBank(
  sql`unpaid_cents + amount_cents`,
  sql`coalesce(key_donated_cents, 0) + amount_cents`,
);

/** The gifts of the statement up to this one, in the order in which they were made. */
const inTurn = (partition: Expression<unknown>) =>
  sql`sum(amount_cents) over (partition by ${partition} order by id rows unbounded preceding)`;

const totals = sql`unpaid_cents + ${inTurn(sql`bank_id`)} as unpaid_in_turn,
  coalesce(key_donated_cents, 0) + ${inTurn(sql`bank_id, key_id`)} as key_in_turn`;
const fitsInTurn = fitsBank(sql`unpaid_in_turn`, sql`key_in_turn`);

/**
 * Whether the account has used up its number of gifts for today, as far as the statement sees. Concurrent gifts may
 * exceed it by a few: it limits how much one account can store, and doesn't protect money.
 */
const isDayFull = ({ maxDailyGifts }: AcceptParams) =>
  sql<boolean>`(coalesce(gifts_today, 0) >= ${maxDailyGifts}::int8)`;

/** The rate that the operator registered for the program, regardless of the rate in the request. */
const registeredRate = sql<number>`coalesce(registered_rate, ${sql.lit(DEFAULT_POINTS_PER_DOLLAR)})`;
const expectedPoints = sql<number>`(amount_cents * ${registeredRate} / 100)`;

/** By more than 1%, and by more than one point. The portal and embedded sessions compute the points themselves. */
const pointsDisagree = sql<boolean>`(channel = 'bank'
  and abs(points_redeemed - ${expectedPoints}) > greatest(1, ${expectedPoints} * 0.01))`;

/** A donation without points isn't flagged: many banks don't report them. */
const isFlagged = sql<boolean>`(coalesce(points_check, 'flag') = 'flag' and points_redeemed > 0
  and ${pointsDisagree})`;

const isPointsRefused = sql<boolean>`(coalesce(points_check, 'flag') = 'refuse' and ${pointsDisagree})`;

/**
 * Whether the bank still has to approve the gift: it has an authorization address, hasn't been asked, and hasn't itself
 * decided on the amount.
 */
const needsApproval = sql<boolean>`(is_bank_asked and max_gift_cents is not null and authorization_id is null)`;

/** In place of a write that an unlimited gift doesn't need: PostgreSQL would prepare it at each run, rows or not. */
const NO_ROWS = sql`select where false`;
const NO_AUTHORIZATIONS = sql`select null::uuid as used_id, null::text as hold_reference where false`;

/** Guarded: of two statements that accept the same gift, the second waits, then finds its authorization used. */
const usedAuthorizations = sql`
  update gift_authorization a set status = 'used' from admitted
  where a.id = admitted.authorization_id and a.donation_id = admitted.id and a.amount_cents = admitted.amount_cents
    and a.points = admitted.points_redeemed and a.id = any(array(select authorization_id from admitted))
    and a.status = ${"approved"} and a.expires_at > now()
  returning a.id as used_id, a.hold_reference`;

const isAuthorized = sql<boolean>`(authorization_id is null or used_id is not null)`;

/** A school without an API confirms within its own promise. */
const promisedAt = sql<Date>`case when confirmation_days is null then estimated_confirmation_at
  else confirmation_promise(created_at, school_time_zone, confirmation_days) end`;

/** It counts as the cardholder's own only if they have accepted the link. */
const isAttributed = sql<boolean>`(account_id is null or link_accepted_at is not null)`;

/** By column name, so that no two values can be swapped. */
const insertedDonations = insertFrom(
  kysely,
  "donation",
  kysely
    .selectFrom(
      sql<LookedUpRow & { holdReference: string | null }>`(
        select * from admitted left join used on used_id = authorization_id where ${isAuthorized})`.as(
        "gift",
      ),
    )
    .select(["id", "bankId", "bankTransactionRef", "requestHash", "schoolId"])
    .select(["fundDesignation", "fundId", "accountId", "holderId as cardholderId"])
    .select(["fundDeductibility", "fundGoodFaithValueCents", "shareWithSchool"])
    .select(["amountCents", "pointsRedeemed", "pointsPerDollar", "channel"])
    .select(["loyaltyProgramId", "cardholderMessage", "notifyCardholder", "metadata"])
    .select(["recurring", "recurrenceCadence", sql.lit("pending").as("status")])
    .select(["createdAt", promisedAt.as("estimatedConfirmationAt")])
    // A day passed as text. Days are only compared in the database, never read.
    .select(sql<Date>`limit_day`.as("limitDay"))
    .select(["idempotencyKey", "authorizationId", "holdReference", "keyId", "requestId"])
    .select([isAttributed.as("attributed"), isFlagged.as("pointsMismatch")])
    .select(
      sql<string | null>`case when max_key_daily_cents is not null then key_id end`.as(
        "limitKeyId",
      ),
    )
    // A fixed lock order, here and below, so that concurrent calls can't deadlock. Keys come first: a person may use one
    // key at several banks.
    .orderBy("idempotencyKey")
    .orderBy("cardholderId")
    .orderBy("bankId")
    .orderBy(keyOf(sql.ref("bankTransactionRef"))),
);

const countedByBank = addedToLimits(sql`
  select accepted.bank_id, limit_key_id as key_id, amount_cents as cents from accepted join seen using (id)`);

const isDisplaced = sql`seen.id in (select id from eligible where not ${fitsInTurn})`;

/** After the donation, so that one whose ID is taken isn't counted. A limited gift has an account. */
const countedByAccount = sql`
  insert into daily_gift_total as total (account_id, day, donated_cents, max_cents)
  select accepted.account_id, accepted.limit_day, seen.amount_cents, seen.max_daily_cents
  from accepted join seen on seen.id = accepted.id
  where accepted.limit_day is not null order by accepted.account_id
  on conflict (account_id, day) do update set
    donated_cents = total.donated_cents + excluded.donated_cents, max_cents = excluded.max_cents`;

/** What the statement found and did. If `accepted` is false, nothing was written. */
export type Acceptance = Pick<LookedUpRow, "id" | "authorizationId" | "fundId" | "fundName"> &
  Pick<LookedUpRow, "schoolName" | "schoolActive" | "minimumCents" | "fundMinimumCents"> &
  Pick<LookedUpRow, "bankStatus" | "maxDonationCents" | "maxKeyDailyCents" | "keyDonatedCents"> &
  Pick<LookedUpRow, "isLimitedBank" | "maxUnpaidCents" | "unpaidCents"> &
  Pick<LookedUpRow, "accountStatus" | "donatedCents"> & {
    accepted: boolean;
    holdReference: string | null;
    promisedAt: Date | null;
    needsApproval: boolean;
    isDayFull: boolean;
    pointsMismatch: boolean;
    arePointsRefused: boolean;
    registeredRate: number;
    /** Within its bank's limits, but not after the other gifts of this statement. */
    isDisplaced: boolean;
  };

/**
 * Inserts donations with their pending credits and push jobs or runs in one statement: all or nothing. A donation is written
 * only if its reference is new; its bank and school are active; its amount is at least the minimum and within the limits
 * of its program, bank, and key; its account (if any) is active, belongs to the bank and the giver, and can make another
 * gift today; and its authorization, if the bank requires one, is approved and unused. The donation uses it up. It
 * belongs to the cardholder linked now, even if the account is later linked to another. The statement returns what it
 * saw, so that the caller can report the reasons. A repeated reference conflicts, and `findPrior` then finds the first
 * one, which may be a concurrent request's row that this statement can't see.
 *
 * Prepared: everything is looked up by key regardless of table sizes (plans.test.ts).
 */
const acceptStatement = (params: AcceptParams, isLimited: boolean) =>
  raw<Acceptance>(sql`
    with ${seenRows(params, isLimited)}, eligible as (
      select *${isLimited ? sql`, ${totals}` : sql``} from seen
      where ${isWithinLimits} and ${isLimited ? fitsAlone : sql`is_limited_bank is null`} and not ${needsApproval} and not ${isPointsRefused} and bank_status = 'active'
        and not ${isDayFull(params)} and school_active and ${isAtLeastMinimum}
        and (account_id is null or account_status = 'active')
    ), admitted as (
      select * from eligible ${isLimited ? sql`where ${fitsInTurn}` : sql``}
    ), used as (${isLimited ? usedAuthorizations : NO_AUTHORIZATIONS}
    ), accepted as (${insertedDonations}
      -- On any conflict: if ID, reference, and key all repeat, any of their indexes may conflict first.
      on conflict do nothing
      returning id, bank_id, school_id, account_id, created_at, limit_day, hold_reference, limit_key_id,
        estimated_confirmation_at
    ), counted_by_bank as (${isLimited ? countedByBank : NO_ROWS}
    ), counted as (${isLimited ? countedByAccount : NO_ROWS}
    ), credited as (
      insert into credit (donation_id, status) select id, 'pending' from accepted
    ), enqueued as (
      insert into outbox (id, name, data)
      select job_id, 'donation/push.requested', json_build_object(
        'donation_id', accepted.id, 'school_id', accepted.school_id, 'bank_id', accepted.bank_id)
      from accepted join seen on seen.id = accepted.id where ${params.runs}::text is null
    ), started as (${insertedRuns(params.runs)}
      where id = any(array(select job_id from accepted join seen using (id)))
    ), touched as (
      -- Not locked first: the update would wait for the previous row version, and of three concurrent gifts from one
      -- account, two could deadlock.
      update account set last_active_at = greatest(last_active_at, latest.at)
      from (select account_id, max(created_at) as at from accepted group by account_id order by account_id) latest
      -- "any(array[…])" rules out merge and hash joins: accounts are looked up by key, in the order above.
      where account.id = any(array[latest.account_id])
    )
    select seen.id, accepted.id is not null as accepted, seen.authorization_id, accepted.hold_reference,
      accepted.estimated_confirmation_at as promised_at, fund_id, fund_name, school_name, school_active, minimum_cents,
      fund_minimum_cents, bank_status, account_status, donated_cents, max_donation_cents, max_key_daily_cents,
      key_donated_cents, is_limited_bank, max_unpaid_cents, unpaid_cents, ${needsApproval} as needs_approval, ${isDayFull(params)} as is_day_full,
      ${isFlagged} as points_mismatch, ${isPointsRefused} as are_points_refused, ${registeredRate} as registered_rate,
      ${isLimited ? isDisplaced : sql.lit(false)} as is_displaced
    from seen left join accepted on accepted.id = seen.id`);

/** Accepts donations without limits, and none of a bank that has some. It leaves out what only limited ones need. */
export const acceptAll = statement((params: AcceptParams) => acceptStatement(params, false), {
  name: "accept",
  onRequest: true,
});

/** Accepts gifts within their limits, at most one per limited account, and uses up their authorizations. */
export const acceptAllLimited = statement((params: AcceptParams) => acceptStatement(params, true), {
  name: "accept-limited",
  onRequest: true,
});

/**
 * Whether a concurrent gift of the same account used up what the statement still saw as left. Nothing was written, so a
 * retry is safe, and sees the new total.
 */
export const isOvertaken = (thrown: unknown): boolean =>
  violatesConstraint(thrown, "daily_gift_total_within_limit");

/** What each account has given on its day. */
export const findDailyTotals = statement(
  (params: Parameters<{ days: { accountId: string; day: string }[] }>) =>
    raw<{ accountId: string; donatedCents: Cents }>(sql`
      select account_id, donated_cents
      from ${recordset(params.days, "wanted", { accountId: "uuid", day: "date" })}
      join daily_gift_total using (account_id, day)`),
  { onRequest: true },
);

/** The donation that a bank submitted with this reference. */
export async function findPrior({ bankId, bankTransactionRef }: NewDonation) {
  const prior = kysely
    .selectFrom("donation as d")
    .select(["id", "status", "requestHash", "d.bankTransactionRef"])
    .where("bankId", "=", bankId)
    .where(isSameReference("d", "bankTransactionRef", bankTransactionRef))
    .where("channel", "=", "bank");
  return runForOne(prior);
}

export type PriorDonation = NonNullable<Awaited<ReturnType<typeof findPrior>>>;

const isKeyExpired = sql<boolean>`d.created_at <= now() - interval ${sql.lit(`${IDEMPOTENCY_KEY_HOURS} hours`)}`;

/** The cardholder's gift with this key, and whether its request was equivalent. */
export const findByKey = statement(
  (params: Parameters<{ cardholderId: string; key: string; requestHash: string }>) =>
    cardholderDonations
      .select((of) =>
        asBoolean(of("d.requestHash", "=", sql<Buffer>`${params.requestHash}::bytea`)).as(
          "isSameRequest",
        ),
      )
      .select(isKeyExpired.as("isOver"))
      .where("d.cardholderId", "=", params.cardholderId)
      .where("d.idempotencyKey", "=", params.key),
  { onRequest: true },
);

/** Frees a gift's key once it has expired. */
export const releaseKey = statement((params: Parameters<{ donationId: string }>) =>
  kysely
    .updateTable("donation as d")
    .set({ idempotencyKey: null })
    .where("d.id", "=", params.donationId)
    .where(isKeyExpired),
);

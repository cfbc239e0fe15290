/** SQL for donation lists, a cardholder's sums across all accounts, and a tenant's gifts in numbers. */
import {
  type Expression,
  expressionBuilder,
  type InferResult,
  type RawBuilder,
  type SqlBool,
  sql,
} from "kysely";
import type { BankApiScope } from "../../auth/scopes.ts";
import type { Tenant } from "../../auth/tenants.ts";
import { giftCentsIn, giftCountIn, ownGiftTallies } from "../../cardholders/profile/sql.ts";
import { anyOf, containsText, equalIgnoringCase, given, raw } from "../../database/expressions.ts";
import { isSameReference } from "../../database/reference-key.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely, type Tables } from "../../database/tables.ts";
import type { Cents } from "../../money.ts";
import {
  createdBetween,
  sumDayTallies,
  summed,
  totalBetween,
  totalOf,
} from "../../pagination/totals.ts";
import type { DonationFilters } from "../contract.ts";
import { parseGiftNumber } from "../gift-number.ts";
import type { CardholderDonationFilters } from "../portal-contract.ts";
import { donationsOnBooks, LISTED_CENTS, ownDonations, totalsOf } from "../sql.ts";

export const accountsNamed = ({ bankId }: BankApiScope, name: string) =>
  kysely
    .selectFrom("account as a")
    .select("a.id")
    .where("a.bankId", "=", bankId)
    .where(containsText("a.displayName", name));

/** The accounts that match the bank's customer ID or the email address. */
function matchingAccounts({ bankId }: BankApiScope, { bank_user_id, email }: Filters) {
  return kysely
    .selectFrom("account as a")
    .select("a.id")
    .where("a.bankId", "=", bankId)
    .$if(bank_user_id !== undefined, (all) =>
      all.where(isSameReference("a", "bankUserId", bank_user_id as string)),
    )
    .$if(email !== undefined, (all) => all.where(equalIgnoringCase("a.email", email as string)));
}

const hasAccountFilter = ({ bank_user_id, email }: Filters) =>
  bank_user_id !== undefined || email !== undefined;

/** What a gift number means to the database; a text that isn't one matches nothing. */
const isNumbered = (giftNumber: string) =>
  sql<SqlBool>`gift_number(d.id) = ${parseGiftNumber(giftNumber)?.toString() ?? null}::bigint`;

const CREATED_AT = sql.ref<Date>("d.createdAt");

/** Exactly as in the partial index. */
const IS_FLAGGED = sql<SqlBool>`d.points_mismatch`;

/** Everything that narrows a list down. The IDs are for pages, where one box finds them. */
type Filters = Omit<DonationFilters, "limit" | "cursor"> & {
  donation_id?: string | undefined;
  /** In place of a name that few have. */
  account_ids?: string[];
};

export type { Filters as DonationConditions };

const IS_HELD = sql<SqlBool>`(d.status = 'pending' and c.held_at is not null)`;

/** Every filter except the times. */
function filterOf(scope: BankApiScope, filters: Filters) {
  const { bankId } = scope;
  const { status, school_id, dollar_amount, flagged, held, gift_number: number } = filters;
  const { bank_transaction_ref: reference, service_user_id: accountId } = filters;
  const { customer_name: name, account_ids: ids } = filters;
  const eb = expressionBuilder<{ d: Tables["donation"]; c: Tables["credit"] }, "d" | "c">();
  return eb.and([
    eb.and(given({ "d.bankId": bankId, "d.status": status, "d.schoolId": school_id })),
    ...(reference === undefined ? [] : [isSameReference("d", "bankTransactionRef", reference)]),
    ...(hasAccountFilter(filters)
      ? [eb("d.accountId", "=", anyOf(matchingAccounts(scope, filters)))]
      : []),
    ...(ids ? [eb("d.accountId", "=", eb.fn.any(sql<string[]>`${ids}::uuid[]`))] : []),
    // A part of a name may be in most: the planner then walks the newest donations.
    ...(name === undefined ? [] : [eb("d.accountId", "in", accountsNamed(scope, name))]),
    ...(flagged === undefined ? [] : [flagged ? IS_FLAGGED : eb.not(IS_FLAGGED)]),
    ...(held === undefined ? [] : [held ? IS_HELD : eb.not(IS_HELD)]),
    ...(number === undefined ? [] : [isNumbered(number)]),
    eb.and(given({ "d.accountId": accountId, "d.amountCents": dollar_amount })),
    eb.and(given({ "c.platformCreditId": filters.school_confirmation_id })),
    eb.and(given({ "d.id": filters.donation_id })),
  ]);
}

/** A total known without counting. Undefined with other filters, which leave few enough rows to count. */
export function knownTotal(
  scope: BankApiScope,
  filters: DonationFilters,
): Expression<number> | undefined {
  const { status, school_id: part, from, to, limit: _, cursor: __, ...otherFilters } = filters;
  if (Object.values(otherFilters).some((value) => value !== undefined)) return undefined;
  if (part === undefined && !from && !to) return totalOf("donations", scope.bankId, status);
  const rows = kysely.selectFrom("donation as d").where(filterOf(scope, filters));
  const list = { list: "donations", owner: scope.bankId, rows, createdAt: CREATED_AT } as const;
  return totalBetween({ ...list, part, status, from, to });
}

export const filteredDonations = (scope: BankApiScope, filters: Filters) =>
  donationsOnBooks.where(filterOf(scope, filters)).where(createdBetween(CREATED_AT, filters));

/** The same as rows of a page's list: by whom, and to which school. */
export const listedDonations = (scope: BankApiScope, filters: Filters) =>
  filteredDonations(scope, filters)
    .innerJoin("school as s", "s.id", "d.schoolId")
    .leftJoin("account as a", "a.id", "d.accountId")
    .select(["s.name as schoolName", "a.displayName as customerName", "a.bankUserId"])
    .select(LISTED_CENTS.as("countedCents"));

export type ListedDonation = InferResult<ReturnType<typeof listedDonations>>[number];

/** How many donations each part of a bank's list has. Those to look at are counted up to one more than are summed. */
export function partCounts(scope: BankApiScope) {
  const total = (status?: "pending" | "completed" | "failed") =>
    sql<number>`(${totalOf("donations", scope.bankId, status)})::int`;
  const count = (filters: Filters) =>
    sql<number>`(select count from ${totalsOf(filteredDonations(scope, filters))} t)::int`;
  return kysely.selectNoFrom([
    total().as("all"),
    total("pending").as("pending"),
    total("completed").as("completed"),
    total("failed").as("failed"),
    count({ held: true }).as("held"),
    count({ flagged: true }).as("flagged"),
  ]);
}

export const schoolsOf = ({ bankId }: BankApiScope) =>
  raw<{ value: string; text: string }>(sql`
    select id as value, name as text from school
    where exists (select from donation where bank_id = ${bankId} and school_id = school.id)
    order by sort_key, id`);

type Named = {
  donationId: string | null;
  accountId: string | null;
  isReference: boolean;
  isCustomer: boolean;
  isConfirmation: boolean;
};

/** What of the bank's a typed text names. @param id the same, if it's a UUID */
export const namedBy = ({ bankId }: BankApiScope, text: string, id: string | null) =>
  raw<Named>(sql`
    select coalesce(
        (select id from donation where id = ${id}::uuid and bank_id = ${bankId}),
        (select donation_id from event where id = ${id}::uuid and bank_id = ${bankId}),
        (select donation_id from gift_authorization where id = ${id}::uuid and bank_id = ${bankId})) as donation_id,
      (select id from account where id = ${id}::uuid and bank_id = ${bankId}) as account_id,
      exists (select from donation d where d.bank_id = ${bankId}
        and ${isSameReference("d", "bankTransactionRef", text)}) as is_reference,
      exists (select from account a where a.bank_id = ${bankId}
        and ${isSameReference("a", "bankUserId", text)}) as is_customer,
      exists (select from credit c join donation d on d.id = c.donation_id
        where c.platform_credit_id = ${text} and d.bank_id = ${bankId}) as is_confirmation`);

export function filteredCardholderDonations(
  cardholderId: string,
  filters: CardholderDonationFilters,
) {
  const { status, school_id } = filters;
  return (
    ownDonations
      .where("d.cardholderId", "=", cardholderId)
      .where("d.attributed", "=", sql.lit(true))
      // A redirect's new gift is the first one until that is reversed.
      .where("d.waitsFor", "is", null)
      .where(createdBetween(CREATED_AT, filters))
      .where(({ and }) => and(given({ "d.status": status, "d.schoolId": school_id })))
  );
}

/** The number of this cardholder's donations that match the filters. */
export function cardholderTotal(
  cardholderId: string,
  filters: CardholderDonationFilters,
): Expression<number> {
  const { status, school_id, from, to } = filters;
  const rows = filteredCardholderDonations(cardholderId, {
    ...filters,
    from: undefined,
    to: undefined,
  });
  return sumDayTallies(
    (days) =>
      ownGiftTallies(cardholderId)
        .select(summed)
        .where(days)
        .where(({ and }) => and(given({ "t.status": status, "t.schoolId": school_id }))),
    { rows, createdAt: CREATED_AT, from, to },
  );
}

type Cardholder = { cardholderId: string };

type PeriodSums = {
  period: number;
  schoolId: string;
  schoolName: string;
  givenCents: Cents;
  pendingCents: Cents;
};

/**
 * Sums of completed and of pending donations since the first of these instants, by school and period (counted from one): from
 * each instant to the next, the last without an end. Takes instants, since browsers may know time zones that the database
 * doesn't. Only gifts on days that belong to two periods are read one by one.
 * @property starts in order
 */
export const sumByPeriod = statement((params: Parameters<Cardholder & { starts: Date[] }>) => {
  const { cardholderId } = params;
  const starts = sql`${params.starts}::timestamptz[]`;
  const first = sql`(${starts})[1]`;
  const periodOf = (at: RawBuilder<unknown>) => sql`width_bucket(${at}, ${starts})`;
  return raw<PeriodSums>(sql`
    with split as (
      select date_trunc('day', start, 'UTC') as begins from unnest(${starts}) start
      where start <> date_trunc('day', start, 'UTC')
    )
    select t.period, t.school_id, s.name as school_name,
      ${giftCentsIn("completed")} as given_cents, ${giftCentsIn("pending")} as pending_cents
    from (
      select ${periodOf(sql`t.day::timestamp at time zone 'UTC'`)} as period, t.school_id, t.status, t.cents
      from (${ownGiftTallies(cardholderId).selectAll()}) t
      where t.day >= (${first} at time zone 'UTC')::date
        and t.day <> all(array(select (begins at time zone 'UTC')::date from split))
      union all
      select ${periodOf(sql`d.created_at`)}, d.school_id, d.status, d.cents
      from split cross join lateral (
        select created_at, school_id, status, amount_cents - reversed_cents as cents from donation
        where cardholder_id = ${cardholderId} and attributed = true and waits_for is null and created_at >= begins
          and created_at < begins + interval '24 hours' and created_at >= ${first}) d
    ) t join school s on s.id = t.school_id
    where t.status in ('pending', 'completed') group by t.period, t.school_id, s.name having sum(t.cents) <> 0`);
});

/** Sums of all of a cardholder's donations, or of those to one school. */
export const sumGiving = statement((params: Parameters<Cardholder & { schoolId: string | null }>) =>
  ownGiftTallies(params.cardholderId)
    .select([giftCentsIn("completed").as("givenCents"), giftCentsIn("pending").as("pendingCents")])
    .select([giftCountIn("completed").as("donations"), giftCountIn("pending").as("pending")])
    .select(
      sql<number>`count(distinct t.school_id) filter (where t.status = 'completed' and t.count > 0)`.as(
        "schools",
      ),
    )
    .where(sql<SqlBool>`(${params.schoolId}::text is null or t.school_id = ${params.schoolId})`),
);

export type FilterChoices = {
  count: number;
  firstAt: Date | null;
  lastAt: Date | null;
  schools: { schoolId: string; schoolName: string }[];
};

export const findFilterChoices = statement(({ cardholderId }: Parameters<Cardholder>) => {
  const firstOrLastAt = (direction: RawBuilder<unknown>) => sql`(
    select created_at from donation where cardholder_id = ${cardholderId} and attributed = true
    order by created_at ${direction}, id ${direction} limit 1)`;
  return raw<FilterChoices>(sql`
    with own as (
      select t.school_id, sum(t.count) as count from (${ownGiftTallies(cardholderId).selectAll()}) t
      group by t.school_id having sum(t.count) > 0
    )
    select coalesce(sum(count), 0)::int8 as count,
      ${firstOrLastAt(sql`asc`)} as first_at, ${firstOrLastAt(sql`desc`)} as last_at,
      coalesce(json_agg(json_build_object('schoolId', school_id, 'schoolName', name)
        order by sort_key, school_id), '[]') as schools
    from own join school on school.id = school_id`);
});

/** A version that changes whenever a donation is created, settled, or reversed, and whether a change is likely soon. */
export const findUpdates = statement(({ cardholderId }: Parameters<Cardholder>) =>
  raw<{ version: string; soon: boolean }>(sql`
    select concat_ws('.', coalesce(sum(t.count), 0), ${giftCountIn("completed")},
        ${giftCountIn("failed")}, ${giftCountIn("canceled")}, ${giftCentsIn("completed")}) as version,
      exists (select from donation where cardholder_id = ${cardholderId} and attributed = true and status = 'pending'
        and created_at > now() - interval '10 minutes') as soon
    from (${ownGiftTallies(cardholderId).selectAll()}) t`),
);

export type Times = { today: Date; recently: Date };

type Sums = { count: number; cents: Cents };
type Overview = { today: Sums; waiting: Sums; failed: Sums };

const SUMS = sql`json_build_object('count', count(*), 'cents', coalesce(sum(amount_cents - reversed_cents), 0))`;

/**
 * How many gifts there are that match a condition, and their dollars. Read bank by bank, because every index begins with
 * the bank: this costs as much as the gifts that match, however many others there are.
 */
const perBank = (tenant: Tenant, which: RawBuilder<unknown>) => sql`(
  select ${SUMS} from bank b cross join lateral (
    select d.amount_cents, d.reversed_cents from donation d where d.bank_id = b.id and ${which}
      ${tenant.kind === "school" ? sql`and d.school_id = ${tenant.schoolId}` : sql``}) matching
  ${tenant.kind === "bank" ? sql`where b.id = ${tenant.bankId}` : sql``})`;

/** A school's waiting gifts have an index of their own: there may be many where the platform has no API. */
const waitingAtSchool = (schoolId: string) => sql`(
  select ${SUMS} from donation where school_id = ${schoolId} and status = 'pending' and waits_for is null)`;

export const giftOverview = (tenant: Tenant, { today, recently }: Times) =>
  raw(sql<Overview>`select
    ${perBank(tenant, sql`d.created_at >= ${today} and d.status <> 'canceled' and d.waits_for is null`)} as today,
    ${
      tenant.kind === "school"
        ? waitingAtSchool(tenant.schoolId)
        : perBank(tenant, sql`d.status = 'pending' and d.waits_for is null`)
    } as waiting,
    ${perBank(tenant, sql`d.status = 'failed' and d.created_at >= ${recently}`)} as failed`);

type WaitingPart = Sums & {
  schoolId: string;
  schoolName: string;
  isHeld: boolean;
  /** Whether the school's platform was asked, and hasn't answered. */
  isRetrying: boolean;
  oldestAt: Date;
  dueAt: Date;
};

/** A bank's gifts that are on their way, by school and by what they wait for. */
export const waitingParts = ({ bankId }: BankApiScope) =>
  raw<WaitingPart>(sql`
    select d.school_id, s.name as school_name, c.held_at is not null as is_held,
      c.attempt_count > 0 and l.donation_id is null as is_retrying, count(*)::int as count,
      sum(d.amount_cents)::int8 as cents, min(d.created_at) as oldest_at,
      min(d.estimated_confirmation_at) as due_at
    from donation d join credit c on c.donation_id = d.id join school s on s.id = d.school_id
    left join gift_batch_line l on l.donation_id = d.id
    where d.bank_id = ${bankId} and d.status = 'pending' group by 1, 2, 3, 4
    order by is_held desc, is_retrying desc, due_at limit 20`);

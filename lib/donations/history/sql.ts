/** SQL for donation lists, a cardholder's sums across all accounts, and a tenant's gifts in numbers. */
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import type { BankScope } from "../../auth/scopes.ts";
import type { Tenant } from "../../auth/tenants.ts";
import { giftCentsIn, giftCountIn, ownGiftTallies } from "../../cardholders/profile/sql.ts";
import { anyOf, equalIgnoringCase, given, raw } from "../../database/expressions.ts";
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
import type { CardholderDonationFilters } from "../portal-contract.ts";
import { cardholderDonations, donationsOnBooks } from "../sql.ts";

/** The accounts that match the bank's customer ID or the email address. */
function matchingAccounts({ bankId }: BankScope, { bank_user_id, email }: DonationFilters) {
  return kysely
    .selectFrom("account as a")
    .select("a.id")
    .where("a.bankId", "=", bankId)
    .$if(bank_user_id !== undefined, (all) =>
      all.where(isSameReference("a", "bankUserId", bank_user_id as string)),
    )
    .$if(email !== undefined, (all) => all.where(equalIgnoringCase("a.email", email as string)));
}

const hasAccountFilter = ({ bank_user_id, email }: DonationFilters) =>
  bank_user_id !== undefined || email !== undefined;

const CREATED_AT = sql.ref<Date>("d.createdAt");

/** Exactly as in the partial index. */
const IS_FLAGGED = sql<SqlBool>`d.points_mismatch`;

/** Every filter except the times. */
function filterOf(scope: BankScope, filters: DonationFilters) {
  const { bankId } = scope;
  const { status, school_id, dollar_amount, flagged } = filters;
  const { bank_transaction_ref: reference, service_user_id: accountId } = filters;
  const eb = expressionBuilder<{ d: Tables["donation"] }, "d">();
  return eb.and([
    eb.and(given({ "d.bankId": bankId, "d.status": status, "d.schoolId": school_id })),
    ...(reference === undefined ? [] : [isSameReference("d", "bankTransactionRef", reference)]),
    ...(hasAccountFilter(filters)
      ? [eb("d.accountId", "=", anyOf(matchingAccounts(scope, filters)))]
      : []),
    ...(flagged === undefined ? [] : [flagged ? IS_FLAGGED : eb.not(IS_FLAGGED)]),
    eb.and(given({ "d.accountId": accountId, "d.amountCents": dollar_amount })),
  ]);
}

/** A total known without counting. Undefined with other filters, which leave few enough rows to count. */
export function knownTotal(
  scope: BankScope,
  filters: DonationFilters,
): Expression<number> | undefined {
  const { status, school_id: part, from, to, limit: _, cursor: __, ...otherFilters } = filters;
  if (Object.values(otherFilters).some((value) => value !== undefined)) return undefined;
  if (part === undefined && !from && !to) return totalOf("donations", scope.bankId, status);
  const rows = kysely.selectFrom("donation as d").where(filterOf(scope, filters));
  const list = { list: "donations", owner: scope.bankId, rows, createdAt: CREATED_AT } as const;
  return totalBetween({ ...list, part, status, from, to });
}

export const filteredDonations = (scope: BankScope, filters: DonationFilters) =>
  donationsOnBooks.where(filterOf(scope, filters)).where(createdBetween(CREATED_AT, filters));

export function filteredCardholderDonations(
  cardholderId: string,
  filters: CardholderDonationFilters,
) {
  const { status, school_id } = filters;
  return cardholderDonations
    .where("d.cardholderId", "=", cardholderId)
    .where("d.attributed", "=", sql.lit(true))
    .where(createdBetween(CREATED_AT, filters))
    .where(({ and }) => and(given({ "d.status": status, "d.schoolId": school_id })));
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
        where cardholder_id = ${cardholderId} and attributed = true and created_at >= begins
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
    ${perBank(tenant, sql`d.created_at >= ${today} and d.status <> 'canceled'`)} as today,
    ${
      tenant.kind === "school"
        ? waitingAtSchool(tenant.schoolId)
        : perBank(tenant, sql`d.status = 'pending' and d.waits_for is null`)
    } as waiting,
    ${perBank(tenant, sql`d.status = 'failed' and d.created_at >= ${recently}`)} as failed`);

/** SQL for donation lists, and for a cardholder's sums across all accounts. */
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import type { BankScope } from "../../auth/scopes.ts";
import { giftCentsIn, giftCountIn, ownGiftTallies } from "../../cardholders/profile/sql.ts";
import { anyOf, asBoolean, equalIgnoringCase, now } from "../../database/expressions.ts";
import { isSameReference } from "../../database/reference-key.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely, type Tables } from "../../database/tables.ts";
import {
  createdBetween,
  sumDayTallies,
  summed,
  totalBetween,
  totalOf,
} from "../../pagination/totals.ts";
import type { DonationFilters } from "../contract.ts";
import type { CardholderDonationFilters } from "../portal-contract.ts";
import { cardholderDonations, donationsWithCredits } from "../sql.ts";

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
  const {
    status,
    bank_transaction_ref: reference,
    school_id,
    service_user_id,
    dollar_amount,
    flagged,
  } = filters;
  const eb = expressionBuilder<{ d: Tables["donation"] }, "d">();
  return eb.and([
    eb("d.bankId", "=", scope.bankId),
    ...(status ? [eb("d.status", "=", status)] : []),
    ...(reference === undefined ? [] : [isSameReference("d", "bankTransactionRef", reference)]),
    ...(school_id === undefined ? [] : [eb("d.schoolId", "=", school_id)]),
    ...(service_user_id ? [eb("d.accountId", "=", service_user_id)] : []),
    ...(hasAccountFilter(filters)
      ? [eb("d.accountId", "=", anyOf(matchingAccounts(scope, filters)))]
      : []),
    ...(flagged === undefined ? [] : [flagged ? IS_FLAGGED : eb.not(IS_FLAGGED)]),
    ...(dollar_amount === undefined ? [] : [eb("d.amountCents", "=", dollar_amount)]),
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
  donationsWithCredits.where(filterOf(scope, filters)).where(createdBetween(CREATED_AT, filters));

export function filteredCardholderDonations(
  cardholderId: string,
  filters: CardholderDonationFilters,
) {
  const { status, school_id } = filters;
  return cardholderDonations
    .where("d.cardholderId", "=", cardholderId)
    .where("d.attributed", "=", sql.lit(true))
    .where(createdBetween(CREATED_AT, filters))
    .$if(status !== undefined, (all) => all.where("d.status", "=", status as string))
    .$if(school_id !== undefined, (all) => all.where("d.schoolId", "=", school_id as string));
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
        .$if(status !== undefined, (all) => all.where("t.status", "=", status as string))
        .$if(school_id !== undefined, (all) => all.where("t.schoolId", "=", school_id as string)),
    { rows, createdAt: CREATED_AT, from, to },
  );
}

type Cardholder = { cardholderId: string };

const monthOf = (at: Expression<Date>, months: Expression<Date[]>) =>
  sql<number>`width_bucket(${at}, ${months}::timestamptz[])`;

type Months = Cardholder & {
  /** When each starts. */
  months: Date[];
  /** The UTC days in the middle of which a month starts. */
  splitDays: string[];
};

/**
 * Sums of completed and of pending donations since the first of these months, by month (counted from one) and school.
 * Takes instants, since browsers may know time zones that the database doesn't. Only gifts on days that belong to
 * two months are read one by one.
 */
export const sumByMonth = statement((params: Parameters<Months>) => {
  const first = sql<Date>`(${params.months}::timestamptz[])[1]`;
  const splitDays = sql<Date[]>`${params.splitDays}::date[]`;
  const wholeDays = ownGiftTallies(params.cardholderId)
    .select((of) =>
      monthOf(sql<Date>`${of.ref("t.day")}::timestamp at time zone 'UTC'`, params.months).as(
        "month",
      ),
    )
    .select(["t.schoolId", "t.status", "t.cents"])
    .where("t.day", ">=", sql<Date>`(${first} at time zone 'UTC')::date`)
    .where("t.day", "<>", sql<Date>`all(${splitDays})`);
  const splitDayGifts = kysely
    .selectFrom(
      sql<{ begins: Date }>`(select day::timestamp at time zone 'UTC' as begins
      from unnest(${splitDays}) day)`.as("split"),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("donation as d")
          .select(["d.createdAt", "d.schoolId", "d.status", "d.amountCents"])
          .where("d.cardholderId", "=", params.cardholderId)
          .where("d.attributed", "=", sql.lit(true))
          .whereRef("d.createdAt", ">=", "split.begins")
          .where("d.createdAt", "<", sql<Date>`${eb.ref("split.begins")} + interval '24 hours'`)
          .where("d.createdAt", ">=", first)
          .as("d"),
      (join) => join.onTrue(),
    )
    .select((of) => monthOf(of.ref("d.createdAt"), params.months).as("month"))
    .select(["d.schoolId", "d.status", "d.amountCents as cents"]);
  return kysely
    .selectFrom(wholeDays.unionAll(splitDayGifts).as("t"))
    .innerJoin("school as s", "s.id", "t.schoolId")
    .select(["t.month", "t.schoolId", "s.name as schoolName"])
    .select([giftCentsIn("completed").as("givenCents"), giftCentsIn("pending").as("pendingCents")])
    .where("t.status", "<>", sql.lit("failed"))
    .groupBy(["t.month", "t.schoolId", "s.name"])
    .having(sql<number>`sum(t.cents)`, "<>", sql.lit(0));
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
    .where((of) =>
      of.or([
        asBoolean(sql`${params.schoolId}::text is null`),
        of("t.schoolId", "=", sql<string>`${params.schoolId}`),
      ]),
    ),
);

/** The time of a cardholder's first or last donation. */
const firstOrLastAt = (cardholderId: RawBuilder<string>, direction: "asc" | "desc") =>
  kysely
    .selectFrom("donation")
    .select("createdAt")
    .where("cardholderId", "=", cardholderId)
    .where("attributed", "=", sql.lit(true))
    .orderBy("createdAt", direction)
    .orderBy("id", direction)
    .limit(sql.lit(1));

export const findFilterChoices = statement((params: Parameters<Cardholder>) =>
  kysely
    .with("own", () =>
      ownGiftTallies(params.cardholderId)
        .select(["t.schoolId", sql<number>`sum(t.count)`.as("count")])
        .groupBy("t.schoolId")
        .having(sql<number>`sum(t.count)`, ">", sql.lit(0)),
    )
    .selectFrom("own")
    .innerJoin("school", "school.id", "own.schoolId")
    .select((of) => [
      sql<number>`coalesce(${of.fn.sum("count")}, 0)::int8`.as("count"),
      sql<Date | null>`(${firstOrLastAt(params.cardholderId, "asc")})`.as("firstAt"),
      sql<Date | null>`(${firstOrLastAt(params.cardholderId, "desc")})`.as("lastAt"),
      sql<{ schoolId: string; schoolName: string }[]>`coalesce(json_agg(json_build_object(
        'schoolId', ${of.ref("schoolId")}, 'schoolName', ${of.ref("name")})
        order by ${of.ref("sortKey")}, ${of.ref("schoolId")}), '[]')`.as("schools"),
    ]),
);

/** A version that changes whenever a donation is created or settled, and whether a change is likely soon. */
export const findUpdates = statement((params: Parameters<Cardholder>) =>
  ownGiftTallies(params.cardholderId).select((of) => [
    sql<string>`concat_ws('.', coalesce(sum(t.count), 0), ${giftCountIn("completed")}, ${giftCountIn("failed")})`.as(
      "version",
    ),
    asBoolean(
      of.exists(
        kysely
          .selectFrom("donation as d")
          .select("d.id")
          .where("d.cardholderId", "=", params.cardholderId)
          .where("d.attributed", "=", sql.lit(true))
          .where("d.status", "=", sql.lit("pending"))
          .where("d.createdAt", ">", sql<Date>`${now} - interval '10 minutes'`),
      ),
    ).as("soon"),
  ]),
);

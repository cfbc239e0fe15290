/** SQL of schools: importing a directory, following, and sums. */
import { type RawBuilder, type Selectable, sql } from "kysely";
import { insertFrom } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import { kysely, type Tables } from "../database/tables.ts";
import type { Cents } from "../money.ts";

/** Columns with their types, each of which the compiler knows to the letter. */
const typed = <const Columns extends object>(columns: Columns): Columns => columns;

const namesOf = <Name extends string>(columns: Record<Name, unknown>) =>
  Object.keys(columns) as Name[];

/** For `doUpdateSet`: these columns as in the row that was to be added. */
const asGiven = (columns: object) =>
  Object.fromEntries(
    Object.keys(columns).map((name) => [name, sql.ref<never>(`excluded.${name}`)]),
  );

/** What the directory says of a school. */
const SCHOOL = typed({
  ...{ id: "text", name: "text", university: "text", nickname: "text", monogram: "text" },
  ...{ aliases: "text[]", city: "text", state: "text", conference: "text" },
  ...{ websiteUrl: "text", description: "text", foundationName: "text", timeZone: "text" },
  ...{ colors: "text[]", minimumDonationCents: "int8", active: "boolean" },
  ...{ sortKey: "text", searchText: "text" },
});

export type SchoolRow = Pick<Selectable<Tables["school"]>, keyof typeof SCHOOL>;

/** Adds and updates schools. For existing ones, `active` changes only for the ids in `decided`. */
export const upsertSchools = statement(
  (given: Parameters<{ schools: SchoolRow[]; decided: string[] }>) =>
    insertFrom(
      kysely,
      "school",
      kysely.selectFrom(recordset(given.schools, "given", SCHOOL)).select(namesOf(SCHOOL)),
    )
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet(({ ref, eb }) => ({
          ...asGiven(SCHOOL),
          active: eb
            .case()
            .when("excluded.id", "=", eb.fn.any(given.decided))
            .then(ref("excluded.active"))
            .else(ref("school.active"))
            .end(),
        })),
      )
      .returning(["id", sql<boolean>`xmax = 0`.as("added")]),
);

/** What the directory says of a fund. */
const FUND = typed({
  ...{ schoolId: "text", fundId: "text", name: "text", description: "text" },
  ...{ deductibility: "text", goodFaithValueCents: "int8", position: "int4" },
});

export type FundRow = Pick<Selectable<Tables["fund"]>, keyof typeof FUND>;

/** Adds and updates funds. */
export const upsertFunds = statement((given: Parameters<{ funds: FundRow[] }>) =>
  insertFrom(
    kysely,
    "fund",
    kysely.selectFrom(recordset(given.funds, "given", FUND)).select(namesOf(FUND)),
  ).onConflict((conflict) => conflict.columns(["schoolId", "fundId"]).doUpdateSet(asGiven(FUND))),
);

type Follow = { cardholderId: string; schoolId: string };

/** Follows a school if it exists. @returns since when */
export const insertFollow = statement((given: Parameters<Follow>) =>
  insertFrom(
    kysely,
    "followedSchool",
    kysely
      .selectFrom("school")
      .select([
        sql<string>`${given.cardholderId}::uuid`.as("cardholderId"),
        "id as schoolId",
        sql<Date>`now()`.as("followedAt"),
      ])
      .where("id", "=", given.schoolId),
  )
    .onConflict((conflict) =>
      // Changes nothing, but without it an existing row would not be returned.
      conflict
        .columns(["cardholderId", "schoolId"])
        .doUpdateSet(({ ref }) => ({ followedAt: ref("followedSchool.followedAt") })),
    )
    .returning("followedAt"),
);

/** Unfollows a school. @returns a row if the school exists */
export const deleteFollow = statement((given: Parameters<Follow>) =>
  kysely
    .with("deleted", (db) =>
      db
        .deleteFrom("followedSchool")
        .where("cardholderId", "=", given.cardholderId)
        .where("schoolId", "=", given.schoolId),
    )
    .selectFrom("school")
    .select(sql<null>`null::timestamptz`.as("followedAt"))
    .where("id", "=", given.schoolId),
);

/** Rounds down to two significant digits, and to a multiple of the least step. */
const roundedDown = (value: RawBuilder<number>, least: number) =>
  sql<number>`(${value} - ${value} % greatest(${sql.lit(least)},
    (10 ^ greatest(length(${value}::text) - 2, 0))::int8))`;

const asTheyAre = (value: RawBuilder<number>) => value;

/** Statements about totals. @param shown how sums are shown, the least step of which is given */
function totalsFrom(name: "schoolTotal" | "publicSchoolTotal", shown: typeof roundedDown) {
  // They have these columns in common; the one has a row for each slot that is added to.
  const table = name as "schoolTotal";
  const cents = sql<Cents>`${shown(sql<number>`sum(donated_cents)::int8`, 10_000)}`;
  const ofSchools = statement((given: Parameters<{ schoolIds: string[] }>) =>
    kysely
      .selectFrom(table)
      .select(["schoolId", cents.as("cents")])
      .where((of) => of("schoolId", "=", of.fn.any(given.schoolIds)))
      .groupBy("schoolId"),
  );
  /** Counts and sums of completed donations to all schools. */
  const ofAll = statement(
    (_: Parameters<object>) =>
      kysely
        .selectFrom(table)
        .select((of) => [
          of
            .selectFrom("school")
            .select(sql<number>`count(*)`.as("count"))
            .where("active", "is", true)
            .$asScalar()
            .$notNull()
            .as("schools"),
          sql<number>`coalesce(${shown(sql`sum(donation_count)::int8`, 10)}, 0)`.as("donations"),
          sql<Cents>`coalesce(${cents}, 0)`.as("cents"),
        ]),
    { onRequest: true },
  );
  /** The active schools that have received the most. */
  const largest = statement(
    (_: Parameters<object>) =>
      kysely
        .selectFrom(`${table} as t`)
        .innerJoin("school", "school.id", "t.schoolId")
        .select(["id", "name", "city", "state", cents.as("cents")])
        .where("active", "is", true)
        .groupBy("id")
        .having(sql<boolean>`${cents} > 0`)
        .orderBy("cents", "desc")
        .orderBy("sortKey")
        .limit(5),
    { onRequest: true },
  );
  return { ofSchools, ofAll, largest };
}

/** Live and exact. */
export const liveTotals = totalsFrom("schoolTotal", asTheyAre);

/** As of the last full hour, rounded down to two significant digits and to $100. */
export const publicTotals = totalsFrom("publicSchoolTotal", roundedDown);

/** Makes the totals of this moment the public ones. */
export const replacePublicTotals = insertFrom(
  kysely,
  "publicSchoolTotal",
  kysely
    .selectFrom("schoolTotal")
    .select((of) => [
      "schoolId",
      sql<number>`${of.fn.sum("donationCount")}::int8`.as("donationCount"),
      sql<Cents>`${of.fn.sum("donatedCents")}::int8`.as("donatedCents"),
    ])
    .groupBy("schoolId"),
).onConflict((conflict) =>
  conflict.column("schoolId").doUpdateSet(({ ref }) => ({
    donationCount: ref("excluded.donationCount"),
    donatedCents: ref("excluded.donatedCents"),
  })),
);

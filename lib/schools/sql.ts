/** SQL of schools: importing a directory, following, and sums. */
import { type RawBuilder, sql } from "kysely";
import { insertFrom } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";
import type { Cents } from "../money.ts";

export type SchoolRow = {
  id: string;
  name: string;
  university: string;
  nickname: string;
  monogram: string | null;
  aliases: string[];
  city: string;
  state: string;
  conference: string;
  websiteUrl: string | null;
  description: string | null;
  foundationName: string;
  timeZone: string;
  colors: string[];
  minimumDonationCents: Cents;
  active: boolean;
  sortKey: string;
  searchText: string;
};

/** Adds and updates schools. For existing ones, `active` changes only for the ids in `decided`. */
export const upsertSchools = statement(
  (given: Parameters<{ schools: SchoolRow[]; decided: string[] }>) =>
    insertFrom(
      kysely,
      "school",
      kysely
        .selectFrom(
          recordset(given.schools, "given", {
            ...{ id: "text", name: "text", university: "text", nickname: "text" },
            ...{ monogram: "text", aliases: "text[]", city: "text" },
            ...{ state: "text", conference: "text", websiteUrl: "text", description: "text" },
            ...{ foundationName: "text", timeZone: "text", colors: "text[]" },
            ...{ minimumDonationCents: "int8", active: "boolean" },
            ...{ sortKey: "text", searchText: "text" },
          }),
        )
        .select(["id", "name", "university", "nickname", "monogram", "aliases"])
        .select(["city", "state", "conference"])
        .select(["websiteUrl", "description", "foundationName", "timeZone", "colors"])
        .select(["minimumDonationCents", "active", "sortKey", "searchText"]),
    )
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet(({ ref, eb }) => ({
          name: ref("excluded.name"),
          university: ref("excluded.university"),
          nickname: ref("excluded.nickname"),
          monogram: ref("excluded.monogram"),
          aliases: ref("excluded.aliases"),
          city: ref("excluded.city"),
          state: ref("excluded.state"),
          conference: ref("excluded.conference"),
          websiteUrl: ref("excluded.websiteUrl"),
          description: ref("excluded.description"),
          foundationName: ref("excluded.foundationName"),
          timeZone: ref("excluded.timeZone"),
          colors: ref("excluded.colors"),
          minimumDonationCents: ref("excluded.minimumDonationCents"),
          active: eb
            .case()
            .when("excluded.id", "=", eb.fn.any(given.decided))
            .then(ref("excluded.active"))
            .else(ref("school.active"))
            .end(),
          sortKey: ref("excluded.sortKey"),
          searchText: ref("excluded.searchText"),
        })),
      )
      .returning(["id", sql<boolean>`xmax = 0`.as("added")]),
);

export type FundRow = {
  schoolId: string;
  fundId: string;
  name: string;
  description: string;
  deductibility: string;
  goodFaithValueCents: Cents | null;
  position: number;
};

/** Adds and updates funds. */
export const upsertFunds = statement((given: Parameters<{ funds: FundRow[] }>) =>
  insertFrom(
    kysely,
    "fund",
    kysely
      .selectFrom(
        recordset(given.funds, "given", {
          ...{ schoolId: "text", fundId: "text", name: "text", description: "text" },
          ...{ deductibility: "text", goodFaithValueCents: "int8", position: "int4" },
        }),
      )
      .select(["schoolId", "fundId", "name", "description"])
      .select(["deductibility", "goodFaithValueCents", "position"]),
  ).onConflict((conflict) =>
    conflict.columns(["schoolId", "fundId"]).doUpdateSet(({ ref }) => ({
      name: ref("excluded.name"),
      description: ref("excluded.description"),
      deductibility: ref("excluded.deductibility"),
      goodFaithValueCents: ref("excluded.goodFaithValueCents"),
      position: ref("excluded.position"),
    })),
  ),
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

/** The states and conferences of schools that accept donations, sorted. */
export const selectRegions = statement((_: Parameters<object>) => {
  const distinct = (column: "state" | "conference") =>
    sql<string[]>`array(${kysely
      .selectFrom("school")
      .select(column)
      .distinct()
      .where("active", "is", true)
      .orderBy(column)})`;
  return kysely.selectNoFrom([
    distinct("state").as("states"),
    distinct("conference").as("conferences"),
  ]);
});

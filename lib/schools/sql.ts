/** SQL for schools: importing a directory, following, and totals. */
import { type RawBuilder, type Selectable, sql } from "kysely";
import { insertFrom, raw } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import { kysely, type Tables } from "../database/tables.ts";
import type { Cents } from "../money.ts";

const namesOf = <Name extends string>(columns: Record<Name, unknown>) =>
  Object.keys(columns) as Name[];

/**
 * For `doUpdateSet`: sets these columns to the values of the row to insert. Excludes the key: updating it would take a
 * row lock that blocks the foreign key check of every donation.
 */
const fromExcluded = (columns: object, key: string[]) =>
  Object.fromEntries(
    Object.keys(columns)
      .filter((name) => !key.includes(name))
      .map((name) => [name, sql.ref<never>(`excluded.${name}`)]),
  );

/** The columns of a school that the directory sets. */
const SCHOOL = {
  id: "text",
  name: "text",
  university: "text",
  nickname: "text",
  monogram: "text",
  aliases: "text[]",
  city: "text",
  state: "text",
  conference: "text",
  websiteUrl: "text",
  description: "text",
  foundationName: "text",
  timeZone: "text",
  colors: "text[]",
  motif: "text",
  minimumDonationCents: "int8",
  active: "boolean",
  sortKey: "text",
  searchText: "text",
} as const;

/** Columns an import leaves alone once the foundation has edited them. */
const APPEARANCE = ["description", "colors", "motif"] as const;

const unlessEdited = (name: (typeof APPEARANCE)[number]) =>
  sql<never>`case when school.appearance_edited_at is null then ${sql.ref(`excluded.${name}`)}
    else ${sql.ref(`school.${name}`)} end`;

export type SchoolRow = Pick<Selectable<Tables["school"]>, keyof typeof SCHOOL>;

/** Adds and updates schools. For existing ones, `active` changes only for the IDs in `setActive`. */
export const upsertSchools = statement(
  (params: Parameters<{ schools: SchoolRow[]; setActive: string[] }>) =>
    insertFrom(
      kysely,
      "school",
      kysely.selectFrom(recordset(params.schools, "imported", SCHOOL)).select(namesOf(SCHOOL)),
    )
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet(({ ref, eb }) => ({
          ...fromExcluded(SCHOOL, ["id", ...APPEARANCE]),
          ...Object.fromEntries(APPEARANCE.map((name) => [name, unlessEdited(name)])),
          active: eb
            .case()
            .when("excluded.id", "=", eb.fn.any(params.setActive))
            .then(ref("excluded.active"))
            .else(ref("school.active"))
            .end(),
        })),
      )
      .returning(["id", sql<boolean>`xmax = 0`.as("added")]),
);

/** The columns of a fund that the directory sets, until the foundation has changed it. */
const FUND = {
  schoolId: "text",
  fundId: "text",
  name: "text",
  description: "text",
  deductibility: "text",
  goodFaithValueCents: "int8",
  position: "int4",
} as const;

export type FundRow = Pick<Selectable<Tables["fund"]>, keyof typeof FUND>;

export const upsertFunds = statement((params: Parameters<{ funds: FundRow[] }>) =>
  insertFrom(
    kysely,
    "fund",
    kysely.selectFrom(recordset(params.funds, "imported", FUND)).select(namesOf(FUND)),
  ).onConflict((conflict) =>
    conflict
      .columns(["schoolId", "fundId"])
      .doUpdateSet(fromExcluded(FUND, ["schoolId", "fundId"]))
      .where("fund.editedAt", "is", null),
  ),
);

type MarkRow = { schoolId: string; type: string; image: Buffer };

/** Sets a school's mark. @returns a row if the school exists */
export const upsertMark = statement(({ schoolId, type, image }: Parameters<MarkRow>) =>
  raw(sql<{ schoolId: string }>`
    insert into school_mark (school_id, type, image)
    select id, ${type}::text, ${image}::bytea from school where id = ${schoolId}
    on conflict (school_id) do update set type = excluded.type, image = excluded.image
    returning school_id`),
);

type Follow = { cardholderId: string; schoolId: string };

/** Follows a school if it exists. @returns since when; the no-op update also returns an existing row */
export const insertFollow = statement(({ cardholderId, schoolId }: Parameters<Follow>) =>
  raw(sql<{ followedAt: Date | null }>`
    insert into followed_school (cardholder_id, school_id, followed_at)
    select ${cardholderId}::uuid, id, now() from school where id = ${schoolId}
    on conflict (cardholder_id, school_id) do update set followed_at = followed_school.followed_at
    returning followed_at`),
);

/** Unfollows a school. @returns a row if the school exists */
export const deleteFollow = statement(({ cardholderId, schoolId }: Parameters<Follow>) =>
  raw(sql<{ followedAt: Date | null }>`
    with deleted as (
      delete from followed_school where cardholder_id = ${cardholderId}::uuid and school_id = ${schoolId})
    select null::timestamptz as followed_at from school where id = ${schoolId}`),
);

/** Rounds down to two significant digits, and to a multiple of `minStep`. */
const roundDown = (value: RawBuilder<unknown>, minStep: number) =>
  sql`(${value} - ${value} % greatest(${sql.lit(minStep)},
    (10 ^ greatest(length(${value}::text) - 2, 0))::int8))`;

const exact = (value: RawBuilder<unknown>) => value;

/** Statements about totals. @param round rounds sums down to a minimum step */
function totalsFrom(name: "school_total" | "public_school_total", round: typeof roundDown) {
  const table = sql.table(name);
  const cents = round(sql`sum(donated_cents)::int8`, 10_000);
  const donations = round(sql`sum(donation_count)::int8`, 10);
  const ofSchools = statement(({ schoolIds }: Parameters<{ schoolIds: string[] }>) =>
    raw(sql<{ schoolId: string; cents: Cents }>`
      select school_id, ${cents} as cents from ${table}
      where school_id = any(${schoolIds}) group by school_id`),
  );
  /** Counts and sums of completed donations to all schools. */
  const ofAll = statement(
    (_: Parameters<object>) =>
      raw(sql<{ schools: number; donations: number; cents: Cents }>`
        select (select count(*) from school where active) as schools,
          coalesce(${donations}, 0) as donations, coalesce(${cents}, 0) as cents
        from ${table}`),
    { onRequest: true },
  );
  /** The active schools that have received the most. */
  const largest = statement(
    (_: Parameters<object>) =>
      raw(sql<{ id: string; name: string; city: string; state: string; cents: Cents }>`
        select id, name, city, state, ${cents} as cents
        from ${table} join school on school.id = school_id
        where active group by id having ${cents} > 0
        order by cents desc, sort_key limit 5`),
    { onRequest: true },
  );
  return { ofSchools, ofAll, largest };
}

export const liveTotals = totalsFrom("school_total", exact);

/** As of the last full hour, rounded down to two significant digits and to $100. */
export const publicTotals = totalsFrom("public_school_total", roundDown);

export const replacePublicTotals = raw(sql`
  insert into public_school_total (school_id, donation_count, donated_cents)
  select school_id, sum(donation_count), sum(donated_cents) from school_total group by school_id
  on conflict (school_id) do update
  set donation_count = excluded.donation_count, donated_cents = excluded.donated_cents`);

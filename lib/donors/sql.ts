/** SQL of a school's donors, and of those it has thanked. */
import { type SqlBool, sql } from "kysely";
import type { SchoolApiScope } from "../auth/scopes.ts";
import { raw } from "../database/expressions.ts";
import { type Parameters, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";
import { BANK_CREDIT_FUND, IS_NAMED, NET_CENTS } from "../donations/sql.ts";
import type { Cents } from "../money.ts";
import { actorNameOf } from "../staff/sql.ts";
import { likeLiteral } from "../text.ts";

export type DonorRow = {
  id: string;
  lastAt: Date;
  giftCount: number;
  confirmedCents: Cents;
  name: string | null;
  email: string | null;
};

/**
 * The school's donors, unordered, with the sums of the gifts that they gave under their name, and their name
 * and address as of their latest gift, which are read only for the donors that are needed.
 * @param text in their name or address
 */
export const donors = ({ schoolId }: SchoolApiScope, text: string | undefined) =>
  kysely
    .selectFrom(
      sql<DonorRow>`(
        select x.*, g.name, g.email from (
          select d.cardholder_id as id, max(d.created_at) as last_at, count(*)::int as gift_count,
            coalesce(sum(${NET_CENTS}) filter (where d.status = 'completed'), 0)::int8 as confirmed_cents
          from donation d where d.school_id = ${schoolId} and d.status <> 'canceled' and ${IS_NAMED}
          group by d.cardholder_id
        ) x left join lateral (
          select g.name, g.email from donation d join shared_donor g on g.donation_id = d.id
          where d.school_id = ${schoolId} and d.status <> 'canceled' and d.created_at = x.last_at
            and d.cardholder_id = x.id
          order by d.id desc limit 1
        ) g on true)`.as("x"),
    )
    .selectAll()
    .$if(text !== undefined, (all) =>
      all.where(sql<SqlBool>`(x.name || ' ' || x.email) ilike ${`%${likeLiteral(text ?? "")}%`}`),
    );

export type DonorCounts = { donorCount: number; anonymousCount: number };

/** How many donors there are, and how many gifts without a name. */
export const donorCounts = statement((params: Parameters<{ schoolId: string }>) =>
  raw<DonorCounts>(sql`
    select count(distinct d.cardholder_id) filter (where ${IS_NAMED})::int as donor_count,
      count(*) filter (where not ${IS_NAMED})::int as anonymous_count
    from donation d where d.school_id = ${params.schoolId} and d.status <> 'canceled' and d.waits_for is null`),
);

/** Of gifts to thank for, and of those thanked for: by their donor, amount, fund, and confirmation. */
export type ThanksFilter = {
  text?: string | undefined;
  least?: Cents | undefined;
  most?: Cents | undefined;
  fund?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** Gifts confirmed later aren't meant. */
export type Until = ThanksFilter & { schoolId: string; until: Date };

const isThanked = sql<SqlBool>`exists (select from acknowledgment t where t.donation_id = d.id)`;

/** Whether gift d fits the filter. */
function isWanted({ text, least, most, fund, from, to }: ThanksFilter) {
  const conditions = [
    text !== undefined &&
      sql`exists (select from shared_donor g where g.donation_id = d.id
        and (g.name || ' ' || g.email) ilike ${`%${likeLiteral(text)}%`})`,
    least !== undefined && sql`${NET_CENTS} >= ${least}`,
    most !== undefined && sql`${NET_CENTS} <= ${most}`,
    fund !== undefined && sql`d.fund_id is not distinct from nullif(${fund}, '-')`,
    from && sql`d.completed_at >= ${from}`,
    to && sql`d.completed_at < ${to}`,
  ];
  return sql.join([sql`true`, ...conditions.filter((one) => typeof one === "object")], sql` and `);
}

/**
 * The gifts that a school had confirmed by a time, and hasn't thanked for, unless nothing is left of them. It reads all of
 * the school's confirmed gifts
 * (10 ms for 10,000), so that settling a gift doesn't write another index.
 */
const unthanked = ({ schoolId, until, ...filter }: Until) => sql`
  d.school_id = ${schoolId} and d.status = 'completed' and d.completed_at <= ${until} and ${NET_CENTS} > 0 and ${IS_NAMED}
  and not ${isThanked} and ${isWanted(filter)}`;

/** Their number and dollars. */
export const countUnthanked = (where: Until) =>
  raw<{ count: number; cents: Cents }>(sql`
    select count(*)::int as count, coalesce(sum(${NET_CENTS}), 0)::int8 as cents
    from donation d where ${unthanked(where)}`);

export const countThanked = (schoolId: string, filter: ThanksFilter) =>
  raw<{ count: number; cents: Cents }>(sql`
    select count(*)::int as count, coalesce(sum(${NET_CENTS}), 0)::int8 as cents
    from acknowledgment t join donation d on d.id = t.donation_id
    where t.school_id = ${schoolId} and ${isWanted(filter)}`);

export type ThankableGift = {
  donationId: string;
  completedAt: Date;
  createdAt: Date;
  netCents: Cents;
  confirmationNumber: string | null;
  fundName: string;
  bankName: string;
  message: string | null;
  cardholderId: string;
  donorName: string;
  donorEmail: string;
  /** Only if the donor shares it with the school. */
  encryptedPostalAddress: Buffer | null;
  thankedAt: Date | null;
  thankedBy: string | null;
};

/** Gifts with what is shown of them. */
const thankable = (where: ReturnType<typeof sql>) =>
  kysely
    .selectFrom(
      sql<ThankableGift>`(
        select d.id as donation_id, d.completed_at, d.created_at, ${NET_CENTS} as net_cents, d.cardholder_id,
          c.platform_credit_id as confirmation_number, coalesce(f.name, d.fund_designation) as fund_name,
          b.name as bank_name, d.cardholder_message as message, g.name as donor_name, g.email as donor_email,
          g.encrypted_postal_address, t.thanked_at,
          ${actorNameOf(sql.ref("t.thanked_by"), sql`'school:' || d.school_id`)} as thanked_by
        from donation d ${BANK_CREDIT_FUND} join shared_donor g on g.donation_id = d.id
        left join acknowledgment t on t.donation_id = d.id where ${where})`.as("x"),
    )
    .selectAll();

/** Unordered. @param ids only these */
export const unthankedGifts = (where: Until, ids?: string[]) =>
  thankable(sql`${unthanked(where)} ${ids ? sql`and d.id = any(${ids}::uuid[])` : sql``}`);

export const thankedGifts = (schoolId: string, filter: ThanksFilter) =>
  thankable(sql`t.school_id = ${schoolId} and ${isWanted(filter)}`);

type Marked = Until & { by: string; ids: string[] | null; limit: number };

/** Marks gifts as thanked: these, or the oldest ones of a filter. @returns when, for each new one */
export const insertThanks = ({ by, ids, limit, ...where }: Marked) =>
  raw<{ donationId: string; thankedAt: Date }>(sql`
    insert into acknowledgment (donation_id, school_id, thanked_by)
    select d.id, d.school_id, ${by} from donation d
    where ${unthanked(where)} and (${ids}::uuid[] is null or d.id = any(${ids}::uuid[]))
    order by d.completed_at, d.id limit ${limit}
    on conflict do nothing returning donation_id, thanked_at`);

type Unmarked = { schoolId: string; by: string; ids: string[] | null; at: Date | null };

/** Of these gifts, or of those that someone marked at once. */
export const deleteThanks = statement((params: Parameters<Unmarked>) =>
  raw<{ donationId: string }>(sql`
    delete from acknowledgment where school_id = ${params.schoolId} and (
      donation_id = any(${params.ids}::uuid[]) or (thanked_at = ${params.at} and thanked_by = ${params.by}))
    returning donation_id`),
);

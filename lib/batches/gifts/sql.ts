/** SQL of a school's gifts: finding them, summing them, and what happened to each. */
import { type Expression, type InferResult, type SqlBool, sql } from "kysely";
import { validate as isUuid } from "uuid";
import type { SchoolApiScope } from "../../auth/scopes.ts";
import { anyOf, given, raw } from "../../database/expressions.ts";
import { kysely } from "../../database/tables.ts";
import { parseGiftNumber } from "../../donations/gift-number.ts";
import {
  giftDate,
  IS_AWAITED,
  LISTED_CENTS,
  NET_CENTS,
  ownDonations,
  SHOWN_TO_ALL,
} from "../../donations/sql.ts";
import type { Cents } from "../../money.ts";
import { createdBetween, totalBetween } from "../../pagination/totals.ts";
import { actorNameOf } from "../../staff/sql.ts";
import { emailKey, likeLiteral } from "../../text.ts";
import type { GiftFilters, GiftRecord } from "../contract.ts";

/** What a school is asked to agree to about gift `d`; null if nothing. */
const ASKED = sql<"cancel" | "reverse" | "redirect" | null>`(
  select kind from correction q where q.donation_id = d.id and q.status = 'pending' and q.awaits_foundation
  order by q.created_at, q.id limit 1)`;

/** Gifts with what a school may know of their donors, and their batches. */
const gifts = ownDonations
  .clearSelect()
  .innerJoin("bank as b", "b.id", "d.bankId")
  .leftJoin("sharedDonor as g", "g.donationId", "d.id")
  .leftJoin("giftBatchLine as l", "l.donationId", "d.id")
  .leftJoin("giftBatch as h", "h.id", "l.batchId")
  .select(["h.number as batchNumber", "h.closedAt as batchClosedAt", "d.recurring"])
  .select([...SHOWN_TO_ALL, "b.name as bankName"])
  .select(["f.name as fundName", "g.name as donorName", "g.email as donorEmail"])
  .select(sql<string | null>`${giftDate}::text`.as("giftDate"))
  .select(["books.remittedOn", "books.clearedOn"])
  .select([LISTED_CENTS.as("countedCents"), ASKED.as("asked")])
  .select(["l.batchId", "l.decidedAt", sql<GiftRecord | null>`l.gift`.as("told")]);

export type GiftRow = InferResult<typeof gifts>[number];

const isGift = (gift: string) => {
  const number = parseGiftNumber(gift);
  if (number !== null) return sql<SqlBool>`gift_number(d.id) = ${number.toString()}::bigint`;
  return isUuid(gift) ? sql<SqlBool>`d.id = ${gift}::uuid` : sql<SqlBool>`false`;
};

export const giftOf = ({ schoolId }: SchoolApiScope, gift: string) =>
  gifts
    .select(["g.cardholderId as donorId", "g.encryptedPostalAddress"])
    .where("d.schoolId", "=", schoolId)
    .where(isGift(gift));

export type GiftDetailRow = InferResult<ReturnType<typeof giftOf>>[number];

/** The gifts that lists name, by their numbers or IDs. */
const isOneOf = (named: string[]) => {
  const numbers = named.flatMap((one) => parseGiftNumber(one)?.toString() ?? []);
  const ids = named.filter((one) => isUuid(one));
  return sql<SqlBool>`(gift_number(d.id) = any(${numbers}::bigint[]) or d.id = any(${ids}::uuid[]))`;
};

/** In the form of the two indexes on people's gifts: each has one half of them. */
const isOf = (people: string[]) => {
  const isTheirs = sql`d.cardholder_id = any(${people}::uuid[])`;
  return sql<SqlBool>`((d.attributed and ${isTheirs}) or (not d.attributed and ${isTheirs}))`;
};

const isDonor = (text: string) =>
  sql<SqlBool>`(g.name || ' ' || g.email) ilike ${`%${likeLiteral(text)}%`}`;

/** Of a donation d, its credit c, its line l, and its batch h. */
const PARTS = {
  to_confirm: sql<SqlBool>`(${IS_AWAITED} and h.closed_at is not null)`,
  open: sql<SqlBool>`(d.status = 'pending' and h.id is not null and h.closed_at is null)`,
  waiting: sql<SqlBool>`(d.status = 'pending')`,
  confirmed: sql<SqlBool>`(d.status = 'completed')`,
  declined: sql<SqlBool>`(d.status = 'failed')`,
};

/** The parts of a school's list: its tabs. */
type GiftPart = keyof typeof PARTS;
export const GIFT_PARTS = Object.keys(PARTS) as GiftPart[];

/** What only pages filter by. */
type PageFilters = {
  part?: GiftPart | undefined;
  least?: Cents | undefined;
  most?: Cents | undefined;
  /** The school's own number for them. */
  confirmation?: string | undefined;
  named?: string[] | undefined;
  /** Only gifts given after it, whichever date is filtered by: where a search for a name begins. */
  since?: Date | undefined;
  /** Only gifts of these people. */
  people?: string[] | undefined;
};

type Filters = Omit<GiftFilters, "limit" | "cursor" | "format"> & PageFilters;

export type { Filters as GiftConditions };

/** Every filter except the times. */
function filtered({ schoolId }: SchoolApiScope, filters: Filters) {
  const { donor, gift, status, fund_id, batch_id, bank_id, dollar_amount } = filters;
  const { part, least, most, confirmation, named, since, people } = filters;
  return gifts
    .where("d.schoolId", "=", schoolId)
    .where("d.waitsFor", "is", null)
    .where(({ and }) =>
      and(given({ "d.status": status, "d.bankId": bank_id, "d.amountCents": dollar_amount })),
    )
    .where(({ and }) => and(given({ "l.batchId": batch_id, "c.platformCreditId": confirmation })))
    .$if(fund_id !== undefined, (all) =>
      fund_id === "-"
        ? all.where("d.fundId", "is", null)
        : all.where("d.fundId", "=", fund_id as string),
    )
    .$if(part !== undefined, (all) => all.where(PARTS[part as GiftPart]))
    .$if(least !== undefined, (all) => all.where("d.amountCents", ">=", least as Cents))
    .$if(most !== undefined, (all) => all.where("d.amountCents", "<=", most as Cents))
    .$if(named !== undefined, (all) => all.where(isOneOf(named as string[])))
    .$if(since !== undefined, (all) => all.where("d.createdAt", ">", since as Date))
    .$if(people !== undefined, (all) => all.where(isOf(people as string[])))
    .$if(gift !== undefined, (all) => all.where(isGift(gift as string)))
    .$if(donor !== undefined, (all) => all.where(isDonor(donor as string)));
}

const CREATED_AT = sql.ref<Date>("d.createdAt");

/** The times, of the chosen date. A list that is read from the newest gift on begins at the end of them. */
function isBetween({ schoolId }: SchoolApiScope, { date = "created_at", ...times }: Filters) {
  const { from, to } = times;
  const isBefore = createdBetween(CREATED_AT, { to });
  if (date !== "gift_date") {
    // As the index of declined gifts has it.
    const isDeclined = date === "failed_at" ? PARTS.declined : sql`true`;
    const isIn = createdBetween(sql.ref<Date>(`d.${date}`), times);
    return sql<SqlBool>`(${isIn} and ${isBefore} and ${isDeclined})`;
  }
  /** A day begins by `at` if it's no later than this one. */
  const dayBefore = (at: Date) => sql`((${at}::timestamptz - interval '1 ms')
    at time zone (select time_zone from school where id = ${schoolId}))::date`;
  // Two ranges, each with an index: no date means the day of the confirmation.
  return sql<SqlBool>`(d.status = 'completed' and ${isBefore} and (
    (d.gift_date is not null ${from ? sql`and d.gift_date > ${dayBefore(from)}` : sql``}
      ${to ? sql`and d.gift_date <= ${dayBefore(to)}` : sql``})
    or (d.gift_date is null and ${createdBetween(sql.ref<Date>("d.completedAt"), times)})))`;
}

export const filteredGifts = (scope: SchoolApiScope, filters: Filters) =>
  filtered(scope, filters).where(isBetween(scope, filters));

/** Their number, if it's known without counting each. Undefined with filters that leave few enough to count. */
export function knownTotal(
  scope: SchoolApiScope,
  { status, from, to, ...others }: Filters,
): Expression<number> | undefined {
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  const rows = kysely
    .selectFrom("donation as d")
    .where("d.schoolId", "=", scope.schoolId)
    .where(({ and }) => and(given({ "d.status": status })));
  const all = totalBetween({
    list: "donations",
    owner: anyOf(kysely.selectFrom("bank").select("id")),
    part: scope.schoolId,
    ...{ status, rows, createdAt: CREATED_AT, from, to },
  });
  const waiting = rows
    .where("d.waitsFor", "is not", null)
    .where(createdBetween(CREATED_AT, { from, to }))
    .select((of) => of.fn.countAll().as("count"));
  return sql`(${all} - ${waiting})::int8`;
}

export const hasConfirmation = ({ schoolId }: SchoolApiScope, number: string) =>
  kysely
    .selectFrom("credit as c")
    .innerJoin("donation as d", "d.id", "c.donationId")
    .select("d.id")
    .where("d.schoolId", "=", schoolId)
    .where("c.platformCreditId", "=", number)
    .limit(1);

export const banksOf = ({ schoolId }: SchoolApiScope) =>
  raw<{ value: string; text: string }>(sql`
    select id as value, name as text from bank cross join lateral
      (select from donation where bank_id = bank.id and school_id = ${schoolId} limit 1) given
    order by name, id`);

/** When the last gift before a school's latest ones was given, if it has more than so many. */
export const latestSince = ({ schoolId }: SchoolApiScope, count: number, to: Date | undefined) =>
  kysely
    .selectFrom("donation as d")
    .select("d.createdAt as since")
    .where("d.schoolId", "=", schoolId)
    .where(createdBetween(CREATED_AT, { to }))
    .orderBy("d.createdAt", "desc")
    .offset(count)
    .limit(1);

/** The people whom an address may be recorded for: it's their own, or that of a bank's account. */
export const peopleWith = (email: string) =>
  raw<{ id: string }>(sql`
    select id from cardholder where email_key = ${emailKey(email)}
    union select cardholder_id from account
    where bank_id in (select id from bank) and lower(email) = lower(${email}) and cardholder_id is not null`);

/** The gifts that a school still has to answer for, in parts. They are few: an index has only them. */
type WaitingGifts = {
  toConfirm: number;
  toConfirmCents: Cents;
  /** Of those to confirm. */
  late: number;
  /** What a platform hasn't answered in time, too. */
  overdue: number;
  open: number;
  /** All of them. */
  waiting: number;
  /** When the next donor expects an answer. */
  dueAt: Date | null;
};

export const waitingGifts = ({ schoolId }: Pick<SchoolApiScope, "schoolId">) => {
  return raw<WaitingGifts>(sql`
    select count(*) filter (where ${PARTS.to_confirm})::int as to_confirm,
      coalesce(sum(d.amount_cents) filter (where ${PARTS.to_confirm}), 0)::int8 as to_confirm_cents,
      count(*) filter (where ${PARTS.to_confirm} and d.estimated_confirmation_at < now())::int as late,
      count(*) filter (where ${IS_AWAITED} and (h.id is null or h.closed_at is not null)
        and d.estimated_confirmation_at < now())::int as overdue,
      count(*) filter (where ${PARTS.open})::int as open,
      count(*)::int as waiting,
      min(d.estimated_confirmation_at) filter (where ${PARTS.to_confirm}
        and d.estimated_confirmation_at >= now()) as due_at
    from donation d join credit c on c.donation_id = d.id
    left join gift_batch_line l on l.donation_id = d.id left join gift_batch h on h.id = l.batch_id
    where d.school_id = ${schoolId} and d.status = 'pending'`);
};

/** How many there are in all, and of those that are decided. */
export function decidedGifts(scope: SchoolApiScope) {
  const total = (status?: "completed" | "failed") =>
    sql<number>`(${knownTotal(scope, { status })})::int`;
  return kysely.selectNoFrom([
    total().as("all"),
    total("completed").as("confirmed"),
    total("failed").as("declined"),
  ]);
}

/** The dollars given on each day of a month, by whether they are confirmed. */
export type DayOfGifts = {
  day: string;
  confirmed: Cents;
  waiting: Cents;
  confirmedCount: number;
  waitingCount: number;
};

type Month = { schoolId: string; from: Date; timeZone: string };

export const giftsByDay = ({ schoolId, from, timeZone }: Month) =>
  raw<DayOfGifts>(sql`
    select (created_at at time zone ${timeZone})::date::text as day,
      count(*) filter (where status = 'completed')::int as confirmed_count,
      count(*) filter (where status = 'pending')::int as waiting_count,
      coalesce(sum(${NET_CENTS}) filter (where status = 'completed'), 0)::int8 as confirmed,
      coalesce(sum(${NET_CENTS}) filter (where status = 'pending'), 0)::int8 as waiting
    from donation d where school_id = ${schoolId} and created_at >= ${from} and status in ('pending', 'completed')
      and waits_for is null
    group by 1 order by 1`);

/** What happened to a gift at its school, and who did it there. */
export function historyOf({ schoolId }: SchoolApiScope, donationId: string) {
  const school = sql<string>`'school:' || d.school_id`;
  return kysely
    .selectFrom("donation as d")
    .leftJoin("credit as c", "c.donationId", "d.id")
    .leftJoin("giftBatchLine as l", "l.donationId", "d.id")
    .leftJoin("giftBatch as b", "b.id", "l.batchId")
    .leftJoin("acknowledgment as t", "t.donationId", "d.id")
    .select(["c.attemptStartedAt", "c.heldAt", "l.enteredAt", "b.number as batchNumber"])
    .select(["b.closedAt", "l.decidedAt", "l.confirmationNumber", "l.refusalReason", "t.thankedAt"])
    .select([
      actorNameOf(sql.ref("l.decided_by"), school).as("decidedBy"),
      actorNameOf(sql.ref("t.thanked_by"), school).as("thankedBy"),
    ])
    .where("d.id", "=", donationId)
    .where("d.schoolId", "=", schoolId);
}

export type GiftHistory = InferResult<ReturnType<typeof historyOf>>[number];

/** SQL of a school's gifts: finding them, summing them, and what happened to each. */
import { type Expression, type InferResult, type SqlBool, sql } from "kysely";
import { validate as isUuid } from "uuid";
import type { SchoolApiScope } from "../../auth/scopes.ts";
import { anyOf, given } from "../../database/expressions.ts";
import { kysely } from "../../database/tables.ts";
import { parseGiftNumber } from "../../donations/gift-number.ts";
import { cardholderDonations, giftDate, SHOWN_TO_ALL } from "../../donations/sql.ts";
import type { Cents } from "../../money.ts";
import { createdBetween, totalBetween } from "../../pagination/totals.ts";
import { actorNameOf } from "../../staff/sql.ts";
import { likeLiteral } from "../../text.ts";
import type { GiftFilters, GiftRecord } from "../contract.ts";

/** Gifts with what a school may know of their donors, and their batches. */
const gifts = cardholderDonations
  .clearSelect()
  .innerJoin("bank as b", "b.id", "d.bankId")
  .leftJoin("sharedDonor as g", "g.donationId", "d.id")
  .leftJoin("giftBatchLine as l", "l.donationId", "d.id")
  .select([...SHOWN_TO_ALL, "b.name as bankName"])
  .select(["f.name as fundName", "g.name as donorName", "g.email as donorEmail"])
  .select(sql<string | null>`${giftDate}::text`.as("giftDate"))
  .select(["l.batchId", "l.decidedAt", sql<GiftRecord | null>`l.gift`.as("told")]);

export type GiftRow = InferResult<typeof gifts>[number];

const isGift = (gift: string) => {
  const number = parseGiftNumber(gift);
  if (number !== null) return sql<SqlBool>`gift_number(d.id) = ${number.toString()}::bigint`;
  return isUuid(gift) ? sql<SqlBool>`d.id = ${gift}::uuid` : sql<SqlBool>`false`;
};

/** A school's gift by its number or ID. */
export const giftOf = ({ schoolId }: SchoolApiScope, gift: string) =>
  gifts
    .select(["g.cardholderId as donorId", "g.encryptedPostalAddress"])
    .where("d.schoolId", "=", schoolId)
    .where(isGift(gift));

export type GiftDetailRow = InferResult<ReturnType<typeof giftOf>>[number];

const isDonor = (text: string) =>
  sql<SqlBool>`(g.name || ' ' || g.email) ilike ${`%${likeLiteral(text)}%`}`;

type Filters = Omit<GiftFilters, "limit" | "cursor" | "format">;

/** Every filter except the times. */
function filtered({ schoolId }: SchoolApiScope, filters: Filters) {
  const { donor, gift, status, fund_id, batch_id, bank_id, dollar_amount } = filters;
  return gifts
    .where("d.schoolId", "=", schoolId)
    .where(({ and }) =>
      and(given({ "d.status": status, "d.bankId": bank_id, "d.amountCents": dollar_amount })),
    )
    .where(({ and }) => and(given({ "l.batchId": batch_id })))
    .$if(fund_id !== undefined, (all) =>
      all.where(sql<SqlBool>`d.fund_id is not distinct from nullif(${fund_id}, '-')`),
    )
    .$if(gift !== undefined, (all) => all.where(isGift(gift as string)))
    .$if(donor !== undefined, (all) => all.where(isDonor(donor as string)));
}

const CREATED_AT = sql.ref<Date>("d.createdAt");

/** The times, of the chosen date. */
function isBetween({ schoolId }: SchoolApiScope, { date = "created_at", ...times }: Filters) {
  if (date !== "gift_date") return createdBetween(sql.ref<Date>(`d.${date}`), times);
  const { from, to } = times;
  /** A day begins by `at` if it's no later than this one. */
  const dayBefore = (at: Date) => sql`((${at}::timestamptz - interval '1 ms')
    at time zone (select time_zone from school where id = ${schoolId}))::date`;
  // Two ranges, each with an index: no date means the day of the confirmation.
  return sql<SqlBool>`(d.status = 'completed' and (
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
  return totalBetween({
    list: "donations",
    owner: anyOf(kysely.selectFrom("bank").select("id")),
    part: scope.schoolId,
    status,
    rows: filtered(scope, { status }),
    createdAt: CREATED_AT,
    from,
    to,
  });
}

export const giftTotals = (scope: SchoolApiScope, filters: Filters) =>
  filteredGifts(scope, filters)
    .clearSelect()
    .select([
      sql<number>`count(*)`.as("count"),
      sql<Cents>`coalesce(sum(d.amount_cents), 0)::int8`.as("cents"),
    ]);

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

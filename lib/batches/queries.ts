/** Reads a school's gifts and batches. Queries filter by ID and school together, so another school's aren't found. */
import type { SchoolApiScope } from "../auth/scopes.ts";
import { dayAt, startOfDay } from "../calendar.ts";
import { decryptAddress } from "../cardholders/profile/postal-address.ts";
import type { Page } from "../contract.ts";
import { onlyRow, requireRow, run, runForOne } from "../database/run.ts";
import { serialize } from "../database/serialize.ts";
import { giftNumberOf } from "../donations/gift-number.ts";
import { totalsOf } from "../donations/sql.ts";
import { withTotals } from "../donations/totals.ts";
import { ServiceError } from "../errors.ts";
import { toDollars } from "../money.ts";
import { readPage } from "../pagination/pages.ts";
import { NO_COUNT } from "../pagination/totals.ts";
import {
  type BatchFilters,
  type GiftFilters,
  type SchoolBatch,
  type SchoolGift,
  type SchoolGiftDetail,
  schoolBatch,
  schoolGift,
  schoolGiftDetail,
} from "./contract.ts";
import * as giftSql from "./gifts/sql.ts";
import * as sql from "./sql.ts";

const fieldsOf = (row: giftSql.GiftRow) => ({
  gift_number: giftNumberOf(row.id),
  donation_id: row.id,
  donor_name: row.donorName?.trim() ?? null,
  dollar_amount: toDollars(row.amountCents),
  net_usd: toDollars(row.countedCents),
  correction_asked: row.asked,
  school_confirmation_id: row.platformCreditId,
  held: row.status === "pending" && row.heldAt !== null,
});

const serializeGift = (row: giftSql.GiftRow): SchoolGift =>
  serialize(schoolGift, row, fieldsOf(row));

const serializeGiftDetail = (row: giftSql.GiftDetailRow): SchoolGiftDetail =>
  serialize(schoolGiftDetail, row, {
    ...fieldsOf(row),
    donor_postal_address: row.donorId && decryptAddress(row.donorId, row.encryptedPostalAddress),
  });

const serializeBatch = (row: sql.BatchRow): SchoolBatch =>
  serialize(schoolBatch, row, {
    batch_id: row.id,
    status: row.closedAt === null ? "open" : "closed",
    dollar_amount: toDollars(row.amountCents),
  });

/** @param total their number, if it's known @param order latest first, unless it says otherwise */
const readGifts = <Item>(
  scope: SchoolApiScope,
  { order, ...filters }: GiftPage,
  show: (row: giftSql.GiftRow) => Item,
  total = giftSql.knownTotal(scope, filters),
): Promise<Page<Item>> =>
  readPage({
    list: order ? `school-gifts ${order}` : "school-gifts",
    tenant: scope.schoolId,
    filters,
    rows: giftSql.filteredGifts(scope, filters),
    by: { ...GIFT_ORDERS[order ?? "latest"], id: "d.id" },
    total,
    show,
  });

const GIFT_ORDERS = {
  latest: { at: "d.createdAt" },
  oldest: { at: "d.createdAt", isAscending: true },
  largest: { at: "d.amountCents", type: "bigint" },
  smallest: { at: "d.amountCents", type: "bigint", isAscending: true },
} as const;

export type GiftOrder = keyof typeof GIFT_ORDERS;

type GiftPage = giftSql.GiftConditions & {
  limit: number;
  cursor?: string | undefined;
  order?: GiftOrder | undefined;
};

/** One page of the school's gifts, newest first. @param total their number, if it's known */
export const listGifts = (
  scope: SchoolApiScope,
  { format: _, ...filters }: GiftFilters & giftSql.GiftConditions,
  total?: ReturnType<typeof giftSql.knownTotal>,
): Promise<Page<SchoolGift>> => readGifts(scope, filters, serializeGift, total);

/** A gift of the school by its number or ID. @throws ServiceError DONATION_NOT_FOUND */
export async function getGift(scope: SchoolApiScope, gift: string): Promise<SchoolGiftDetail> {
  return serializeGiftDetail(await requireRow(giftSql.giftOf(scope, gift), "DONATION_NOT_FOUND"));
}

const showGift = (row: giftSql.GiftRow) => ({
  ...row,
  number: giftNumberOf(row.id),
  donorName: row.donorName?.trim() ?? null,
  isLate: row.estimatedConfirmationAt.getTime() < Date.now(),
});

export type ListedGift = ReturnType<typeof showGift>;

/** One page of the school's gifts, and the number and dollars of all that match, up to `MAX_SUMMED`. */
export async function listGiftsWithTotals(scope: SchoolApiScope, filters: GiftPage) {
  const page = await readGifts(scope, filters, showGift, NO_COUNT);
  const { order: _, ...conditions } = filters;
  return withTotals(page, filters, totalsOf(giftSql.filteredGifts(scope, conditions)));
}

/** Among how many of a school's latest gifts a name is searched: reading more would take longer than a page may. */
export const MAX_SEARCHED = 10_000;

/** How a donor is found: by their own address among all gifts, or by a part of their name among the latest ones. */
export async function findDonor(
  scope: SchoolApiScope,
  donor: string,
  to: Date | undefined,
  most = MAX_SEARCHED,
) {
  const people = donor.includes("@") ? await run(giftSql.peopleWith(donor)) : [];
  if (people.length > 0) return { donor, people: people.map(({ id }) => id) };
  return { donor, since: (await runForOne(giftSql.latestSince(scope, most, to)))?.since };
}

export const isConfirmationOf = async (scope: SchoolApiScope, number: string): Promise<boolean> =>
  (await run(giftSql.hasConfirmation(scope, number))).length > 0;

export const listGivingBanks = (scope: SchoolApiScope) => run(giftSql.banksOf(scope));

export const readWaitingGifts = (scope: Pick<SchoolApiScope, "schoolId">) =>
  run(giftSql.waitingGifts(scope)).then(onlyRow);

/** Reversals that the school has to decide, the longest waiting first. */
export const listReversals = async ({ schoolId }: SchoolApiScope, limit: number) =>
  (await sql.findReversals({ schoolId, limit })).map((one) => ({
    ...one,
    number: giftNumberOf(one.id),
  }));

export type ListedReversal = Awaited<ReturnType<typeof listReversals>>[number];

/** For every page's rail. */
export const countToConfirm = async (scope: SchoolApiScope): Promise<number> =>
  (await readWaitingGifts(scope)).toConfirm;

export async function countGifts(scope: SchoolApiScope) {
  const [waiting, decided] = await Promise.all([
    readWaitingGifts(scope),
    run(giftSql.decidedGifts(scope)).then(onlyRow),
  ]);
  return { ...waiting, ...decided };
}

/** What happened to a gift, and who did it. @throws ServiceError DONATION_NOT_FOUND */
export const readHistory = (
  scope: SchoolApiScope,
  donationId: string,
): Promise<giftSql.GiftHistory> =>
  requireRow(giftSql.historyOf(scope, donationId), "DONATION_NOT_FOUND");

export const listBatches = ({ schoolId }: SchoolApiScope, filters: BatchFilters) =>
  readPage({
    list: "school-batches",
    tenant: schoolId,
    filters,
    rows: sql.batches.where("b.schoolId", "=", schoolId),
    by: { at: "b.openedAt", id: "b.id" },
    show: serializeBatch,
  });

/** A batch of the school. @throws ServiceError BATCH_NOT_FOUND */
export const findBatch = (
  { schoolId }: Pick<SchoolApiScope, "schoolId">,
  batchId: string,
): Promise<sql.BatchRow> =>
  requireRow(
    sql.batches.where("b.id", "=", batchId).where("b.schoolId", "=", schoolId),
    "BATCH_NOT_FOUND",
  );

/** The same, as the API returns it. @throws ServiceError BATCH_NOT_FOUND */
export async function getBatch(scope: SchoolApiScope, batchId: string): Promise<SchoolBatch> {
  return serializeBatch(await findBatch(scope, batchId));
}

/**
 * What a school's team has to do now, and what was given this month. `nextCloseAt`: when an open batch closes
 * by itself; null for only by hand.
 */
export async function readToday(scope: SchoolApiScope, timeZone: string) {
  const { schoolId } = scope;
  const today = dayAt(new Date(), timeZone);
  const from = startOfDay(`${today.slice(0, 7)}-01`, timeZone);
  const openBatch = sql.batches.where("b.schoolId", "=", schoolId).where("b.closedAt", "is", null);
  const [schedule, batches, gifts, open, days] = await Promise.all([
    readSchedule({ schoolId }),
    run(sql.waitingBatches(schoolId)),
    readWaitingGifts(scope),
    runForOne(openBatch),
    run(giftSql.giftsByDay({ schoolId, from, timeZone })),
  ]);
  return { ...schedule, today, batches, gifts, days, open: open ? serializeBatch(open) : null };
}

export type Today = Awaited<ReturnType<typeof readToday>>;

/** What a closed batch waits for; null if nothing. */
export const readWaitingBatch = ({ schoolId }: SchoolApiScope, batchId: string) =>
  runForOne(sql.waitingBatches(schoolId, { batchId })).then((found) => found ?? null);

/** When a school's open batch closes by itself; null for only by hand. */
export async function readSchedule({ schoolId }: Pick<SchoolApiScope, "schoolId">) {
  const [schedule] = await sql.findSchedule({ schoolId });
  if (!schedule) throw new ServiceError("SCHOOL_NOT_FOUND");
  return schedule;
}

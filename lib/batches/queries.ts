/** Reads a school's gifts and batches. Queries filter by ID and school together, so another school's aren't found. */
import type { SchoolApiScope } from "../auth/scopes.ts";
import { decryptAddress } from "../cardholders/profile/postal-address.ts";
import type { Page } from "../contract.ts";
import { onlyRow, requireRow, run, runForOne } from "../database/run.ts";
import { serialize } from "../database/serialize.ts";
import { giftNumberOf } from "../donations/gift-number.ts";
import { lateGifts } from "../donations/sql.ts";
import { ServiceError } from "../errors.ts";
import { asCents, sumOfCents, toDollars } from "../money.ts";
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

const readGifts = <Item>(
  scope: SchoolApiScope,
  { format: _, ...filters }: GiftFilters,
  show: (row: giftSql.GiftRow) => Item,
  total = giftSql.knownTotal(scope, filters),
): Promise<Page<Item>> =>
  readPage({
    list: "school-gifts",
    tenant: scope.schoolId,
    filters,
    rows: giftSql.filteredGifts(scope, filters),
    by: { at: "d.createdAt", id: "d.id" },
    total,
    show,
  });

/** One page of the school's gifts, newest first. @param total their number, if it's known */
export const listGifts = (
  scope: SchoolApiScope,
  filters: GiftFilters,
  total?: ReturnType<typeof giftSql.knownTotal>,
): Promise<Page<SchoolGift>> => readGifts(scope, filters, serializeGift, total);

/** A gift of the school by its number or ID. @throws ServiceError DONATION_NOT_FOUND */
export async function getGift(scope: SchoolApiScope, gift: string): Promise<SchoolGiftDetail> {
  return serializeGiftDetail(await requireRow(giftSql.giftOf(scope, gift), "DONATION_NOT_FOUND"));
}

/** One page of the school's gifts, and the number and dollars of all that match. */
export async function listGiftsWithTotals(scope: SchoolApiScope, filters: GiftFilters) {
  const show = (row: giftSql.GiftRow) => ({ ...serializeGift(row), cents: row.amountCents });
  const page = await readGifts(scope, filters, show, NO_COUNT);
  // One page has them all: searching for a donor reads every gift, so it's done once.
  if (filters.cursor === undefined && page.nextCursor === null) {
    const cents = sumOfCents(page.items.map((gift) => gift.cents));
    return { ...page, total: page.items.length, cents };
  }
  const { count: total, cents } = onlyRow(await run(giftSql.giftTotals(scope, filters)));
  return { ...page, total, cents };
}

/** What happened to a gift, and who did it. @throws ServiceError DONATION_NOT_FOUND */
export const readHistory = (
  scope: SchoolApiScope,
  donationId: string,
): Promise<giftSql.GiftHistory> =>
  requireRow(giftSql.historyOf(scope, donationId), "DONATION_NOT_FOUND");

/** One page of the school's batches, newest first. */
export function listBatches(
  { schoolId }: SchoolApiScope,
  filters: BatchFilters,
): Promise<Page<SchoolBatch>> {
  return readPage({
    list: "school-batches",
    tenant: schoolId,
    filters,
    rows: sql.batches.where("b.schoolId", "=", schoolId),
    by: { at: "b.openedAt", id: "b.id" },
    show: serializeBatch,
  });
}

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
 * What a school's team has to do now. `nextCloseAt`: when an open batch closes by itself; null for only by hand.
 */
export async function readToday({ schoolId }: SchoolApiScope) {
  const openBatch = sql.batches.where("b.schoolId", "=", schoolId).where("b.closedAt", "is", null);
  const [schedule, waiting, [late], open] = await Promise.all([
    readSchedule({ schoolId }),
    run(sql.waitingBatches(schoolId)),
    lateGifts({ schoolId }),
    runForOne(openBatch),
  ]);
  return {
    ...schedule,
    waiting,
    late: late ?? { count: 0, cents: asCents(0) },
    open: open ? serializeBatch(open) : null,
  };
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

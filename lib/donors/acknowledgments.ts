/** Donors to thank: those of confirmed gifts who let the school know who they are. */
import { nameOfActor } from "../auth/actors.ts";
import { auditEach } from "../auth/audit.ts";
import { recheck } from "../auth/permissions.ts";
import type { SchoolApiScope, SchoolScope } from "../auth/scopes.ts";
import { decryptAddress } from "../cardholders/profile/postal-address.ts";
import type { Page } from "../contract.ts";
import { everyPage, streamCsv, tableOf } from "../csv.ts";
import { onlyRow, run } from "../database/run.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { giftNumberOf } from "../donations/gift-number.ts";
import { toDecimalString } from "../money.ts";
import { readPage } from "../pagination/pages.ts";
import { NO_COUNT } from "../pagination/totals.ts";
import * as sql from "./sql.ts";

/** The most gifts one action marks. */
export const MAX_MARKED = 10_000;

const PAGE = 500;

export type ThanksPage = Page<sql.ThankableGift>;

type At = { limit: number; cursor?: string | undefined };

/** Which gifts: confirmed by a time, and fitting a filter. */
type ToThank = Omit<sql.Until, "schoolId"> & { ids?: string[] | undefined };

/** One page of those to thank, the oldest confirmation first. @throws InvalidInput `cursor_invalid` */
export function listToThank({ schoolId }: SchoolApiScope, which: ToThank, at: At) {
  const { ids, ...where } = which;
  return readPage({
    list: "to-thank",
    tenant: schoolId,
    filters: { ...which, ...at },
    rows: sql.unthankedGifts({ schoolId, ...where }, ids),
    by: { at: "x.completedAt", id: "x.donationId", isAscending: true },
    total: NO_COUNT,
    show: (gift) => gift,
  });
}

/** One page of those who were thanked, the latest first. @throws InvalidInput `cursor_invalid` */
export const listThanked = ({ schoolId }: SchoolApiScope, filter: sql.ThanksFilter, at: At) =>
  readPage({
    list: "thanked",
    tenant: schoolId,
    filters: { ...filter, ...at },
    rows: sql.thankedGifts(schoolId, filter),
    by: { at: "x.thankedAt", id: "x.donationId" },
    total: NO_COUNT,
    show: (gift) => gift,
  });

export async function countToThank({ schoolId }: SchoolApiScope, which: ToThank) {
  return onlyRow(await run(sql.countUnthanked({ schoolId, ...which })));
}

export async function countThanked({ schoolId }: SchoolApiScope, filter: sql.ThanksFilter) {
  return onlyRow(await run(sql.countThanked(schoolId, filter)));
}

/** For mail merges. */
const TO_THANK = tableOf<sql.ThankableGift>({
  donor_name: ({ donorName }) => donorName.trim(),
  donor_email: ({ donorEmail }) => donorEmail,
  postal_address: ({ cardholderId, encryptedPostalAddress }) =>
    decryptAddress(cardholderId, encryptedPostalAddress) ?? "",
  amount: ({ netCents }) => toDecimalString(netCents),
  fund: ({ fundName }) => fundName,
  bank: ({ bankName }) => bankName,
  gift_number: ({ donationId }) => giftNumberOf(donationId),
  confirmation_number: ({ confirmationNumber }) => confirmationNumber ?? "",
  accepted_at: ({ createdAt }) => createdAt.toISOString(),
  confirmed_at: ({ completedAt }) => completedAt.toISOString(),
  message: ({ message }) => message ?? "",
});

/** Everyone to thank, the oldest confirmation first. */
export function toThankCsv(scope: SchoolApiScope, which: ToThank) {
  const gifts = everyPage((cursor) => listToThank(scope, which, { limit: PAGE, cursor }));
  return streamCsv({ scope, action: "gifts.export" }, TO_THANK, gifts, { bom: true });
}

type Marks = Omit<ToThank, "ids"> & {
  /** The gifts; null for all that fit. */
  ids: string[] | null;
  /** How many were shown, for marking all. */
  expected: number;
};

class MoreThanShown extends Error {}

/**
 * Marks gifts as thanked for.
 * @returns how many it marked, and when. Null, and none is marked, if all were to be marked and there are
 * more than were
 *   shown, because another was confirmed at that moment
 * @throws ServiceError as `recheck`
 */
export async function markThanked(
  scope: SchoolScope,
  { ids, expected, ...which }: Marks,
): Promise<{ count: number; at: Date | undefined } | null> {
  const { schoolId } = scope;
  const by = nameOfActor(scope.actor);
  const limit = MAX_MARKED;
  try {
    return await transaction(async (tx) => {
      await recheck(tx, scope, "acknowledgments.change");
      const marked = await run(sql.insertThanks({ schoolId, ...which, by, ids, limit }), tx);
      const count = marked.length;
      if (ids === null && count > Math.min(expected, limit)) throw new MoreThanShown();
      await recordChange(tx, scope, "thanked", marked);
      return { count, at: marked[0]?.thankedAt };
    });
  } catch (error) {
    if (error instanceof MoreThanShown) return null;
    throw error;
  }
}

function recordChange(
  tx: Transaction,
  scope: SchoolScope,
  done: "thanked" | "not_thanked",
  gifts: { donationId: string }[],
): Promise<void> {
  const numbers = gifts.map(({ donationId }) => giftNumberOf(donationId));
  return auditEach(tx, scope, ["acknowledgments.change", scope.schoolId], { [done]: numbers });
}

/**
 * Marks gifts as not thanked for yet.
 * @param which the gifts, or all that this member marked at a time
 * @returns how many were
 * @throws ServiceError as `recheck`
 */
export function markUnthanked(scope: SchoolScope, which: string[] | Date): Promise<number> {
  const { schoolId } = scope;
  const by = nameOfActor(scope.actor);
  return transaction(async (tx) => {
    await recheck(tx, scope, "acknowledgments.change");
    const gifts = Array.isArray(which) ? { ids: which, at: null } : { ids: null, at: which };
    const unmarked = await sql.deleteThanks({ schoolId, by, ...gifts }, tx);
    await recordChange(tx, scope, "not_thanked", unmarked);
    return unmarked.length;
  });
}

/** Events about donations after they have settled. */
import { db } from "../database/prisma.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import type { EventType } from "../webhooks/event-types.ts";
import { recordEvent } from "../webhooks/events/record.ts";
import { serializeDonation } from "./serialize.ts";
import { claimDueDonation, raiseSequence } from "./sql.ts";

/** Tells the bank what a donation is like now, with a higher sequence than before. @param more what else it says */
export async function recordNextEvent(
  tx: Transaction,
  type: EventType,
  donationId: string,
  at: Date,
  more: Record<string, unknown> = {},
): Promise<string> {
  const row = await raiseSequence(tx, donationId);
  const { bankId, sequence } = row;
  const data = { ...serializeDonation(row), bank_user_id: row.bankUserId, ...more };
  return recordEvent(tx, { bankId, donationId, type, sequence, data, at });
}

/**
 * Announces recurring donations that are due, most overdue first, so that their banks submit the next ones. A suspended
 * bank's wait until it's active again. Guarded by the due time, so only one of several concurrent callers announces each.
 * @param now the time by which they must be due
 * @returns the number of announcements
 */
export async function announceRecurrences(now: Date, atMost: number): Promise<number> {
  const due = await db().donation.findMany({
    where: { recurrenceDueAt: { lte: now }, bank: { status: "active" } },
    orderBy: { recurrenceDueAt: "asc" },
    take: atMost,
    select: { id: true },
  });
  let announced = 0;
  for (const { id } of due) if (await announceRecurrence(id, now)) announced++;
  return announced;
}

/** @returns false if it isn't due by then, or was announced before */
export const announceRecurrence = (donationId: string, now: Date): Promise<boolean> =>
  transaction(async (tx) => {
    if (!(await claimDueDonation(tx, donationId, now))) return false;
    await recordNextEvent(tx, "donation.recurrence_due", donationId, now);
    return true;
  });

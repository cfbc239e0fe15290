/** Recurring donations: when one is due, its bank is told, and submits the next. */
import { db } from "../database/prisma.ts";
import { transaction } from "../database/transaction.ts";
import { recordEvent } from "../webhooks/events/record.ts";
import { serializeDonation } from "./serialize.ts";
import { takeDue } from "./sql.ts";

/** Notifies the bank of a due donation. Guarded by the due time, so that only one of several callers does. */
async function announce(donationId: string, now: Date): Promise<boolean> {
  return transaction(async (tx) => {
    const row = await takeDue(tx, donationId, now);
    if (!row) return false;
    const { bankId, sequence, bankUserId } = row;
    await recordEvent(tx, {
      bankId,
      donationId,
      type: "donation.recurrence_due",
      sequence,
      data: { ...serializeDonation(row), bank_user_id: bankUserId },
      at: now,
    });
    return true;
  });
}

/**
 * Announces recurring donations that are due, longest due first. Those of a suspended bank wait until it may give
 * again.
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
  for (const { id } of due) if (await announce(id, now)) announced++;
  return announced;
}

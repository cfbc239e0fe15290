/** Recurring donations: when one is due, its bank is notified and submits the next. */
import { db } from "../database/prisma.ts";
import { transaction } from "../database/transaction.ts";
import { recordNextEvent } from "./next-event.ts";
import { claimDueDonation } from "./sql.ts";

/** Notifies the bank of a due donation. Guarded by the due time, so only one of several concurrent callers does. */
async function announce(donationId: string, now: Date): Promise<boolean> {
  return transaction(async (tx) => {
    if (!(await claimDueDonation(tx, donationId, now))) return false;
    await recordNextEvent(tx, "donation.recurrence_due", donationId, now);
    return true;
  });
}

/**
 * Announces recurring donations that are due, most overdue first. A suspended bank's wait until it's active again.
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

/** What payments cover, beside the ledger: it decides dates and statuses, never a balance or a digest. */
import type { Transaction } from "../../database/transaction.ts";
import { recordEvents } from "../../webhooks/events/record.ts";
import * as sql from "./sql.ts";

/**
 * Covers the open lines of pairs with what their payments have left. Call it with the pairs locked.
 * @param reduced statements of which less is due now
 * @returns the statements that are paid now
 */
export async function coverPairs(
  tx: Transaction,
  bankId: string,
  schoolIds: string[],
  reduced: string[] = [],
) {
  const touched = new Set(reduced);
  for (const schoolId of schoolIds) {
    for (;;) {
      const covered = await sql.allocate({ bankId, schoolId }, tx);
      if (covered.length === 0) break;
      for (const { statementId } of covered) if (statementId !== null) touched.add(statementId);
    }
  }
  if (touched.size === 0) return [];
  const ids = [...touched];
  await sql.lockStatements({ ids }, tx);
  return sql.markPaid({ ids }, tx);
}

export async function announcePaid(tx: Transaction, paid: sql.PaidStatement[]): Promise<void> {
  const events = paid.map(({ bankId, statementId, number, paidAt }) => ({
    bankId,
    donationId: null,
    type: "statement.paid" as const,
    sequence: 0,
    data: { statement_id: statementId, number, status: "paid", paid_at: paidAt.toISOString() },
    at: paidAt,
  }));
  await recordEvents(tx, events);
}

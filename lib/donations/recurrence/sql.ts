/** The guarded update of a recurring donation. */
import { sql } from "kysely";
import { runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import type { Transaction } from "../../database/transaction.ts";

/** Takes a donation that is due, so that nobody else announces it. @returns the event's sequence, if it was */
export async function takeDue(tx: Transaction, donationId: string, now: Date) {
  const taken = kysely
    .updateTable("donation")
    .set((of) => ({ sequence: of("sequence", "+", sql.lit(1)), recurrenceDueAt: null }))
    .where("id", "=", donationId)
    .where("recurrenceDueAt", "<=", now)
    .returning("sequence");
  return (await runForOne(taken, tx))?.sequence;
}

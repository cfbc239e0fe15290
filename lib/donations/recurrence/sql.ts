/** The guarded update of a recurring donation. */
import { sql } from "kysely";
import { runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import type { Transaction } from "../../database/transaction.ts";

/** Claims a due donation, so that no other caller announces it. @returns the event's sequence if it was claimed */
export async function takeDue(tx: Transaction, donationId: string, now: Date) {
  const taken = kysely
    .updateTable("donation")
    .set((of) => ({ sequence: of("sequence", "+", sql.lit(1)), recurrenceDueAt: null }))
    .where("id", "=", donationId)
    .where("recurrenceDueAt", "<=", now)
    .returning("sequence");
  return (await runForOne(taken, tx))?.sequence;
}

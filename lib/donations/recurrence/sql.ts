/** The guarded update of a recurring donation. */
import { sql } from "kysely";
import { affected, runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import type { Transaction } from "../../database/transaction.ts";
import { shownDonations } from "../sql.ts";

/** Claims a due donation, so that no other caller announces it. @returns it, with its event's sequence, if it was claimed */
export async function takeDue(tx: Transaction, donationId: string, now: Date) {
  const taken = kysely
    .updateTable("donation")
    .set((of) => ({ sequence: of("sequence", "+", sql.lit(1)), recurrenceDueAt: null }))
    .where("id", "=", donationId)
    .where("recurrenceDueAt", "<=", now);
  if ((await affected(taken, tx)) === 0) return undefined;
  const shown = shownDonations
    .leftJoin("account as a", "a.id", "d.accountId")
    .select("a.bankUserId")
    .where("d.id", "=", donationId);
  return runForOne(shown, tx);
}

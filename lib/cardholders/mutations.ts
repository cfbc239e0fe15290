/** Writes cardholders: one portal identity per email address. */
import { v7 as uuidv7 } from "uuid";
import { runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import type { Transaction } from "../database/transaction.ts";
import { emailKey } from "../text.ts";

/**
 * Returns the identity of an address, and creates it if needed. Linking an account proves nothing about the
 * address and sends no email; only the set-password email does. One statement either way: neither the
 * response nor its time tells a bank whether the address was already known.
 */
export async function ensureCardholder(tx: Transaction, email: string): Promise<string> {
  const values = { id: uuidv7(), email, emailKey: emailKey(email) };
  const findOrMake = kysely
    .with("made", (db) =>
      db
        .insertInto("cardholder")
        .values(values)
        .onConflict((conflict) => conflict.column("emailKey").doNothing())
        .returning("id"),
    )
    .selectFrom("made")
    .select("id")
    .unionAll((of) =>
      of.selectFrom("cardholder").select("id").where("emailKey", "=", values.emailKey),
    );
  for (;;) {
    const found = await runForOne(findOrMake, tx);
    // No row: a concurrent request created it too late for this statement to see it.
    if (found) return found.id;
  }
}

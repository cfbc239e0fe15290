/** Creates cardholders: one portal identity per email address. */
import { v7 as uuidv7 } from "uuid";
import { runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import type { Transaction } from "../database/transaction.ts";
import { emailKey } from "../text.ts";

/**
 * Finds or creates the cardholder with an email address. Linking an account doesn't verify the address; only the
 * set-password email does. One statement either way, so neither the response nor its timing reveals to a bank
 * whether the address was already known.
 */
export async function ensureCardholder(tx: Transaction, email: string): Promise<string> {
  const values = { id: uuidv7(), email, emailKey: emailKey(email) };
  const findOrCreate = kysely
    .with("created", (db) =>
      db
        .insertInto("cardholder")
        .values(values)
        .onConflict((conflict) => conflict.column("emailKey").doNothing())
        .returning("id"),
    )
    .selectFrom("created")
    .select("id")
    .unionAll((of) =>
      of.selectFrom("cardholder").select("id").where("emailKey", "=", values.emailKey),
    );
  for (;;) {
    const found = await runForOne(findOrCreate, tx);
    // No row: a concurrent request created it after this statement's snapshot.
    if (found) return found.id;
  }
}

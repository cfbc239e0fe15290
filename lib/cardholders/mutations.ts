/** Writing cardholders: one portal identity per email address. */
import { v7 as uuidv7 } from "uuid";
import type { Transaction } from "../database/transaction.ts";
import { emailKey } from "../text.ts";
import { findOrInsertCardholder } from "./sql.ts";

/**
 * The identity behind an address, made where there is none yet. Linking proves nothing about the
 * address and sends no email; the set-password email does. One that is there stays as it is, in one
 * statement as well: neither the answer nor the round trips tell a bank whether others know the address.
 */
export async function ensureCardholder(tx: Transaction, email: string): Promise<string> {
  const key = emailKey(email);
  for (;;) {
    const [found] = await findOrInsertCardholder({ id: uuidv7(), email, emailKey: key }, tx);
    // None: another request made it at the same moment, too late for this statement to see it.
    if (found) return found.id;
  }
}

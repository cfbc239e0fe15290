/** Writing cardholders: one portal identity per e-mail address. */
import { v7 as uuidv7 } from "uuid";
import type { Transaction } from "../db.ts";
import { emailKey } from "../text.ts";

/**
 * The identity behind an address, made where there is none yet. Linking proves nothing about the
 * address and sends no mail; the set-password mail does.
 */
export async function ensureCardholder(tx: Transaction, email: string): Promise<string> {
  // The update changes nothing; without it a row that exists would not be returned.
  const { rows } = await tx.query<{ id: string }>(
    `insert into cardholder (id, email, email_key) values ($1, $2, $3)
     on conflict (email_key) do update set email_key = excluded.email_key
     returning id`,
    [uuidv7(), email, emailKey(email)],
  );
  return (rows[0] as { id: string }).id;
}

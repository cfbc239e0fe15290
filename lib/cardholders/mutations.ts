/** Writing cardholders: one portal identity per email address. */
import { v7 as uuidv7 } from "uuid";
import type { Transaction } from "../database/transaction.ts";
import { emailKey } from "../text.ts";
import { bankNameOf } from "./names.ts";

/**
 * The identity behind an address, made where there is none yet. Linking proves nothing about the
 * address and sends no email; the set-password email does. One that is there stays as it is, in one
 * statement as well: neither the answer nor the round trips tell a bank whether others know the address.
 */
export async function ensureCardholder(tx: Transaction, email: string): Promise<string> {
  for (;;) {
    const { rows } = await tx.query<{ id: string }>(
      `with made as (
         insert into cardholder (id, email, email_key) values ($1, $2, $3)
         on conflict (email_key) do nothing returning id
       )
       select id from made union all select id from cardholder where email_key = $3`,
      [uuidv7(), email, emailKey(email)],
    );
    // None: another request made it at the same moment, too late for this statement to see it.
    if (rows[0]) return rows[0].id;
  }
}

/**
 * Keeps the name that a person has when they prove their address: from then on only they change it.
 * With accounts at several banks it is that of the oldest, which no later link can become.
 */
export async function keepName(tx: Transaction, cardholderId: string): Promise<void> {
  await tx.query(
    `update cardholder c set display_name = ${bankNameOf("c.id")}
     where id = $1 and display_name is null`,
    [cardholderId],
  );
}

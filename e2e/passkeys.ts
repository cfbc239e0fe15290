/** Passkeys that are listed, but can't be used. */
import { query } from "./application.ts";

/** One with this name. */
export async function insertPasskey(email: string, name: string): Promise<void> {
  await query(
    `insert into passkey (id, credential_id, cardholder_id, public_key, name)
     select gen_random_uuid(), ('credential of ' || id)::bytea, id, 'key', $2
     from cardholder where email_key = $1`,
    [email, name],
  );
}

/** One on a phone and one in a password manager, with names as long as possible. */
export async function insertPasskeys(email: string): Promise<void> {
  await query(
    `insert into passkey (id, credential_id, cardholder_id, public_key, name, backed_up, last_used_at)
     select gen_random_uuid(), (c.id || $2 || n)::bytea, c.id, 'key', left($2 || n, 50), n = 1,
       case when n = 1 then now() end
     from cardholder c, generate_series(1, 2) n where email_key = $1`,
    [email, "Alexandra’s new telephone ".repeat(3)],
  );
}

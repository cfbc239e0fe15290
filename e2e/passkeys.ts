/** Passkeys that are listed, but can't be used. */
import { query } from "./application.ts";

const LONG_NAME = "Alexandra’s new telephone ".repeat(3);

/** By default one on a phone and one in a password manager, with names as long as possible. */
export async function insertPasskeys(
  email: string,
  names: string[] = [LONG_NAME, LONG_NAME],
): Promise<void> {
  await query(
    `insert into passkey (id, credential_id, cardholder_id, public_key, name, backed_up, last_used_at)
     select gen_random_uuid(), (c.id || name || n)::bytea, c.id, 'key', left(name, 50), n = 1,
       case when n = 1 then now() end
     from cardholder c, unnest($2::text[]) with ordinality as passkeys (name, n) where email_key = $1`,
    [email, names],
  );
}

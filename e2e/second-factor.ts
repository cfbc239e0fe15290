/** Cardholders with a second factor. */
import { hashOfRecoveryCode, makeRecoveryCodes } from "../lib/auth/passwords/recovery-codes.ts";
import { makeTotpSecret } from "../lib/auth/passwords/totp.ts";
import { encrypt } from "../lib/encryption.ts";
import { totpCodeAt } from "../test/totp.ts";
import { type Person, query, secrets } from "./application.ts";

/**
 * Turns on a cardholder's second factor, as if their app had the secret. `codeAt(n)` returns the code `n` 30-second
 * steps from now: -1, 0, and 1 are valid, in this order and once each.
 */
export async function enrollSecondFactor({ email }: Pick<Person, "email">) {
  const [person] = await query("select id from cardholder where email_key = $1", [email]);
  const id = String(person?.id);
  const secret = makeTotpSecret();
  const key = Buffer.from(String(secrets().IDENTITY_SECRETS_KEY), "base64");
  const encrypted = encrypt([key], `totp:${id}`, secret);
  await query(
    `insert into totp (cardholder_id, encrypted_secret, confirmed_at)
     values ($1, $2, now())`,
    [id, encrypted],
  );
  const recoveryCodes = makeRecoveryCodes();
  await query(
    "insert into recovery_code (cardholder_id, code_hash) select $1, unnest($2::bytea[])",
    [id, recoveryCodes.map(hashOfRecoveryCode)],
  );
  const codeAt = (steps: number) => totpCodeAt(secret, new Date(Date.now() + steps * 30_000));
  return { secret, codeAt, recoveryCodes };
}

/** Forgets when the person's sessions last proved a second factor. */
export const forgetProofs = (email: string) =>
  query(
    `update session_family set verified_at = now() - interval '11 minutes'
     where cardholder_id = (select id from cardholder where email_key = $1)`,
    [email],
  );

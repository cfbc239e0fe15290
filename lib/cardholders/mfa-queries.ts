/** How the second factor stands: on, being turned on, or off. */
import type { CardholderScope } from "../auth/scopes.ts";
import { totpUri } from "../auth/totp.ts";
import { pool } from "../database/pool.ts";
import { openTotp } from "./mfa-secrets.ts";

/** A secret that is being handed to an app: as text, and as the address of a QR code. */
export type Enrolment = { secret: string; uri: string };

/** After that, whoever begins has to show the password again. */
const ENROLMENT_MINUTES = 30;

/** A secret that was made and waits for a first code of it; null where there is none, or none so new. */
export async function readPending(cardholderId: string) {
  const { rows } = await pool().query<{ keyId: string; sealedSecret: Buffer; email: string }>(
    `select t.key_id as "keyId", t.sealed_secret as "sealedSecret", c.email
     from totp t join cardholder c on c.id = t.cardholder_id
     where t.cardholder_id = $1 and t.confirmed_at is null
       and t.created_at > now() - make_interval(mins => $2)`,
    [cardholderId, ENROLMENT_MINUTES],
  );
  const row = rows[0];
  return row ? { ...row, secret: openTotp(cardholderId, row.keyId, row.sealedSecret) } : null;
}

/** The same secret again, for a page that is loaded again. */
export async function pendingEnrolment(scope: CardholderScope): Promise<Enrolment | null> {
  const pending = await readPending(scope.cardholderId);
  return pending && { secret: pending.secret, uri: totpUri(pending.secret, pending.email) };
}

/** Since when it is on, and how many recovery codes are left; null where it is off. */
export async function mfaStanding(
  scope: CardholderScope,
): Promise<{ since: string; codesLeft: number } | null> {
  const { rows } = await pool().query<{ since: Date; left: number }>(
    `select confirmed_at as since,
       (select count(*) from recovery_code r
        where r.cardholder_id = t.cardholder_id and used_at is null) as left
     from totp t where cardholder_id = $1 and confirmed_at is not null`,
    [scope.cardholderId],
  );
  const row = rows[0];
  return row ? { since: row.since.toISOString(), codesLeft: Number(row.left) } : null;
}

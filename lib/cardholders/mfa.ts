/** Turning the second factor on and off. The settings page calls these; there is no API for them. */
import type { Guess } from "../auth/guesses.ts";
import { verifyPassword } from "../auth/passwords.ts";
import { hashOfRecoveryCode, makeRecoveryCodes } from "../auth/recovery-codes.ts";
import type { CardholderScope } from "../auth/scopes.ts";
import { makeTotpSecret, totpStepOf, totpUri } from "../auth/totp.ts";
import { pool } from "../database/pool.ts";
import { db } from "../database/prisma.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { attemptCode } from "./code-attempts.ts";
import { takeCode } from "./mfa-codes.ts";
import { type Enrolment, readPending } from "./mfa-queries.ts";
import { sealTotp } from "./mfa-secrets.ts";
import { noteSecurityEvent } from "./security-events.ts";
import { guessOwnPassword } from "./session-guesses.ts";

/**
 * Makes a secret for the app, for whoever has the password: a session that was left open must not lock
 * its owner out. It asks for nothing until a code of it was shown.
 * @throws ServiceError RATE_LIMITED after too many wrong tries
 */
export async function beginEnrolment(
  scope: CardholderScope,
  password: string,
): Promise<Enrolment | "wrong_password" | "on_already"> {
  const { cardholderId } = scope;
  const guess = await guessPassword(scope, password);
  if (!guess) return "wrong_password";
  await guess.wasRight();
  const secret = makeTotpSecret();
  const { keyId, sealed } = sealTotp(cardholderId, secret);
  // Guarded: what is on is not replaced.
  const { rows } = await pool().query<{ email: string }>(
    `insert into totp (cardholder_id, key_id, sealed_secret) values ($1, $2, $3)
     on conflict (cardholder_id) do update
       set key_id = excluded.key_id, sealed_secret = excluded.sealed_secret, created_at = now()
       where totp.confirmed_at is null
     returning (select email from cardholder where id = $1) as email`,
    [cardholderId, keyId, sealed],
  );
  return rows[0] ? { secret, uri: totpUri(secret, rows[0].email) } : "on_already";
}

/**
 * Turns the second factor on, once a code has shown that the app has the secret.
 * @returns recovery codes, to be shown this once; null where the code is wrong, or nothing was begun
 *   or too long ago
 * @throws ServiceError RATE_LIMITED after too many wrong ones
 */
export async function confirmEnrolment(
  scope: CardholderScope,
  code: string,
): Promise<string[] | null> {
  const { cardholderId } = scope;
  const pending = await readPending(cardholderId);
  if (!pending) return null;
  let step: number | null = null;
  await attemptCode(scope, cardholderId, async () => {
    step = totpStepOf(pending.secret, code.replaceAll(/\s/g, ""));
    return step !== null;
  });
  if (step === null) return null;
  return transaction(async (tx) => {
    // Guarded on the secret that the code is of; this code signs nobody in any more.
    const { rowCount } = await tx.query(
      `update totp set confirmed_at = now(), last_step = $3
       where cardholder_id = $1 and sealed_secret = $2 and confirmed_at is null`,
      [cardholderId, pending.sealedSecret, step],
    );
    if (rowCount !== 1) return null;
    await noteSecurityEvent(tx, scope, cardholderId, "mfa_enabled");
    return replaceRecoveryCodes(tx, cardholderId);
  });
}

/**
 * Ten new recovery codes in place of all before, for whoever has the password and a code: with the
 * password alone one could make the codes that turn the second factor off.
 * @throws ServiceError RATE_LIMITED after too many wrong tries
 */
export async function renewRecoveryCodes(
  scope: CardholderScope,
  password: string,
  code: string,
): Promise<string[] | "wrong_password" | "wrong_code"> {
  const { cardholderId } = scope;
  const guess = await guessPassword(scope, password);
  if (!guess) return "wrong_password";
  // Codes have a limit of their own.
  await guess.wasRight();
  if (!(await takeCode(scope, cardholderId, code))) return "wrong_code";
  return transaction(async (tx) => {
    const { rowCount } = await tx.query(
      "select from totp where cardholder_id = $1 and confirmed_at is not null for update",
      [cardholderId],
    );
    // Turned off since the code was taken.
    if (rowCount !== 1) return "wrong_code" as const;
    await noteSecurityEvent(tx, scope, cardholderId, "recovery_codes_renewed");
    return replaceRecoveryCodes(tx, cardholderId);
  });
}

async function replaceRecoveryCodes(tx: Transaction, cardholderId: string): Promise<string[]> {
  const codes = makeRecoveryCodes();
  await tx.query("delete from recovery_code where cardholder_id = $1", [cardholderId]);
  await tx.query(
    "insert into recovery_code (cardholder_id, code_hash) select $1, unnest($2::bytea[])",
    [cardholderId, codes.map(hashOfRecoveryCode)],
  );
  return codes;
}

/**
 * Turns the second factor off, for whoever has the password and a code.
 * @throws ServiceError RATE_LIMITED after too many wrong tries
 */
export async function disableMfa(
  scope: CardholderScope,
  password: string,
  code: string,
): Promise<"off" | "wrong_password" | "wrong_code"> {
  const { cardholderId } = scope;
  const guess = await guessPassword(scope, password);
  if (!guess) return "wrong_password";
  // Codes have a limit of their own.
  await guess.wasRight();
  if (!(await takeCode(scope, cardholderId, code))) return "wrong_code";
  await transaction(async (tx) => {
    await tx.query("delete from recovery_code where cardholder_id = $1", [cardholderId]);
    const { rowCount } = await tx.query("delete from totp where cardholder_id = $1", [
      cardholderId,
    ]);
    if (rowCount === 1) await noteSecurityEvent(tx, scope, cardholderId, "mfa_disabled");
  });
  return "off";
}

/** One try at the password of this session's cardholder. @returns null where it is wrong */
async function guessPassword(scope: CardholderScope, password: string): Promise<Guess | null> {
  const guess = await guessOwnPassword(scope);
  const person = await db().cardholder.findUniqueOrThrow({ where: { id: scope.cardholderId } });
  return (await verifyPassword(person.passwordHash, password)) ? guess : null;
}

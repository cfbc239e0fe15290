/**
 * Taking a code of a second factor. Each works once, whoever else tries it at the same moment, and
 * every try is counted, wherever it is made.
 */
import { hashOfRecoveryCode } from "../auth/recovery-codes.ts";
import type { CardholderScope, SystemScope } from "../auth/scopes.ts";
import { totpStepOf } from "../auth/totp.ts";
import { pool } from "../database/pool.ts";
import { db } from "../database/prisma.ts";
import { transaction } from "../database/transaction.ts";
import { attemptCode } from "./code-attempts.ts";
import { openTotp } from "./mfa-secrets.ts";
import { noteSecurityEvent, portal } from "./security-events.ts";

/**
 * Takes a code of the app, or a recovery code in its place.
 * @returns false where it is wrong, was used before, or there is no second factor
 * @throws ServiceError RATE_LIMITED after too many wrong ones
 */
export async function takeCode(
  scope: CardholderScope | SystemScope,
  cardholderId: string,
  given: string,
): Promise<boolean> {
  const code = given.replaceAll(/[\s-]/g, "");
  const ofApp = /^\d{6}$/.test(code);
  const check = ofApp
    ? () => takeTotpCode(cardholderId, code)
    : () => takeRecoveryCode(cardholderId, code);
  return attemptCode(scope, cardholderId, check, { unguessable: !ofApp });
}

async function takeTotpCode(cardholderId: string, code: string): Promise<boolean> {
  const totp = await db().totp.findUnique({ where: { cardholderId } });
  if (!totp?.confirmedAt) return false;
  const step = totpStepOf(openTotp(cardholderId, totp.keyId, totp.sealedSecret), code);
  if (step === null) return false;
  // Guarded, so that of two requests with one code only one gets in.
  const { rowCount } = await pool().query(
    `update totp set last_step = $2
     where cardholder_id = $1 and confirmed_at is not null and (last_step is null or last_step < $2)`,
    [cardholderId, step],
  );
  return rowCount === 1;
}

async function takeRecoveryCode(cardholderId: string, code: string): Promise<boolean> {
  return transaction(async (tx) => {
    const { rowCount } = await tx.query(
      `update recovery_code set used_at = now()
       where cardholder_id = $1 and code_hash = $2 and used_at is null`,
      [cardholderId, hashOfRecoveryCode(code)],
    );
    if (rowCount !== 1) return false;
    await noteSecurityEvent(tx, portal, cardholderId, "recovery_code_used");
    return true;
  });
}

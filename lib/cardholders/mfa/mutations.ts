/** Turns the second factor on and off. Used by the settings page; the API has no operations for it. */
import { type Attempt, verifyAttempt } from "../../auth/limits/password-attempts.ts";
import { hashOfRecoveryCode, makeRecoveryCodes } from "../../auth/passwords/recovery-codes.ts";
import { makeTotpSecret, totpStepOf, totpUri } from "../../auth/passwords/totp.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { db } from "../../database/prisma.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { attemptCurrentPassword } from "../password/session-attempts.ts";
import { recordSecurityEvent } from "../security-events.ts";
import { attemptCode } from "./code-attempts.ts";
import { takeCode } from "./codes.ts";
import { type Enrollment, readPending } from "./queries.ts";
import { totpSecrets } from "./secrets.ts";
import {
  beginTotp,
  confirmTotp,
  deleteRecoveryCodes,
  deleteTotp,
  insertRecoveryCodes,
  lockConfirmedTotp,
} from "./sql.ts";

/**
 * Makes a secret for the authenticator app. Requires the password: someone at an open session must not lock
 * its owner out. It takes effect once a code was entered.
 * @throws ServiceError RATE_LIMITED after too many wrong attempts
 */
export async function beginEnrollment(
  scope: CardholderScope,
  password: string,
): Promise<Enrollment | "wrong_password" | "on_already"> {
  const { cardholderId } = scope;
  const attempt = await attemptPassword(scope, password);
  if (!attempt) return "wrong_password";
  await attempt.succeeded();
  const secret = makeTotpSecret();
  const { keyId, sealed } = totpSecrets.seal(cardholderId, secret);
  const [begun] = await beginTotp({ cardholderId, keyId, sealedSecret: sealed });
  return begun ? { secret, uri: totpUri(secret, begun.email) } : "on_already";
}

/**
 * Turns the second factor on, once a code shows that the app has the secret.
 * @returns recovery codes, to be shown this once; null if the code is wrong, or enrollment was not begun or
 *   has expired
 * @throws ServiceError RATE_LIMITED after too many wrong ones
 */
export async function confirmEnrollment(
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
    const { sealedSecret } = pending;
    const confirmed = await confirmTotp({ cardholderId, sealedSecret, step: step as number }, tx);
    if (confirmed.length === 0) return null;
    await recordSecurityEvent(tx, scope, cardholderId, "mfa_enabled");
    return replaceRecoveryCodes(tx, cardholderId);
  });
}

/**
 * Replaces the recovery codes with ten new ones. Requires a code as well as the password: otherwise the
 * password alone would be enough to turn the second factor off.
 * @throws ServiceError RATE_LIMITED after too many wrong attempts
 */
export async function renewRecoveryCodes(
  scope: CardholderScope,
  password: string,
  code: string,
): Promise<string[] | "wrong_password" | "wrong_code"> {
  const { cardholderId } = scope;
  const attempt = await attemptPassword(scope, password);
  if (!attempt) return "wrong_password";
  // Codes have their own limit.
  await attempt.succeeded();
  if (!(await takeCode(scope, cardholderId, code))) return "wrong_code";
  return transaction(async (tx) => {
    // It was turned off after the code was accepted.
    if ((await lockConfirmedTotp({ cardholderId }, tx)).length === 0) return "wrong_code" as const;
    await recordSecurityEvent(tx, scope, cardholderId, "recovery_codes_renewed");
    return replaceRecoveryCodes(tx, cardholderId);
  });
}

async function replaceRecoveryCodes(tx: Transaction, cardholderId: string): Promise<string[]> {
  const codes = makeRecoveryCodes();
  await deleteRecoveryCodes({ cardholderId }, tx);
  await insertRecoveryCodes({ cardholderId, codeHashes: codes.map(hashOfRecoveryCode) }, tx);
  return codes;
}

/**
 * Turns the second factor off. Requires the password and a code.
 * @throws ServiceError RATE_LIMITED after too many wrong attempts
 */
export async function disableMfa(
  scope: CardholderScope,
  password: string,
  code: string,
): Promise<"off" | "wrong_password" | "wrong_code"> {
  const { cardholderId } = scope;
  const attempt = await attemptPassword(scope, password);
  if (!attempt) return "wrong_password";
  // Codes have their own limit.
  await attempt.succeeded();
  if (!(await takeCode(scope, cardholderId, code))) return "wrong_code";
  await transaction(async (tx) => {
    await deleteRecoveryCodes({ cardholderId }, tx);
    const deleted = await deleteTotp({ cardholderId }, tx);
    if (deleted.length === 1) await recordSecurityEvent(tx, scope, cardholderId, "mfa_disabled");
  });
  return "off";
}

/** One attempt at the password of this session's cardholder. @returns null if it is wrong */
async function attemptPassword(scope: CardholderScope, password: string): Promise<Attempt | null> {
  const attempt = await attemptCurrentPassword(scope);
  const { cardholderId } = scope;
  const { passwordHash } = await db().cardholder.findUniqueOrThrow({ where: { id: cardholderId } });
  const isRight = await verifyAttempt(attempt, passwordHash, password, [cardholderId]);
  return isRight ? attempt : null;
}

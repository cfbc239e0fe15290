/**
 * Verifies a code of a second factor. Each code works once, even under concurrency, and every attempt
 * counts.
 */

import type { Actor } from "../../auth/audit.ts";
import { hashOfRecoveryCode } from "../../auth/passwords/recovery-codes.ts";
import { totpStepOf } from "../../auth/passwords/totp.ts";
import { db } from "../../database/prisma.ts";
import { transaction } from "../../database/transaction.ts";
import { portal, recordSecurityEvent } from "../security-events.ts";
import { attemptCode } from "./code-attempts.ts";
import { totpSecrets } from "./secrets.ts";
import { takeRecoveryCode, takeTotpStep } from "./sql.ts";

/**
 * Accepts a code from the authenticator app, or a recovery code.
 * @returns false if it is wrong or used, or if there is no second factor
 * @throws ServiceError RATE_LIMITED after too many wrong ones
 */
export async function takeCode(by: Actor, cardholderId: string, given: string): Promise<boolean> {
  const code = given.replaceAll(/[\s-]/g, "");
  const ofApp = /^\d{6}$/.test(code);
  const check = ofApp
    ? () => takeTotpCode(cardholderId, code)
    : () => redeemRecoveryCode(cardholderId, code);
  return attemptCode(by, cardholderId, check, { unguessable: !ofApp });
}

async function takeTotpCode(cardholderId: string, code: string): Promise<boolean> {
  const totp = await db().totp.findUnique({ where: { cardholderId } });
  if (!totp?.confirmedAt) return false;
  const step = totpStepOf(totpSecrets.open(cardholderId, totp.keyId, totp.sealedSecret), code);
  if (step === null) return false;
  return (await takeTotpStep({ cardholderId, step })).length === 1;
}

async function redeemRecoveryCode(cardholderId: string, code: string): Promise<boolean> {
  return transaction(async (tx) => {
    const codeHash = hashOfRecoveryCode(code);
    if ((await takeRecoveryCode({ cardholderId, codeHash }, tx)).length === 0) return false;
    await recordSecurityEvent(tx, portal, cardholderId, "recovery_code_used");
    return true;
  });
}

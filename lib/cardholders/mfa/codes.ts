/**
 * Verifies a code of a second factor. Each code works once, even under concurrency, and every attempt
 * counts: ten an hour across all places, then growing waits. Reaching this step takes the password, so a
 * wrong code may mean that it was stolen, and the owner is told.
 */
import type { Actor } from "../../auth/audit.ts";
import { encryptedIn } from "../../auth/encrypted-columns.ts";
import { tooManyAttempts } from "../../auth/limits/attempt-limiter.ts";
import { hashOfRecoveryCode } from "../../auth/passwords/recovery-codes.ts";
import { totpStepOf } from "../../auth/passwords/totp.ts";
import { inSeconds, now } from "../../database/expressions.ts";
import { db } from "../../database/prisma.ts";
import { affected } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { transaction } from "../../database/transaction.ts";
import { portal, recordSecurityEvent } from "../security-events.ts";
import { countAttempt } from "./sql.ts";

/** What cardholders' authenticator apps share with us. */
export const totpSecrets = encryptedIn({
  table: "totp",
  id: "cardholder_id",
  ring: "identitySecretsKeys",
  columns: ["encrypted_secret"],
});

/** Attempts per hour, before the waits begin. */
const FREE_ATTEMPTS = 10;
const POLICY = { name: "codes", points: FREE_ATTEMPTS, seconds: 60 * 60 };

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
  const step = totpStepOf(totpSecrets.decrypt(cardholderId, totp.encryptedSecret), code);
  if (step === null) return false;
  // Guarded: of two concurrent requests with one code, only one succeeds.
  const isLater = { OR: [{ lastStep: null }, { lastStep: { lt: step } }] };
  const { count } = await db().totp.updateMany({
    where: { cardholderId, confirmedAt: { not: null }, ...isLater },
    data: { lastStep: step },
  });
  return count === 1;
}

async function redeemRecoveryCode(cardholderId: string, code: string): Promise<boolean> {
  // Guarded: each code works once.
  const use = kysely
    .updateTable("recoveryCode")
    .set({ usedAt: now })
    .where("cardholderId", "=", cardholderId)
    .where("codeHash", "=", hashOfRecoveryCode(code))
    .where("usedAt", "is", null);
  return transaction(async (tx) => {
    if ((await affected(use, tx)) === 0) return false;
    await recordSecurityEvent(tx, portal, cardholderId, "recovery_code_used");
    return true;
  });
}

/**
 * One attempt at a code, counted before anything is checked, so that concurrent attempts cannot exceed the
 * limit. The waits are 1, 2, 4, … minutes, up to an hour, and are reset after a day without an attempt.
 * @param unguessable accepted even while other codes have to wait: it can't be found by guessing, so the
 *   owner always gets in
 * @returns whether it was right
 * @throws ServiceError RATE_LIMITED if it has to wait
 */
export async function attemptCode(
  by: Actor,
  cardholderId: string,
  check: () => Promise<boolean>,
  { unguessable = false } = {},
): Promise<boolean> {
  const [counted] = await countAttempt({ cardholderId, freeAttempts: FREE_ATTEMPTS });
  const isRight = counted || unguessable ? await check() : false;
  if (!counted) {
    if (isRight) return true;
    await alertOwner(by, cardholderId);
    const seconds = await secondsToWait(cardholderId);
    throw tooManyAttempts({ seconds, policy: POLICY });
  }
  if (isRight) await takeAttemptBack(cardholderId);
  else if (counted.attemptCount >= FREE_ATTEMPTS) await alertOwner(by, cardholderId);
  return isRight;
}

/** Earlier wrong ones still count; otherwise an attacker would profit. */
async function takeAttemptBack(cardholderId: string): Promise<void> {
  await db().codeAttempt.updateMany({
    where: { cardholderId, attemptCount: { gt: 0 } },
    data: { attemptCount: { decrement: 1 }, waitUntil: null },
  });
}

async function secondsToWait(cardholderId: string): Promise<number> {
  const attempts = await db().codeAttempt.findUnique({ where: { cardholderId } });
  const until = attempts?.waitUntil?.getTime() ?? 0;
  return Math.max(1, Math.ceil((until - Date.now()) / 1_000));
}

/** Alerts the owner, at most once an hour. */
async function alertOwner(by: Actor, cardholderId: string): Promise<void> {
  const alert = kysely
    .updateTable("codeAttempt")
    .set({ alertedAt: now })
    .where("cardholderId", "=", cardholderId)
    .where((of) =>
      of.or([of("alertedAt", "is", null), of("alertedAt", "<=", inSeconds(-60 * 60))]),
    );
  await transaction(async (tx) => {
    const isDue = (await affected(alert, tx)) === 1;
    if (isDue) await recordSecurityEvent(tx, by, cardholderId, "codes_refused");
  });
}

/**
 * Verifies second-factor codes. Each works once, even under concurrency. Wrong codes are limited per person, wherever
 * they are entered: ten an hour, then increasing waits. Only someone with the password gets this far, so repeated
 * wrong codes may mean that it was stolen, and the owner is alerted.
 */
import type { Actor } from "../../auth/audit.ts";
import { encryptedColumns } from "../../auth/encrypted-columns.ts";
import { hashOfRecoveryCode } from "../../auth/passwords/recovery-codes.ts";
import { totpStepOf } from "../../auth/passwords/totp.ts";
import { inSeconds, now } from "../../database/expressions.ts";
import { db } from "../../database/prisma.ts";
import { affected } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { transaction } from "../../database/transaction.ts";
import { tooManyAttempts } from "../../errors.ts";
import { codeCharacters } from "../../text.ts";
import { PORTAL, recordSecurityEvent } from "../security-events.ts";
import { countAttempt } from "./sql.ts";

export const totpSecrets = encryptedColumns({
  table: "totp",
  id: "cardholder_id",
  ring: "identitySecretsKeys",
  columns: ["encrypted_secret"],
});

/** Attempts per hour before waits apply. */
const FREE_ATTEMPTS = 10;
const POLICY = { name: "codes", points: FREE_ATTEMPTS, seconds: 60 * 60 };

/**
 * Redeems a code from the authenticator app or, unless that's refused, a recovery code.
 * @returns what it proves; null if it's wrong or already used, or there's no second factor
 * @throws ServiceError RATE_LIMITED after too many wrong codes
 */
export async function redeemCode(
  by: Actor,
  cardholderId: string,
  input: string,
  { withRecovery = true } = {},
): Promise<"app" | "recovery_code" | null> {
  const code = codeCharacters(input);
  const isTotp = /^\d{6}$/.test(code);
  const check = async () => {
    if (isTotp) return redeemTotpCode(cardholderId, code);
    return withRecovery && redeemRecoveryCode(cardholderId, code);
  };
  const isCorrect = await attemptCode(by, cardholderId, check, { unguessable: !isTotp });
  if (!isCorrect) return null;
  return isTotp ? "app" : "recovery_code";
}

async function redeemTotpCode(cardholderId: string, code: string): Promise<boolean> {
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
    await recordSecurityEvent(tx, PORTAL, cardholderId, "recovery_code_used");
    return true;
  });
}

/**
 * Counts an attempt before checking it, so concurrent attempts can't exceed the limit. Waits are 1, 2, 4, … minutes,
 * up to an hour, and are reset a day after the last counted attempt.
 * @param unguessable accepted even during a wait: guessing can't find it, so the owner can always sign in
 * @returns whether the code was correct
 * @throws ServiceError RATE_LIMITED during a wait
 */
export async function attemptCode(
  by: Actor,
  cardholderId: string,
  check: () => Promise<boolean>,
  { unguessable = false } = {},
): Promise<boolean> {
  const [counted] = await countAttempt({ cardholderId, freeAttempts: FREE_ATTEMPTS });
  const isCorrect = counted || unguessable ? await check() : false;
  if (!counted) {
    if (isCorrect) return true;
    await alertOwner(by, cardholderId);
    const seconds = await secondsToWait(cardholderId);
    throw tooManyAttempts({ seconds, policy: POLICY });
  }
  if (isCorrect) await uncountAttempt(cardholderId);
  else if (counted.attemptCount >= FREE_ATTEMPTS) await alertOwner(by, cardholderId);
  return isCorrect;
}

/** Earlier wrong attempts still count: otherwise each sign-in by the owner would give an attacker more. */
async function uncountAttempt(cardholderId: string): Promise<void> {
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

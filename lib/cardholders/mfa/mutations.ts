/** Turns the second factor on and off. Used by the settings page; the API has no operations for it. */
import { hashOfRecoveryCode, makeRecoveryCodes } from "../../auth/passwords/recovery-codes.ts";
import { makeTotpSecret, totpStepOf, totpUri } from "../../auth/passwords/totp.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { now } from "../../database/expressions.ts";
import { db } from "../../database/prisma.ts";
import { affected, runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { verifyCurrentPassword } from "../password/change.ts";
import { recordSecurityEvent } from "../security-events.ts";
import { attemptCode, redeemCode, totpSecrets } from "./codes.ts";
import { type Enrollment, readPendingEnrollment } from "./queries.ts";

/**
 * Creates a secret for the authenticator app. Requires the password, so someone else at an open session can't lock
 * the owner out. Takes effect once a code is entered.
 * @throws ServiceError RATE_LIMITED after too many wrong attempts
 */
export async function beginEnrollment(
  scope: CardholderScope,
  password: string,
): Promise<Enrollment | "wrong_password" | "on_already"> {
  const { cardholderId } = scope;
  const { email, passwordHash } = await cardholderOf(scope);
  if (!(await verifyCurrentPassword(scope, passwordHash, password))) return "wrong_password";
  const secret = makeTotpSecret();
  const encryptedSecret = totpSecrets.encrypt(cardholderId, secret);
  const inserted = await affected(
    kysely
      .insertInto("totp")
      .values({ cardholderId, encryptedSecret })
      .onConflict((conflict) =>
        conflict
          .column("cardholderId")
          .doUpdateSet({ encryptedSecret, createdAt: now })
          .where("totp.confirmedAt", "is", null),
      ),
  );
  return inserted === 1 ? { secret, uri: totpUri(secret, email) } : "on_already";
}

/**
 * Turns the second factor on if a code proves that the app has the secret.
 * @returns recovery codes, shown only once; null if the code is wrong, or enrollment wasn't begun or has expired
 * @throws ServiceError RATE_LIMITED after too many wrong codes
 */
export async function confirmEnrollment(
  scope: CardholderScope,
  code: string,
): Promise<string[] | null> {
  const { cardholderId } = scope;
  const pending = await readPendingEnrollment(cardholderId);
  if (!pending) return null;
  const lastStep = totpStepOf(pending.secret, code.replaceAll(/\s/g, ""));
  const isCorrect = await attemptCode(scope, cardholderId, async () => lastStep !== null);
  if (!isCorrect) return null;
  // Guarded on the secret that the code was checked with. Storing the step prevents using this code to sign in.
  const confirmation = kysely
    .updateTable("totp")
    .set({ confirmedAt: now, lastStep })
    .where("cardholderId", "=", cardholderId)
    .where("encryptedSecret", "=", Buffer.from(pending.encryptedSecret))
    .where("confirmedAt", "is", null);
  return transaction(async (tx) => {
    if ((await affected(confirmation, tx)) === 0) return null;
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
): Promise<string[] | VerificationFailure> {
  const { cardholderId } = scope;
  const failure = await verifyPasswordAndCode(scope, password, code);
  if (failure) return failure;
  const confirmed = kysely
    .selectFrom("totp")
    .select("cardholderId")
    .where("cardholderId", "=", cardholderId)
    .where("confirmedAt", "is not", null)
    .forUpdate();
  return transaction(async (tx) => {
    // The second factor was turned off after the code was accepted.
    if (!(await runForOne(confirmed, tx))) return "wrong_code" as const;
    await recordSecurityEvent(tx, scope, cardholderId, "recovery_codes_renewed");
    return replaceRecoveryCodes(tx, cardholderId);
  });
}

/**
 * Turns the second factor off. Requires the password and a code.
 * @throws ServiceError RATE_LIMITED after too many wrong attempts
 */
export async function disableMfa(
  scope: CardholderScope,
  password: string,
  code: string,
): Promise<"off" | VerificationFailure> {
  const { cardholderId } = scope;
  const failure = await verifyPasswordAndCode(scope, password, code);
  if (failure) return failure;
  const deletion = kysely.deleteFrom("totp").where("cardholderId", "=", cardholderId);
  await transaction(async (tx) => {
    await affected(recoveryCodeDeletion(cardholderId), tx);
    const deleted = await affected(deletion, tx);
    if (deleted === 1) await recordSecurityEvent(tx, scope, cardholderId, "mfa_disabled");
  });
  return "off";
}

type VerificationFailure = "wrong_password" | "wrong_code";

async function verifyPasswordAndCode(
  scope: CardholderScope,
  password: string,
  code: string,
): Promise<VerificationFailure | undefined> {
  const { passwordHash } = await cardholderOf(scope);
  if (!(await verifyCurrentPassword(scope, passwordHash, password))) return "wrong_password";
  return (await redeemCode(scope, scope.cardholderId, code)) ? undefined : "wrong_code";
}

const cardholderOf = ({ cardholderId }: CardholderScope) =>
  db().cardholder.findUniqueOrThrow({ where: { id: cardholderId } });

const recoveryCodeDeletion = (cardholderId: string) =>
  kysely.deleteFrom("recoveryCode").where("cardholderId", "=", cardholderId);

async function replaceRecoveryCodes(tx: Transaction, cardholderId: string): Promise<string[]> {
  const codes = makeRecoveryCodes();
  const rows = codes.map((code) => ({ cardholderId, codeHash: hashOfRecoveryCode(code) }));
  await affected(recoveryCodeDeletion(cardholderId), tx);
  await affected(kysely.insertInto("recoveryCode").values(rows), tx);
  return codes;
}

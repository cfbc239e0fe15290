/** Adds and removes the authenticator app, and renews recovery codes. Only pages do this: the API has no operations for it. */
import { makeTotpSecret, totpStepOf, totpUri } from "../../auth/passwords/totp.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { now } from "../../database/expressions.ts";
import { affected } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { transaction } from "../../database/transaction.ts";
import { codeCharacters } from "../../text.ts";
import { reauthenticate } from "../password/change.ts";
import { recordSecurityEvent } from "../security-events.ts";
import { attemptCode, totpSecrets } from "./codes.ts";
import {
  isLastOfMember,
  lockFactors,
  readFactors,
  recordAddition,
  recordRemoval,
  refusalToAdd,
  replaceRecoveryCodes,
} from "./factors.ts";
import { type Enrollment, readPendingEnrollment } from "./queries.ts";
import { requireStepUp } from "./step-up.ts";

/**
 * Creates a secret for the authenticator app. Requires the password, so someone else at an open session can't lock
 * the owner out, and a second factor from someone who has one. Takes effect once a code is entered.
 * @throws ServiceError RATE_LIMITED after too many wrong attempts, STEP_UP_REQUIRED
 */
export async function beginEnrollment(
  scope: CardholderScope,
  password: string,
): Promise<Enrollment | "wrong_password" | "on_already" | "link_required"> {
  const { cardholderId } = scope;
  const refusal = refusalToAdd(scope, await readFactors(cardholderId));
  if (refusal) return refusal;
  const owner = await reauthenticate(scope, password);
  if (!owner) return "wrong_password";
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
  return inserted === 1 ? { secret, uri: totpUri(secret, owner.email) } : "on_already";
}

/**
 * Adds the authenticator app if a code proves that it has the secret.
 * @returns recovery codes, shown only once: none if there are unused ones already; null if the code is wrong, or
 *   enrollment wasn't begun or has expired
 * @throws ServiceError RATE_LIMITED after too many wrong codes, STEP_UP_REQUIRED
 */
export async function confirmEnrollment(
  scope: CardholderScope,
  code: string,
): Promise<string[] | "link_required" | null> {
  await requireStepUp(scope);
  const { cardholderId } = scope;
  const pending = await readPendingEnrollment(cardholderId);
  if (!pending) return null;
  const lastStep = totpStepOf(pending.secret, codeCharacters(code));
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
    const before = await lockFactors(tx, cardholderId);
    const refusal = refusalToAdd(scope, before);
    if (refusal) return refusal;
    if ((await affected(confirmation, tx)) === 0) return null;
    return recordAddition(tx, scope, "app", before);
  });
}

/**
 * Replaces the recovery codes with ten new ones. Requires the second factor as well as the password: otherwise the
 * password alone would be enough to remove it.
 * @throws ServiceError RATE_LIMITED after too many wrong attempts, STEP_UP_REQUIRED
 */
export async function renewRecoveryCodes(
  scope: CardholderScope,
  password: string,
): Promise<string[] | "wrong_password" | "off"> {
  const { cardholderId } = scope;
  if (!(await reauthenticate(scope, password))) return "wrong_password";
  return transaction(async (tx) => {
    // Removed after the password was accepted.
    if (!(await lockFactors(tx, cardholderId)).hasAny) return "off" as const;
    await recordSecurityEvent(tx, scope, cardholderId, "recovery_codes_renewed");
    return replaceRecoveryCodes(tx, cardholderId);
  });
}

/**
 * Removes the authenticator app. Requires the second factor and the password.
 * @throws ServiceError RATE_LIMITED after too many wrong attempts, STEP_UP_REQUIRED
 */
export async function removeApp(
  scope: CardholderScope,
  password: string,
): Promise<"removed" | "wrong_password" | "last_factor"> {
  const { cardholderId } = scope;
  if (!(await reauthenticate(scope, password))) return "wrong_password";
  const deletion = kysely.deleteFrom("totp").where("cardholderId", "=", cardholderId);
  return transaction(async (tx) => {
    const before = await lockFactors(tx, cardholderId);
    if (before.hasApp && isLastOfMember(before)) return "last_factor" as const;
    await affected(deletion, tx);
    if (before.hasApp) await recordRemoval(tx, scope, "app_removed");
    return "removed" as const;
  });
}

/** Sets a password with an emailed link: the first one, or a new one. */
import { hashPassword } from "../../auth/passwords/hashing.ts";
import { lengthProblem, passwordProblem } from "../../auth/passwords/policy.ts";
import { endSessions } from "../../auth/sessions.ts";
import { hashOfSecret } from "../../auth/tokens/opaque-tokens.ts";
import { now } from "../../database/expressions.ts";
import { affected } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { InvalidInput, ServiceError } from "../../errors.ts";
import { readFactors, undoFactors } from "../mfa/factors.ts";
import { bankProvidedName } from "../profile/sql.ts";
import { PORTAL, recordSecurityEvent } from "../security-events.ts";
import type { ResetPasswordRequest } from "../sign-in/contract.ts";
import { passwordOwner, replacePassword } from "./change.ts";
import { attemptLink, isLinkValid, uncountLinkAttempt } from "./links.ts";

const LOCATION = ["body", "new_password"];

/** Decides on the person's account links, in the transaction that verifies the email address. Not called for members. */
type OnVerified = (tx: Transaction, cardholderId: string) => Promise<unknown>;

/**
 * Sets the password of the link's cardholder. Ends all their sessions; a second factor stays on, and a passkey signs in
 * only after the new password at first.
 * @param undo removes second factors, too, if `canUndo`
 * @throws ServiceError RESET_TOKEN_INVALID, SERVICE_UNAVAILABLE if the hashing queue is full
 * @throws InvalidInput at `body.new_password`; the link allows a few more attempts
 */
export async function resetPassword(
  request: ResetPasswordRequest,
  onVerified: OnVerified,
  { undo = false } = {},
): Promise<Record<string, never>> {
  // Doesn't count as an attempt: it reveals nothing about the cardholder, and is an easy mistake.
  const wrongLength = lengthProblem(request.new_password);
  if (wrongLength && (await isLinkValid(request.token))) {
    throw new InvalidInput([{ loc: LOCATION, ...wrongLength }]);
  }
  const cardholderId = await attemptLink(request.token);
  if (!cardholderId) throw new ServiceError("RESET_TOKEN_INVALID");
  const { passwordHash: from, personalInfo } = await passwordOwner(cardholderId);
  const problem = passwordProblem(request.new_password, personalInfo);
  if (problem) throw new InvalidInput([{ loc: LOCATION, ...problem }]);
  const to = await hashPassword(request.new_password, [cardholderId]).catch(async (error) => {
    await uncountLinkAttempt(request.token);
    throw error;
  });
  // Guarded: of two concurrent requests with one link, only one sets its password.
  const redemption = kysely
    .updateTable("resetToken")
    .set({ usedAt: now })
    .where("tokenHash", "=", hashOfSecret(request.token))
    .where("usedAt", "is", null)
    .where("expiresAt", ">", now);
  await transaction(async (tx) => {
    const isRedeemed = (await affected(redemption, tx)) === 1;
    const replacement = { from, to, isReset: true };
    const replaced = isRedeemed && (await replacePassword(tx, cardholderId, replacement));
    if (!replaced) throw new ServiceError("RESET_TOKEN_INVALID");
    await distrustFactors(tx, cardholderId);
    if (undo) await undoFactors(tx, PORTAL, cardholderId);
    // A member proved their address before, by joining. Then setting a password accepts no bank's link, which would change
    // their default context, and takes no bank's name, which the team would see.
    if (!(await readFactors(cardholderId, tx)).isMember) {
      await onVerified(tx, cardholderId);
      if (from === null) await storeBankProvidedName(tx, cardholderId);
    }
    const endedSessions = await endSessions(tx, cardholderId);
    const event = from === null ? "password_set" : "password_changed";
    await recordSecurityEvent(tx, PORTAL, cardholderId, event, { endedSessions });
  });
  return {};
}

/** Whoever knew the old password may have added them, or been shown the secret of an app that isn't confirmed. */
async function distrustFactors(tx: Transaction, cardholderId: string): Promise<void> {
  const passkeys = kysely.updateTable("passkey").set({ needsPassword: true });
  await affected(passkeys.where("cardholderId", "=", cardholderId), tx);
  const unconfirmed = kysely.deleteFrom("totp").where("confirmedAt", "is", null);
  await affected(unconfirmed.where("cardholderId", "=", cardholderId), tx);
}

/** Stores the bank-provided name for a cardholder who hasn't chosen one: from then on, only they can change it. */
async function storeBankProvidedName(tx: Transaction, cardholderId: string): Promise<void> {
  const update = kysely
    .updateTable("cardholder as c")
    .set((of) => ({ displayName: bankProvidedName(of.ref("c.id")) }))
    .where("c.id", "=", cardholderId)
    .where("c.displayName", "is", null);
  await affected(update, tx);
}

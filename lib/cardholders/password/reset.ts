/** Sets a password with an emailed link: the first one, or a new one. */
import { hashPassword } from "../../auth/passwords/hashing.ts";
import { lengthProblems, problemsOf } from "../../auth/passwords/policy.ts";
import { endAllSessions } from "../../auth/sessions.ts";
import { hashOfSecret } from "../../auth/tokens/opaque-tokens.ts";
import { now } from "../../database/expressions.ts";
import { affected } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { InvalidInput, ServiceError } from "../../errors.ts";
import { nameByBank } from "../profile/sql.ts";
import { portal, recordSecurityEvent } from "../security-events.ts";
import type { ResetPasswordRequest } from "../sign-in/contract.ts";
import { passwordOwner, replacePassword, violationsAt } from "./change.ts";
import { attemptLink, giveBackAttempt, isLinkValid } from "./links.ts";

/** Decides about the links that exist, in the transaction that proves the address. */
type WhenProved = (tx: Transaction, cardholderId: string) => Promise<unknown>;

/**
 * Sets the password of the link's cardholder. Ends all their sessions; a second factor stays on.
 * @throws ServiceError RESET_TOKEN_INVALID, SERVICE_UNAVAILABLE if too many passwords wait
 * @throws InvalidInput at `body.new_password`; the link allows a few more attempts
 */
export async function resetPassword(
  request: ResetPasswordRequest,
  whenProved: WhenProved,
): Promise<Record<string, never>> {
  // Not an attempt: it reveals nothing of the cardholder, and a mistake is quickly made.
  const wrongLength = lengthProblems(request.new_password);
  if (wrongLength.length > 0 && (await isLinkValid(request.token))) {
    throw new InvalidInput(violationsAt(["body", "new_password"], wrongLength));
  }
  const cardholderId = await attemptLink(request.token);
  if (!cardholderId) throw new ServiceError("RESET_TOKEN_INVALID");
  const { passwordHash: from, known } = await passwordOwner(cardholderId);
  const problems = problemsOf(request.new_password, known);
  if (problems.length > 0) throw new InvalidInput(violationsAt(["body", "new_password"], problems));
  const to = await hashPassword(request.new_password, [cardholderId]).catch(async (error) => {
    await giveBackAttempt(request.token);
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
    const isUsed = (await affected(redemption, tx)) === 1;
    const replaced = isUsed && (await replacePassword(tx, cardholderId, { from, to }));
    if (!replaced) throw new ServiceError("RESET_TOKEN_INVALID");
    await whenProved(tx, cardholderId);
    if (from === null) await adoptNameByBank(tx, cardholderId);
    const endedSessions = await endAllSessions(tx, cardholderId);
    const event = from === null ? "password_set" : "password_changed";
    await recordSecurityEvent(tx, portal, cardholderId, event, { endedSessions });
  });
  return {};
}

/**
 * Stores the bank's name for a cardholder who has not chosen one, so that from then on only they can change
 * it. With accounts at several banks it is the oldest account's, which no later link can become.
 */
async function adoptNameByBank(tx: Transaction, cardholderId: string): Promise<void> {
  const adoption = kysely
    .updateTable("cardholder as c")
    .set((of) => ({ displayName: nameByBank(of.ref("c.id")) }))
    .where("c.id", "=", cardholderId)
    .where("c.displayName", "is", null);
  await affected(adoption, tx);
}

/** Setting a password with a link from an email: the first one, or a new one. */
import { hashOfSecret } from "../auth/opaque-tokens.ts";
import { problemsOf } from "../auth/password-policy.ts";
import { hashPassword } from "../auth/passwords.ts";
import { endAllSessions } from "../auth/sessions.ts";
import { transaction } from "../database/transaction.ts";
import { InvalidInput, ServiceError } from "../errors.ts";
import type { ResetPasswordRequest } from "./auth-contract.ts";
import { keepName } from "./mutations.ts";
import { tryLink } from "./password-links.ts";
import { passwordOwner, replacePassword, violationsAt } from "./passwords.ts";
import { noteSecurityEvent, portal } from "./security-events.ts";

/**
 * Sets the password of whoever has the link. Ends all their sessions; a second factor stays on.
 * @throws ServiceError RESET_TOKEN_INVALID
 * @throws InvalidInput at `body.new_password`, which leaves the link good for a few more tries
 */
export async function resetPassword(request: ResetPasswordRequest): Promise<Record<string, never>> {
  const cardholderId = await tryLink(request.token);
  if (!cardholderId) throw new ServiceError("RESET_TOKEN_INVALID");
  const { passwordHash: from, known } = await passwordOwner(cardholderId);
  const problems = problemsOf(request.new_password, known);
  if (problems.length > 0) throw new InvalidInput(violationsAt(["body", "new_password"], problems));
  const to = await hashPassword(request.new_password);
  await transaction(async (tx) => {
    // Guarded, so that of two requests with one link only one sets its password.
    const { rowCount } = await tx.query(
      `update reset_token set used_at = now()
       where token_hash = $1 and used_at is null and expires_at > now()`,
      [hashOfSecret(request.token)],
    );
    const replaced = rowCount === 1 && (await replacePassword(tx, cardholderId, { from, to }));
    if (!replaced) throw new ServiceError("RESET_TOKEN_INVALID");
    if (from === null) await keepName(tx, cardholderId);
    const endedSessions = await endAllSessions(tx, cardholderId);
    const event = from === null ? "password_set" : "password_changed";
    await noteSecurityEvent(tx, portal, cardholderId, event, { endedSessions });
  });
  return {};
}

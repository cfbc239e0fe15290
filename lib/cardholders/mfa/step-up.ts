/** Proves the second factor again in an open session, before a sensitive action or another context. */
import { personOf, type SessionScope } from "../../auth/scopes.ts";
import { markVerified } from "../../auth/sessions.ts";
import { redeemCode } from "./codes.ts";

/**
 * Redeems a code from the authenticator app, or a recovery code.
 * @returns the scope, now verified; null if the code is wrong, or the session has ended
 * @throws ServiceError RATE_LIMITED after too many wrong codes
 */
export async function stepUp<Scope extends SessionScope>(
  scope: Scope,
  code: string,
): Promise<Scope | null> {
  // Wrong codes are the person's own affair, not the tenant's.
  const by = { actor: scope.actor };
  return (await redeemCode(by, personOf(scope), code)) ? markVerified(scope) : null;
}

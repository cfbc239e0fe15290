/** Proves a second factor again in an open session, before a sensitive action or another context. */
import { audit } from "../../auth/audit.ts";
import { contextOf } from "../../auth/contexts.ts";
import {
  auditSubjectOf,
  type CardholderScope,
  isStaff,
  personOf,
  type SessionScope,
} from "../../auth/scopes.ts";
import { markVerified } from "../../auth/sessions.ts";
import type { ContextName } from "../../auth/tenants.ts";
import { transaction } from "../../database/transaction.ts";
import { ServiceError } from "../../errors.ts";
import { readFactors } from "./factors.ts";
import {
  type ChallengePurpose,
  passkeyPrompt,
  redeemFactor,
  type SecondFactor,
} from "./passkeys.ts";

const purposeIn = ({ familyId }: SessionScope): ChallengePurpose => `verify:${familyId}`;

/** What the browser is asked for a passkey; null if the person has none. */
export const stepUpPrompt = (scope: SessionScope) =>
  passkeyPrompt(personOf(scope), purposeIn(scope));

/**
 * Redeems a passkey, a code from the authenticator app or, in the person's own context, a recovery code: a team takes an
 * app or a passkey.
 * @param to the context that they continue in
 * @returns false if it's wrong, or the session has ended; `expired` if the page's challenge is too old
 * @throws ServiceError RATE_LIMITED after too many wrong codes
 */
export async function stepUp(
  scope: SessionScope,
  factor: SecondFactor,
  to: ContextName = contextOf(scope),
): Promise<boolean | "expired"> {
  const withRecovery = to === "cardholder" && !isStaff(scope);
  const options = { purpose: purposeIn(scope), withRecovery };
  // Wrong codes and passkeys are the person's own affair, not the tenant's.
  const redeemed = await redeemFactor({ actor: scope.actor }, personOf(scope), factor, options);
  if (redeemed === "expired") return redeemed;
  if (!redeemed) return false;
  return transaction(async (tx) => {
    if (!(await markVerified(scope, redeemed.proof, tx))) return false;
    const details = { sessionId: scope.familyId };
    await audit(tx, scope, "session.verify", auditSubjectOf(scope), details);
    return true;
  });
}

/** Whether the person has a second factor that wasn't proved in this session in the last ten minutes. */
export const needsStepUp = async (scope: SessionScope): Promise<boolean> =>
  !scope.isVerified && (await readFactors(personOf(scope))).hasAny;

/**
 * Guards what a stolen session must not be enough for. Someone without a second factor has to enter their password
 * instead.
 * @throws ServiceError STEP_UP_REQUIRED: forms then redirect to the page that asks for the second factor
 */
export async function requireStepUp(scope: CardholderScope): Promise<void> {
  if (await needsStepUp(scope)) throw new ServiceError("STEP_UP_REQUIRED");
}

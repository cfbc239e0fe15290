/** Proves a second factor again in an open session, before a sensitive action or another context. */
import { type Actor, audit } from "../../auth/audit.ts";
import { contextOf } from "../../auth/contexts.ts";
import {
  auditSubjectOf,
  type CardholderScope,
  isStaff,
  personOf,
  type SessionScope,
} from "../../auth/scopes.ts";
import { markVerified } from "../../auth/sessions.ts";
import type { FactorProof } from "../../auth/sql.ts";
import type { ContextName } from "../../auth/tenants.ts";
import { transaction } from "../../database/transaction.ts";
import { ServiceError } from "../../errors.ts";
import { redeemCode } from "./codes.ts";
import { hasFactor } from "./factors.ts";
import {
  type ChallengePurpose,
  type PasskeyAnswer,
  passkeyPrompt,
  redeemPasskey,
} from "./passkeys.ts";

/** Wrong codes and passkeys are the person's own affair, not the tenant's. */
const personal = ({ actor }: SessionScope): Actor => ({ actor });

const purposeIn = ({ familyId }: SessionScope): ChallengePurpose => `verify:${familyId}`;

/** What the browser is asked for a passkey; null if the person has none. */
export const stepUpPrompt = (scope: SessionScope) =>
  passkeyPrompt(personOf(scope), purposeIn(scope));

/**
 * Redeems a code from the authenticator app or, in the person's own context, a recovery code: a team takes an app or a
 * passkey.
 * @param to the context that they continue in
 * @returns false if the code is wrong, or the session has ended
 * @throws ServiceError RATE_LIMITED after too many wrong codes
 */
export async function stepUp(
  scope: SessionScope,
  code: string,
  to: ContextName = contextOf(scope),
): Promise<boolean> {
  const withRecovery = to === "cardholder" && !isStaff(scope);
  const proof = await redeemCode(personal(scope), personOf(scope), code, { withRecovery });
  return proof !== null && recordProof(scope, proof);
}

/**
 * The same with a passkey.
 * @returns `expired` if the page's challenge is too old
 */
export async function stepUpWithPasskey(
  scope: SessionScope,
  answer: PasskeyAnswer,
): Promise<boolean | "expired"> {
  const outcome = await redeemPasskey(personal(scope), personOf(scope), answer, purposeIn(scope));
  if (outcome === "expired") return outcome;
  return outcome !== null && recordProof(scope, "passkey");
}

async function recordProof(scope: SessionScope, proof: FactorProof): Promise<boolean> {
  return transaction(async (tx) => {
    if (!(await markVerified(scope, proof, tx))) return false;
    const details = { sessionId: scope.familyId };
    await audit(tx, scope, "session.verify", auditSubjectOf(scope), details);
    return true;
  });
}

/** Whether the person has a second factor that wasn't proved in this session in the last ten minutes. */
export const needsStepUp = async (scope: SessionScope): Promise<boolean> =>
  !scope.isVerified && (await hasFactor(personOf(scope)));

/**
 * Guards what a stolen session must not be enough for. Someone without a second factor has to enter their password
 * instead.
 * @throws ServiceError STEP_UP_REQUIRED: forms then redirect to the page that asks for the second factor
 */
export async function requireStepUp(scope: CardholderScope): Promise<void> {
  if (await needsStepUp(scope)) throw new ServiceError("STEP_UP_REQUIRED");
}

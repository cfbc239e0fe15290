/** Proves a second factor again in an open session, before a sensitive action or another context. */
import { type Actor, audit } from "../../auth/audit.ts";
import {
  auditSubjectOf,
  type CardholderScope,
  personOf,
  type SessionScope,
} from "../../auth/scopes.ts";
import { markVerified } from "../../auth/sessions.ts";
import { findOpenSession } from "../../auth/sql.ts";
import { transaction } from "../../database/transaction.ts";
import { ServiceError } from "../../errors.ts";
import type { ChallengePurpose } from "./challenges.ts";
import { redeemCode } from "./codes.ts";
import { hasFactor } from "./factors.ts";
import { type PasskeyAnswer, passkeyPrompt, redeemPasskey } from "./passkeys.ts";

/** Wrong codes and passkeys are the person's own affair, not the tenant's. */
const personal = ({ actor }: SessionScope): Actor => ({ actor });

const purposeIn = ({ familyId }: SessionScope): ChallengePurpose => `verify:${familyId}`;

/** What the browser is asked for a passkey; null if the person has none. */
export const stepUpPrompt = (scope: SessionScope) =>
  passkeyPrompt(personOf(scope), purposeIn(scope));

/**
 * Redeems a code from the authenticator app, or a recovery code.
 * @returns the scope, now verified; null if the code is wrong, or the session has ended
 * @throws ServiceError RATE_LIMITED after too many wrong codes
 */
export async function stepUp<Scope extends SessionScope>(
  scope: Scope,
  code: string,
): Promise<Scope | null> {
  return (await redeemCode(personal(scope), personOf(scope), code)) ? recordProof(scope) : null;
}

/**
 * The same with a passkey.
 * @returns `expired` if the page's challenge is too old
 */
export async function stepUpWithPasskey<Scope extends SessionScope>(
  scope: Scope,
  answer: PasskeyAnswer,
): Promise<Scope | "expired" | null> {
  const outcome = await redeemPasskey(personal(scope), personOf(scope), answer, purposeIn(scope));
  if (outcome === "expired") return outcome;
  return outcome ? recordProof(scope) : null;
}

async function recordProof<Scope extends SessionScope>(scope: Scope): Promise<Scope | null> {
  return transaction(async (tx) => {
    const verified = await markVerified(scope, tx);
    if (!verified) return null;
    const details = { sessionId: scope.familyId };
    await audit(tx, scope, "session.verify", auditSubjectOf(scope), details);
    return verified;
  });
}

/** Whether the person has a second factor that wasn't proved in this session in the last ten minutes. */
export async function needsStepUp(scope: SessionScope): Promise<boolean> {
  const [session] = await findOpenSession({ familyId: scope.familyId });
  return !session?.isVerified && hasFactor(personOf(scope));
}

/**
 * Guards what a stolen session must not be enough for. Someone without a second factor has none to prove; what they do
 * takes their password.
 * @throws ServiceError STEP_UP_REQUIRED, for which forms lead to the page that asks for it
 */
export async function requireStepUp(scope: CardholderScope): Promise<void> {
  if (await needsStepUp(scope)) throw new ServiceError("STEP_UP_REQUIRED");
}

/** Limits attempts at the password within an open session: an attacker there has its owner's device. */

import { tooManyAttempts } from "../../auth/limits/attempt-limiter.ts";
import { type Attempt, attemptInSession } from "../../auth/limits/password-attempts.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { transaction } from "../../database/transaction.ts";
import { recordSecurityEvent } from "../security-events.ts";

/**
 * Counts an attempt at the password of this session's cardholder.
 * @throws ServiceError RATE_LIMITED after too many wrong ones; the owner is alerted once per window
 */
export async function attemptCurrentPassword(scope: CardholderScope): Promise<Attempt> {
  const { cardholderId } = scope;
  const attempt = await attemptInSession(cardholderId);
  if (!attempt.refusal) return attempt;
  if (attempt.refusal.first) {
    await transaction((tx) => recordSecurityEvent(tx, scope, cardholderId, "passwords_refused"));
  }
  throw tooManyAttempts(attempt.refusal);
}

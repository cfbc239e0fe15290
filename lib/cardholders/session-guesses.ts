/** Asking for the password again in an open session: whoever guesses there is on its owner's device. */
import { type Guess, guessInSession } from "../auth/guesses.ts";
import type { CardholderScope } from "../auth/scopes.ts";
import { tooManyTries } from "../auth/tries.ts";
import { transaction } from "../database/transaction.ts";
import { noteSecurityEvent } from "./security-events.ts";

/**
 * A guess at the password of this session's cardholder.
 * @throws ServiceError RATE_LIMITED after too many wrong ones; the owner is told once in each window
 */
export async function guessOwnPassword(scope: CardholderScope): Promise<Guess> {
  const { cardholderId } = scope;
  const guess = await guessInSession(cardholderId);
  if (!guess.refusal) return guess;
  if (guess.refusal.first) {
    await transaction((tx) => noteSecurityEvent(tx, scope, cardholderId, "passwords_refused"));
  }
  throw tooManyTries(guess.refusal);
}

/** Help text and error messages for new passwords. */

import { MAX_PASSWORD_LENGTH } from "#lib/auth/passwords/hashing.ts";
import { GUESSABLE } from "#lib/auth/passwords/policy.ts";
import { env } from "#lib/env.ts";
import type { Violation } from "#lib/errors.ts";

const TOO_EASY: Record<string, string> = {
  [GUESSABLE.sequence]:
    "This one repeats itself or counts up, so it is guessed early. Choose something less regular.",
  [GUESSABLE.common]:
    "This is one of the passwords that are used most often, so it is guessed early. Choose another.",
  [GUESSABLE.own]:
    "This one is made of your name, your email address or our name. Choose something that does not point to you.",
};

/** The help text of the field. */
export function newPasswordHelp(): string {
  return `At least ${env().passwordMinLength} characters, of any kind. A few words that you alone would put together are easy to remember and hard to guess.`;
}

/** The error message for the new-password field. */
export function newPasswordWords({ type, msg }: Violation): string {
  if (type === "missing") return "Choose a password.";
  if (type === "string_too_short") {
    return `This one is too short. Use at least ${env().passwordMinLength} characters.`;
  }
  if (type === "string_too_long") {
    return `This one is too long. Use at most ${MAX_PASSWORD_LENGTH} characters.`;
  }
  return TOO_EASY[msg] ?? "This one holds a character that cannot be kept. Choose another.";
}

/** The field of a new password, with its help text and error messages. */
import { MAX_PASSWORD_LENGTH } from "#lib/auth/passwords/hashing.ts";
import { GUESSABLE } from "#lib/auth/passwords/policy.ts";
import { env } from "#lib/env.ts";
import type { Violation } from "#lib/errors.ts";
import type { FormField } from "./fields.ts";

const GUESSABLE_MESSAGES: Record<string, string> = {
  [GUESSABLE.sequence]:
    "This password is repetitive or sequential, so it’s easy to guess. Choose a different one.",
  [GUESSABLE.common]:
    "This is one of the most common passwords, so it’s easy to guess. Choose a different one.",
  [GUESSABLE.own]:
    "This password is based on your name, your email address, or our name, so it’s easy to guess. Choose a different one.",
};

export function newPasswordHelp(): string {
  return `At least ${env().passwordMinLength} characters of any kind. A few unrelated words are easy to remember and hard to guess.`;
}

export function newPasswordError({ type, msg }: Violation): string {
  if (type === "string_too_short") {
    return `This password is too short. Use at least ${env().passwordMinLength} characters.`;
  }
  if (type === "string_too_long") {
    return `This password is too long. Use at most ${MAX_PASSWORD_LENGTH} characters.`;
  }
  return (
    GUESSABLE_MESSAGES[msg] ??
    "This password contains an unsupported character. Choose a different one."
  );
}

/** A new password's field. */
export const NEW_PASSWORD: FormField = {
  as: "password",
  label: "New password",
  help: newPasswordHelp,
  autoComplete: "new-password",
  blank: "Choose a password.",
  message: newPasswordError,
};

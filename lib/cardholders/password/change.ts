/** Changes a password. Requires the current one. */

import { verifyAttempt } from "../../auth/limits/password-attempts.ts";
import { hashPassword } from "../../auth/passwords/hashing.ts";
import { type KnownOf, type PasswordProblem, problemsOf } from "../../auth/passwords/policy.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { endOtherSessions } from "../../auth/sessions.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { InvalidInput, type Violation } from "../../errors.ts";
import { recordSecurityEvent } from "../security-events.ts";
import { attemptCurrentPassword } from "./session-attempts.ts";
import { deleteLinks, findPasswordOwner, updatePassword } from "./sql.ts";

const AT = ["body", "password"];

const WRONG: Violation = {
  loc: [...AT, "current_password"],
  msg: "The current password is incorrect",
  type: "value_error",
};

/** Violations of a new password, at a location in the body. */
export function violationsAt(loc: string[], problems: PasswordProblem[]): Violation[] {
  return problems.map((problem) => ({ loc, ...problem }));
}

/** What is stored about a person that the password check needs. */
export async function passwordOwner(cardholderId: string) {
  const [owner] = await findPasswordOwner({ cardholderId });
  if (!owner) throw new Error("this cardholder doesn't exist");
  const { email, name, passwordHash } = owner;
  return { passwordHash, known: { email, name } satisfies KnownOf };
}

/** Replaces the hash. @returns false if it was replaced concurrently */
export async function replacePassword(
  tx: Transaction,
  cardholderId: string,
  { from, to }: { from: string | null; to: string },
): Promise<boolean> {
  if ((await updatePassword({ cardholderId, from, to }, tx)).length === 0) return false;
  // A link that was requested earlier must not undo the change.
  await deleteLinks({ cardholderId }, tx);
  return true;
}

/** Other parts of the request. */
type Beside = {
  /** Their violations, reported together with those of the passwords. */
  violations?: Violation[];
  /** Changes made together with the password, or not at all. */
  apply?(tx: Transaction): Promise<void>;
};

/**
 * Changes the password of this session's cardholder, and ends their other sessions.
 * @throws InvalidInput at `body.password.current_password` and `.new_password`: all violations
 * @throws ServiceError RATE_LIMITED after too many wrong attempts
 */
export async function changePassword(
  scope: CardholderScope,
  passwords: { current_password: string; new_password: string },
  beside: Beside = {},
): Promise<void> {
  const { cardholderId } = scope;
  const attempt = await attemptCurrentPassword(scope);
  const { passwordHash, known } = await passwordOwner(cardholderId);
  const given = passwords.current_password;
  const isRight = await verifyAttempt(attempt, passwordHash, given, [cardholderId]);
  if (isRight) await attempt.succeeded();
  const problems = problemsOf(passwords.new_password, known);
  const violations = [
    ...(beside.violations ?? []),
    ...(isRight ? [] : [WRONG]),
    ...violationsAt([...AT, "new_password"], problems),
  ];
  if (violations.length > 0) throw new InvalidInput(violations);
  const to = await hashPassword(passwords.new_password, [cardholderId]);
  await transaction(async (tx) => {
    const replaced = await replacePassword(tx, cardholderId, { from: passwordHash, to });
    if (!replaced) throw new InvalidInput([WRONG]);
    const endedSessions = await endOtherSessions(scope, tx);
    await recordSecurityEvent(tx, scope, cardholderId, "password_changed", { endedSessions });
    await beside.apply?.(tx);
  });
}

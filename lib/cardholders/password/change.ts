/** Changes a password. Requires the current one. */
import { tooManyAttempts } from "../../auth/limits/attempt-limiter.ts";
import { attemptInSession, verifyAttempt } from "../../auth/limits/password-attempts.ts";
import { hashPassword } from "../../auth/passwords/hashing.ts";
import {
  type PasswordProblem,
  type PersonalInfo,
  problemsOf,
} from "../../auth/passwords/policy.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { endOtherSessions } from "../../auth/sessions.ts";
import { now } from "../../database/expressions.ts";
import { affected, runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { InvalidInput, type Violation } from "../../errors.ts";
import { nameByBank } from "../profile/sql.ts";
import { recordSecurityEvent } from "../security-events.ts";

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

/** What a new password is checked against: the hash before, and the name that the profile shows or will show. */
export async function passwordOwner(cardholderId: string) {
  const owner = await runForOne(
    kysely
      .selectFrom("cardholder as c")
      .select(["c.email", "c.passwordHash"])
      .select((of) => of.fn.coalesce("c.displayName", nameByBank(of.ref("c.id"))).as("name"))
      .where("c.id", "=", cardholderId),
  );
  if (!owner) throw new Error("this cardholder doesn't exist");
  const { email, name, passwordHash } = owner;
  return { passwordHash, known: { email, name } satisfies PersonalInfo };
}

/**
 * One attempt at the password in an open session: an attacker there has its owner's device.
 * @param stored the hash of this session's cardholder
 * @throws ServiceError RATE_LIMITED after too many wrong ones; the owner is alerted once per window
 */
export async function isCurrentPassword(
  scope: CardholderScope,
  stored: string | null,
  given: string,
): Promise<boolean> {
  const { cardholderId } = scope;
  const attempt = await attemptInSession(cardholderId);
  if (attempt.refusal?.first) {
    await transaction((tx) => recordSecurityEvent(tx, scope, cardholderId, "passwords_refused"));
  }
  if (attempt.refusal) throw tooManyAttempts(attempt.refusal);
  const isRight = await verifyAttempt(attempt, stored, given, [cardholderId]);
  if (isRight) await attempt.succeeded();
  return isRight;
}

/** Replaces the hash. @returns false if it was replaced concurrently */
export async function replacePassword(
  tx: Transaction,
  cardholderId: string,
  { from, to }: { from: string | null; to: string },
): Promise<boolean> {
  const replacement = kysely
    .updateTable("cardholder")
    .set({ passwordHash: to, passwordChangedAt: now })
    .where("id", "=", cardholderId)
    .where("passwordHash", "is not distinct from", from);
  if ((await affected(replacement, tx)) === 0) return false;
  // A link that was requested earlier must not undo the change.
  await affected(kysely.deleteFrom("resetToken").where("cardholderId", "=", cardholderId), tx);
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
  const { passwordHash, known } = await passwordOwner(cardholderId);
  const isRight = await isCurrentPassword(scope, passwordHash, passwords.current_password);
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

/** Changes a password. Requires the current one. */
import { attemptInSession, verifyAttempt } from "../../auth/limits/password-attempts.ts";
import { hashPassword } from "../../auth/passwords/hashing.ts";
import { type PersonalInfo, passwordProblem } from "../../auth/passwords/policy.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { endSessions } from "../../auth/sessions.ts";
import { now } from "../../database/expressions.ts";
import { affected, runForRow } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { InvalidInput, tooManyAttempts, type Violation } from "../../errors.ts";
import { requireStepUp } from "../mfa/step-up.ts";
import { bankProvidedName } from "../profile/sql.ts";
import { recordSecurityEvent } from "../security-events.ts";

const LOCATION = ["body", "password"];

const WRONG_PASSWORD: Violation = {
  loc: [...LOCATION, "current_password"],
  msg: "The current password is incorrect",
  type: "value_error",
};

/** The current hash, and what a new password must not be based on: the email address and the displayed name. */
export async function passwordOwner(cardholderId: string) {
  const { email, name, passwordHash } = await runForRow(
    kysely
      .selectFrom("cardholder as c")
      .select(["c.email", "c.passwordHash"])
      .select((of) => of.fn.coalesce("c.displayName", bankProvidedName(of.ref("c.id"))).as("name"))
      .where("c.id", "=", cardholderId),
  );
  return { passwordHash, personalInfo: { email, name } satisfies PersonalInfo };
}

/**
 * Verifies the password in an open session, with a limit: whoever uses the session may not be its owner.
 * @param stored the hash of this session's cardholder
 * @throws ServiceError RATE_LIMITED after too many wrong passwords; the owner is alerted once per window
 */
async function verifyCurrentPassword(
  scope: CardholderScope,
  stored: string | null,
  password: string,
): Promise<boolean> {
  const { cardholderId } = scope;
  const attempt = await attemptInSession(cardholderId);
  if (attempt.refusal?.first) {
    await transaction((tx) => recordSecurityEvent(tx, scope, cardholderId, "passwords_refused"));
  }
  if (attempt.refusal) throw tooManyAttempts(attempt.refusal);
  const isCorrect = await verifyAttempt(attempt, stored, password, [cardholderId]);
  if (isCorrect) await attempt.succeeded();
  return isCorrect;
}

/**
 * Requires a second factor that was just proved, from someone who has one, and then the password.
 * @returns the owner, or null if the password is wrong
 * @throws ServiceError STEP_UP_REQUIRED, RATE_LIMITED after too many wrong passwords
 */
export async function reauthenticate(
  scope: CardholderScope,
  password: string,
): Promise<PersonalInfo | null> {
  await requireStepUp(scope);
  const { passwordHash, personalInfo } = await passwordOwner(scope.cardholderId);
  const isCorrect = await verifyCurrentPassword(scope, passwordHash, password);
  return isCorrect ? personalInfo : null;
}

type Replacement = {
  from: string | null;
  to: string;
  /** Whether it's set with an emailed link. */
  isReset?: boolean;
};

/** Replaces the hash. @returns false if it was replaced concurrently */
export async function replacePassword(
  tx: Transaction,
  cardholderId: string,
  { from, to, isReset = false }: Replacement,
): Promise<boolean> {
  const reset = isReset ? { passwordResetAt: now } : {};
  const replacement = kysely
    .updateTable("cardholder")
    .set({ passwordHash: to, passwordChangedAt: now, ...reset })
    .where("id", "=", cardholderId)
    .where("passwordHash", "is not distinct from", from);
  if ((await affected(replacement, tx)) === 0) return false;
  // A link requested earlier must not undo the change.
  await affected(kysely.deleteFrom("resetToken").where("cardholderId", "=", cardholderId), tx);
  return true;
}

/** Other changes in the same request. */
type ExtraChanges = {
  /** Reported together with the passwords' violations. */
  violations?: Violation[];
  /** Runs in the password change's transaction. */
  apply?(tx: Transaction): Promise<void>;
};

/**
 * Changes the password of this session's cardholder, and ends their other sessions.
 * @throws InvalidInput with all violations, at `body.password.current_password` and `.new_password`
 * @throws ServiceError RATE_LIMITED after too many wrong attempts, STEP_UP_REQUIRED
 */
export async function changePassword(
  scope: CardholderScope,
  passwords: { current_password: string; new_password: string },
  extra: ExtraChanges = {},
): Promise<void> {
  await requireStepUp(scope);
  const { cardholderId } = scope;
  const { passwordHash, personalInfo } = await passwordOwner(cardholderId);
  const isCorrect = await verifyCurrentPassword(scope, passwordHash, passwords.current_password);
  const problem = passwordProblem(passwords.new_password, personalInfo);
  const violations = [
    ...(extra.violations ?? []),
    ...(isCorrect ? [] : [WRONG_PASSWORD]),
    ...(problem ? [{ loc: [...LOCATION, "new_password"], ...problem }] : []),
  ];
  if (violations.length > 0) throw new InvalidInput(violations);
  const to = await hashPassword(passwords.new_password, [cardholderId]);
  await transaction(async (tx) => {
    const replaced = await replacePassword(tx, cardholderId, { from: passwordHash, to });
    if (!replaced) throw new InvalidInput([WRONG_PASSWORD]);
    const endedSessions = await endSessions(tx, cardholderId, scope.familyId);
    await recordSecurityEvent(tx, scope, cardholderId, "password_changed", { endedSessions });
    await extra.apply?.(tx);
  });
}

/** A person's second factors together: an authenticator app, passkeys, and the recovery codes that they share. */
import { type Actor, type AuditDetails, audit } from "../../auth/audit.ts";
import { hashOfRecoveryCode, makeRecoveryCodes } from "../../auth/passwords/recovery-codes.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { markVerified } from "../../auth/sessions.ts";
import { asBoolean, inSeconds, now } from "../../database/expressions.ts";
import { affected, type Connection, runForRow } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { lockCardholder, type Transaction } from "../../database/transaction.ts";
import { ServiceError } from "../../errors.ts";
import { isMember } from "../profile/sql.ts";
import { recordSecurityEvent, SECURITY_ACTIONS } from "../security-events.ts";
import { hasApp, hasSecondFactor, passkeyCount, unusedCodeCount } from "./sql.ts";

/** How long after setting their password with an emailed link a member can add their first factor. */
const LINK_SECONDS = 60 * 60;
/** How long the first factor, added with the password alone, can be undone. */
const UNDO_HOURS = 72;

export function readFactors(cardholderId: string, on?: Connection) {
  return runForRow(
    kysely
      .selectFrom("cardholder as c")
      .select((of) => {
        const id = of.ref("c.id");
        const wasJustReset = of("c.passwordResetAt", ">", inSeconds(-LINK_SECONDS));
        const isNew = of("c.factorsSince", ">", inSeconds(-UNDO_HOURS * 60 * 60));
        return [
          hasApp(id).as("hasApp"),
          passkeyCount(id).as("passkeyCount"),
          hasSecondFactor(id).as("hasAny"),
          unusedCodeCount(id).as("unusedCodeCount"),
          isMember(id).as("isMember"),
          asBoolean(of("c.passwordHash", "is not", null)).as("hasPassword"),
          asBoolean(of.fn.coalesce(wasJustReset, of.lit(false))).as("wasJustReset"),
          asBoolean(of.fn.coalesce(isNew, of.lit(false))).as("isNew"),
        ];
      })
      .where("c.id", "=", cardholderId),
    on,
  );
}

export type FactorState = Awaited<ReturnType<typeof readFactors>>;

/** The same, locked, so that concurrent changes see each other. */
export async function lockFactors(tx: Transaction, cardholderId: string): Promise<FactorState> {
  await lockCardholder(tx, cardholderId);
  return readFactors(cardholderId, tx);
}

/**
 * Whether a session may add a factor. One that was added with the password alone is worth no more than the password, so
 * it must not open a team: a member's first factor also takes an emailed link.
 * @returns `link_required` if they have to set their password with a link first
 * @throws ServiceError STEP_UP_REQUIRED
 */
export function refusalToAdd(
  { isVerified }: CardholderScope,
  { hasAny, isMember, wasJustReset }: FactorState,
): "link_required" | null {
  if (hasAny && !isVerified) throw new ServiceError("STEP_UP_REQUIRED");
  return !hasAny && isMember && !wasJustReset ? "link_required" : null;
}

/** Replaces the recovery codes. @returns ten new ones, which are shown only once */
export async function replaceRecoveryCodes(
  tx: Transaction,
  cardholderId: string,
): Promise<string[]> {
  const codes = makeRecoveryCodes();
  const rows = codes.map((code) => ({ cardholderId, codeHash: hashOfRecoveryCode(code) }));
  await deleteRecoveryCodes(tx, cardholderId);
  await affected(kysely.insertInto("recoveryCode").values(rows), tx);
  return codes;
}

const deleteRecoveryCodes = (tx: Transaction, cardholderId: string) =>
  affected(kysely.deleteFrom("recoveryCode").where("cardholderId", "=", cardholderId), tx);

/**
 * Records that a factor was added, which also proves it in this session.
 * @param before the factors that were there
 * @returns recovery codes, if none are left
 * @throws ServiceError STEP_UP_REQUIRED if the session has ended
 */
export async function recordAddition(
  tx: Transaction,
  scope: CardholderScope,
  factor: "app" | "passkey",
  before: FactorState,
  details: AuditDetails = {},
): Promise<string[]> {
  const { cardholderId } = scope;
  // Setting a new password ends sessions: one that it ended must not add a factor.
  if (!(await markVerified(scope, factor, tx))) throw new ServiceError("STEP_UP_REQUIRED");
  const undoHours = before.hasAny || before.isMember ? undefined : UNDO_HOURS;
  await recordSecurityEvent(tx, scope, cardholderId, `${factor}_added`, details, undoHours);
  if (!before.hasAny) await setFactorsSince(tx, cardholderId, now);
  return before.unusedCodeCount === 0 ? replaceRecoveryCodes(tx, cardholderId) : [];
}

const setFactorsSince = (tx: Transaction, id: string, factorsSince: typeof now | null) =>
  affected(kysely.updateTable("cardholder").set({ factorsSince }).where("id", "=", id), tx);

/** Whether a member has only one factor. Teams require a second factor, so it can only be replaced. */
export const isLastOfMember = ({ hasApp, passkeyCount, isMember }: FactorState): boolean =>
  isMember && Number(hasApp) + passkeyCount === 1;

/**
 * Records that a factor was removed. Recovery codes are deleted with the last one: they only replace others.
 */
export async function recordRemoval(
  tx: Transaction,
  scope: CardholderScope,
  event: "app_removed" | "passkey_removed",
  details: AuditDetails = {},
): Promise<void> {
  const { cardholderId } = scope;
  if ((await readFactors(cardholderId, tx)).hasAny) {
    return recordSecurityEvent(tx, scope, cardholderId, event, details);
  }
  await forgetFactors(tx, cardholderId);
  // Says more than that the factor was removed, so one email is enough.
  await audit(tx, scope, SECURITY_ACTIONS[event], cardholderId, details);
  await recordSecurityEvent(tx, scope, cardholderId, "mfa_disabled");
}

async function forgetFactors(tx: Transaction, cardholderId: string): Promise<void> {
  await deleteRecoveryCodes(tx, cardholderId);
  await setFactorsSince(tx, cardholderId, null);
  // What was proved no longer exists.
  const sessions = kysely.updateTable("sessionFamily").where("cardholderId", "=", cardholderId);
  await affected(sessions.set({ verifiedAt: null }), tx);
}

/**
 * Whether whoever has the mailbox can remove all factors by setting a new password: someone who knew the old one could
 * have added them. Only for a short time, and never for members, so this can't be used to recover from a lost factor.
 */
export const canUndo = ({ hasAny, isMember, isNew }: FactorState): boolean =>
  hasAny && isNew && !isMember;

/** Removes all factors, if `canUndo`. */
export async function undoFactors(tx: Transaction, by: Actor, cardholderId: string): Promise<void> {
  if (!canUndo(await lockFactors(tx, cardholderId))) return;
  for (const table of ["passkey", "totp"] as const) {
    await affected(kysely.deleteFrom(table).where("cardholderId", "=", cardholderId), tx);
  }
  await forgetFactors(tx, cardholderId);
  await recordSecurityEvent(tx, by, cardholderId, "mfa_disabled", { undone: true });
}

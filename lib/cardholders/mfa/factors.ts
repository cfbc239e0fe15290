/** A person's second factors together: an authenticator app, passkeys, and the recovery codes that they share. */
import { type AuditDetails, audit } from "../../auth/audit.ts";
import { hashOfRecoveryCode, makeRecoveryCodes } from "../../auth/passwords/recovery-codes.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { markVerified } from "../../auth/sessions.ts";
import { affected, runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import type { Transaction } from "../../database/transaction.ts";
import { recordSecurityEvent, SECURITY_ACTIONS } from "../security-events.ts";
import { hasApp, hasSecondFactor, passkeyCount, unusedCodeCount } from "./sql.ts";

/** Locks a person's factors, so that concurrent changes see each other, and counts them. */
export async function lockFactors(tx: Transaction, cardholderId: string) {
  const person = kysely.selectFrom("cardholder as c").where("c.id", "=", cardholderId);
  await runForOne(person.select("c.id").forNoKeyUpdate(), tx);
  const found = await runForOne(
    person.select((of) => [
      hasApp(of.ref("c.id")).as("hasApp"),
      passkeyCount(of.ref("c.id")).as("passkeyCount"),
      unusedCodeCount(of.ref("c.id")).as("unusedCodeCount"),
    ]),
    tx,
  );
  if (!found) throw new Error("this cardholder doesn't exist");
  return { ...found, hasAny: found.hasApp || found.passkeyCount > 0 };
}

/** `hasSecondFactor` for Prisma. */
export const HAS_FACTOR = {
  OR: [{ totp: { is: { confirmedAt: { not: null } } } }, { passkeys: { some: {} } }],
};

/** Whether signing in with the password also takes a second factor. */
export async function hasFactor(cardholderId: string): Promise<boolean> {
  const person = kysely
    .selectFrom("cardholder as c")
    .select((of) => hasSecondFactor(of.ref("c.id")).as("hasFactor"))
    .where("c.id", "=", cardholderId);
  return (await runForOne(person))?.hasFactor ?? false;
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
 */
export async function recordAddition(
  tx: Transaction,
  scope: CardholderScope,
  event: "app_added" | "passkey_added",
  before: { unusedCodeCount: number },
  details: AuditDetails = {},
): Promise<string[]> {
  await recordSecurityEvent(tx, scope, scope.cardholderId, event, details);
  await markVerified(scope, tx);
  return before.unusedCodeCount === 0 ? replaceRecoveryCodes(tx, scope.cardholderId) : [];
}

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
  if ((await lockFactors(tx, cardholderId)).hasAny) {
    return recordSecurityEvent(tx, scope, cardholderId, event, details);
  }
  await deleteRecoveryCodes(tx, cardholderId);
  // What was proved no longer exists, so it must not open a team's context either.
  const sessions = kysely.updateTable("sessionFamily").where("cardholderId", "=", cardholderId);
  await affected(sessions.set({ verifiedAt: null }), tx);
  // Says more than that the factor was removed, so one email is enough.
  await audit(tx, scope, SECURITY_ACTIONS[event], cardholderId, details);
  await recordSecurityEvent(tx, scope, cardholderId, "mfa_disabled");
}

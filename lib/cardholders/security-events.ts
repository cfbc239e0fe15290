/** Security events: audited, and emailed to the account owner regardless of preferences. */
import { type Actor, type AuditDetails, audit } from "../auth/audit.ts";
import type { AuditAction } from "../auth/audit-actions.ts";
import { runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import type { Transaction } from "../database/transaction.ts";
import { queueEmail } from "../email/queue.ts";
import { type SecurityEvent, securityEmail } from "../email/templates/notices.ts";

/** The actor when there's no session. */
export const PORTAL: Actor = { actor: { kind: "service", id: "portal" } };

/** What each event is called in the audit log. */
export const SECURITY_ACTIONS: Record<SecurityEvent, AuditAction> = {
  password_set: "password.set",
  password_changed: "password.change",
  app_added: "mfa.add-app",
  app_removed: "mfa.remove-app",
  passkey_added: "passkey.add",
  passkey_removed: "passkey.remove",
  passkey_copied: "passkey.refuse-copy",
  mfa_disabled: "mfa.disable",
  recovery_code_used: "mfa.use-recovery-code",
  recovery_codes_renewed: "mfa.renew-recovery-codes",
  session_theft: "session.theft",
  codes_refused: "mfa.throttle",
  passwords_refused: "password.throttle",
};

/**
 * Audits and emails an event, in the transaction that makes the change.
 * @param undoHours how long a new password can undo it, too
 */
export async function recordSecurityEvent(
  tx: Transaction,
  by: Actor,
  cardholderId: string,
  event: SecurityEvent,
  details: AuditDetails = {},
  undoHours?: number,
): Promise<void> {
  await audit(tx, by, SECURITY_ACTIONS[event], cardholderId, details);
  const owner = kysely
    .selectFrom("cardholder")
    .select("email as to")
    .where("id", "=", cardholderId);
  // Read in this transaction, which may have locked or changed the row.
  const found = await runForOne(owner, tx);
  if (!found) return;
  const email = securityEmail(event, new Date(), undoHours);
  await queueEmail(tx, { ...found, kind: `security:${event}`, cardholderId, ...email });
}

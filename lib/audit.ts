/** The audit log: who did what to which thing. Append only; never holds a secret. */
import type { BankScope, CardholderScope, SystemScope } from "./auth/scopes.ts";
import { pool } from "./database/pool.ts";
import type { Transaction } from "./database/transaction.ts";

export type AuditDetails = Record<string, string | number | boolean | null | string[]>;

/**
 * Adds an entry. `details` are what was asked for, without anything secret.
 * @param tx the transaction that makes the change, so that neither is there without the other
 */
export async function audit(
  scope: SystemScope | BankScope | CardholderScope,
  action: string,
  subject: string,
  details: AuditDetails = {},
  tx?: Transaction,
): Promise<void> {
  const bankId = "bankId" in scope ? scope.bankId : null;
  await (tx ?? pool()).query(
    `insert into audit_entry (actor, action, subject, bank_id, details)
     values ($1, $2, $3, $4, $5)`,
    [scope.actor, action, subject, bankId, details],
  );
}

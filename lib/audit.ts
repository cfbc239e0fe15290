/** The audit log: who did what to which thing. Append only; never holds a secret. */
import type { BankScope, CardholderScope, SystemScope } from "./auth/scopes.ts";
import { affected } from "./database/run.ts";
import { kysely } from "./database/tables.ts";
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
  const { actor } = scope;
  const entry = { actor, action, subject, bankId, details };
  await affected(kysely.insertInto("auditEntry").values(entry), tx);
}

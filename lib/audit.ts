/** The audit log: who did what to which thing. Append only; never holds a secret. */
import { affected } from "./database/run.ts";
import { kysely } from "./database/tables.ts";
import type { Transaction } from "./database/transaction.ts";

export type AuditDetails = Record<string, string | number | boolean | null | string[]>;

/** Who did it, and on behalf of which bank. Every scope is one. */
export type Actor = { readonly actor: string; readonly bankId?: string };

/**
 * Adds an entry. `details` are what was asked for, without anything secret.
 * @param tx the transaction that makes the change, so that neither is there without the other
 */
export async function audit(
  { actor, bankId }: Actor,
  action: string,
  subject: string,
  details: AuditDetails = {},
  tx?: Transaction,
): Promise<void> {
  const entry = { actor, action, subject, bankId: bankId ?? null, details };
  await affected(kysely.insertInto("auditEntry").values(entry), tx);
}

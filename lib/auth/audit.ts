/** The audit log: who did what to which object. Append-only; never holds secrets. */
import { affected } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import type { Transaction } from "../database/transaction.ts";
import { countStored } from "./storage/usage.ts";

/** Undefined values aren't stored. */
export type AuditDetails = Record<string, string | number | boolean | null | string[] | undefined>;

/** Who acted, and for which bank. Every scope is an actor. */
export type Actor = { readonly actor: string; readonly bankId?: string };

/**
 * Adds an entry.
 * @param tx the transaction that makes the change, so both commit together
 * @param details what was requested, without secrets
 */
export async function audit(
  tx: Transaction,
  { actor, bankId }: Actor,
  action: string,
  subject: string,
  details: AuditDetails = {},
): Promise<void> {
  const entry = { actor, action, subject, bankId: bankId ?? null, details };
  if (bankId !== undefined) countStored(bankId, 1, [details]);
  await affected(kysely.insertInto("auditEntry").values(entry), tx);
}

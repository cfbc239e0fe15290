/** The audit log: who did what to which object. Append-only; never holds secrets. */
import { affected } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import type { Transaction } from "../database/transaction.ts";
import type { AuditAction } from "./audit-actions.ts";
import { countStored } from "./storage/usage.ts";
import type { TenantName } from "./tenants.ts";

/** Undefined values aren't stored. */
export type AuditDetails = Record<string, string | number | boolean | null | string[] | undefined>;

/** Who acted, for which bank, and in which tenant's name. Every scope is an actor. */
export type Actor = {
  readonly actor: string;
  readonly bankId?: string | undefined;
  readonly tenant?: TenantName | undefined;
};

/** The tenant whose log an entry belongs to. What a cardholder does is in nobody's: it would identify them to banks. */
function tenantOf({ actor, bankId, tenant }: Actor): TenantName | null {
  if (actor.startsWith("cardholder:")) return null;
  return tenant ?? (bankId === undefined ? null : `bank:${bankId}`);
}

/**
 * Adds an entry.
 * @param tx the transaction that makes the change, so both commit together
 * @param details what was requested, without secrets
 */
export async function audit(
  tx: Transaction,
  by: Actor,
  action: AuditAction,
  subject: string,
  details: AuditDetails = {},
): Promise<void> {
  const { actor, bankId } = by;
  const tenant = tenantOf(by);
  const entry = { actor, action, subject, bankId: bankId ?? null, tenant, details };
  if (bankId !== undefined) countStored(bankId, 1, [details]);
  await affected(kysely.insertInto("auditEntry").values(entry), tx);
}

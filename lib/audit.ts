/** The audit log: who did what to which thing. Append only; never holds a secret. */
import type { SystemScope } from "./auth/scopes.ts";
import { db } from "./db.ts";

/** Adds an entry. `details` are what the operator asked for, without anything secret. */
export async function audit(
  scope: SystemScope,
  action: string,
  subject: string,
  details: Record<string, string | number | boolean | string[]> = {},
): Promise<void> {
  await db().auditEntry.create({ data: { actor: scope.actor, action, subject, details } });
}

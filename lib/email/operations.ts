import { audit } from "../auth/audit.ts";
import type { SystemScope } from "../auth/scopes.ts";
import { affected } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { transaction } from "../database/transaction.ts";
import { requeueIn } from "../jobs/sweep.ts";
import { EMAILS } from "./sql.ts";

/**
 * Sends an email again that failed or still waits, with a new retry schedule.
 * @returns false if there is no such email, or it was sent
 */
export function retryEmail(scope: SystemScope, emailId: string): Promise<boolean> {
  const restart = kysely
    .updateTable("mail")
    .set({ status: "pending", sentAt: null, attemptCount: 0 })
    .where("id", "=", emailId)
    .where("status", "=", "failed");
  return transaction(async (tx) => {
    await affected(restart, tx);
    const isQueued = (await requeueIn(tx, EMAILS, { ids: [emailId] })) === 1;
    if (isQueued) await audit(tx, scope, "mail.retry", emailId);
    return isQueued;
  });
}

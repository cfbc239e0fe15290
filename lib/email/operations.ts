import { db } from "../database/prisma.ts";
import { requeue } from "../jobs/sweep.ts";
import { EMAILS } from "./sql.ts";

/**
 * Sends an email again that was given up or is still waiting, and the schedule begins anew. A crash in
 * between leaves it, pending already, to the sweep.
 * @returns false where there is no such email, or it has gone out
 */
export async function retryEmail(mailId: string): Promise<boolean> {
  await db().mail.updateMany({
    where: { id: mailId, status: "failed" },
    data: { status: "pending", sentAt: null, attemptCount: 0 },
  });
  return (await requeue(EMAILS, { ids: [mailId] })) === 1;
}

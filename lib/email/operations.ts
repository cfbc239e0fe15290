import { db } from "../database/prisma.ts";
import { requeue } from "../jobs/sweep.ts";
import { EMAILS } from "./sql.ts";

/**
 * Sends an email again that failed or still waits, with a new retry schedule. If the process crashes in
 * between, the email is pending already and the sweep finds it.
 * @returns false if there is no such email, or it was sent
 */
export async function retryEmail(emailId: string): Promise<boolean> {
  await db().mail.updateMany({
    where: { id: emailId, status: "failed" },
    data: { status: "pending", sentAt: null, attemptCount: 0 },
  });
  return (await requeue(EMAILS, { ids: [emailId] })) === 1;
}

/**
 * The email queue (an outbox). Emails are queued in the transaction that causes them, and sent by a durable
 * function. Emails over their address's limit are held: stored for the operator, and not sent.
 */
import { v7 as uuidv7 } from "uuid";
import { audit } from "../auth/audit.ts";
import type { SystemScope } from "../auth/scopes.ts";
import type { TenantName } from "../auth/tenants.ts";
import { affected } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { env } from "../env.ts";
import { enqueue, type Job } from "../jobs/enqueue.ts";
import { requeueIn } from "../jobs/sweep.ts";
import { metrics } from "../metrics.ts";
import { countEmails, type EmailKind, type LimitCheck } from "./limits.ts";
import { type EmailSecret, storedForm } from "./secrets.ts";
import { EMAILS, type EmailToQueue, insertEmails } from "./sql.ts";
import type { EmailDocument } from "./templates/compose.ts";

export type NewEmail = {
  /** A gift's email has the gift's ID, so that a gift never gets two. */
  id?: string;
  to: string;
  kind: EmailKind;
  /** The recipient; null if it isn't a cardholder. */
  cardholderId: string | null;
  /** The bank whose request causes it. A bank's emails queue behind each other, never ahead of other banks'. */
  bankId?: string;
  /** The team that it's for. */
  tenant?: TenantName;
  subject: string;
  text: string;
  /** The source of its HTML; null for a plain-text email. */
  content?: EmailDocument | null;
  /** Replaces `SECRET_PLACEHOLDER` in the text; deleted after sending. */
  secret?: EmailSecret;
};

/** `held`: over its address's limit, so not sent. */
type QueuedEmail = { id: string; held: boolean };

const EMAIL_ACTOR = { actor: { kind: "service", id: "email" } } as const;

/** Audits once per address and day: a flood must show in the audit log without filling it. */
async function recordHeld(tx: Transaction, id: string, check: LimitCheck, email: NewEmail) {
  metrics().emailsRateLimited.inc({ limit: check.limit });
  if (!check.isFirstHeld) return;
  await audit(tx, EMAIL_ACTOR, "email.hold", email.cardholderId ?? id, {
    limit: check.limit,
    email: id,
  });
}

/** Queues emails. If no SMTP server is configured they stay in the queue, without a run. */
export async function queueEmails(tx: Transaction, emails: NewEmail[]): Promise<QueuedEmail[]> {
  if (emails.length === 0) return [];
  const checks = await countEmails(tx, emails);
  const canSend = env().smtpUrl !== undefined;
  const rows = await Promise.all(
    emails.map(async (email, n): Promise<EmailToQueue> => {
      const stored = { content: null, bankId: null, tenant: null, ...(await storedForm(email)) };
      const id = email.id ?? uuidv7();
      if (checks[n]?.held) return { ...stored, id, encryptedSecret: null, status: "held" };
      return { ...stored, id, status: canSend ? "pending" : "kept" };
    }),
  );
  await insertEmails({ emails: rows }, tx);
  for (const [n, check] of checks.entries()) {
    if (check.held) await recordHeld(tx, rows[n]?.id as string, check, emails[n] as NewEmail);
  }
  const toSend = rows.filter(({ status }) => status === "pending");
  const jobs = toSend.map(({ id: email_id, bankId }): Job => {
    return { name: "email/send.requested", data: { email_id, ...(bankId && { bank_id: bankId }) } };
  });
  enqueue(tx, jobs);
  return rows.map(({ id, status }) => ({ id, held: status === "held" }));
}

/** Queues one email; see `queueEmails`. */
export async function queueEmail(tx: Transaction, email: NewEmail): Promise<QueuedEmail> {
  const [queued] = await queueEmails(tx, [email]);
  return queued as QueuedEmail;
}

/**
 * Retries an email that failed or is still pending, with a new retry schedule.
 * @returns false if the email doesn't exist or was sent
 */
export function retryEmail(scope: SystemScope, emailId: string): Promise<boolean> {
  const restart = kysely
    .updateTable("email")
    .set({ status: "pending", sentAt: null, attemptCount: 0 })
    .where("id", "=", emailId)
    .where("status", "=", "failed");
  return transaction(async (tx) => {
    await affected(restart, tx);
    const isQueued = (await requeueIn(tx, EMAILS, { ids: [emailId] })) === 1;
    if (isQueued) await audit(tx, scope, "email.retry", emailId);
    return isQueued;
  });
}

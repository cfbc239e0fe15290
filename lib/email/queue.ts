/**
 * The email queue (an outbox). Emails are queued in the transaction that causes them, and sent by a durable
 * function. Those beyond the limit of their address are held: stored for the operator, and not sent.
 */
import { v7 as uuidv7 } from "uuid";
import { audit } from "../auth/audit.ts";
import type { Transaction } from "../database/transaction.ts";
import { env } from "../env.ts";
import { enqueue, type Job } from "../jobs/enqueue.ts";
import { metrics } from "../metrics.ts";
import { type Counted, countEmails, type EmailKind } from "./limits.ts";
import { type EmailSecret, storedForm } from "./secrets.ts";
import { type EmailToQueue, insertEmails } from "./sql.ts";
import type { EmailDocument } from "./templates/composed.ts";

export type NewEmail = {
  /** A gift's email has the gift's ID, so that there can't be two of them. */
  id?: string;
  to: string;
  kind: EmailKind;
  /** The cardholder who gets it; null if it is for no cardholder. */
  cardholderId: string | null;
  /** The bank whose request causes it: its emails queue behind each other, and not in front of others'. */
  bankId?: string;
  subject: string;
  text: string;
  /** What its HTML is made of; null if it has none. */
  content?: EmailDocument | null;
  /** Replaces `SECRET_PLACEHOLDER` in the text; deleted after sending. */
  secret?: EmailSecret;
};

/** `held`: beyond the limit of its address, and not sent. */
export type QueuedEmail = { id: string; held: boolean };

const BY = { actor: "mail" };

/** Once per address and day: a flood must be visible in the audit log, but not fill it. */
async function recordHeld(tx: Transaction, id: string, counted: Counted, email: NewEmail) {
  metrics().emailsHeld.inc({ limit: counted.limit });
  if (!counted.isFirstHeld) return;
  await audit(tx, BY, "mail.hold", email.cardholderId ?? id, { limit: counted.limit, mail: id });
}

/**
 * Queues emails. If no SMTP server is configured they stay in the queue, without a run. One that waits for a receipt
 * has its run when that is added (`add-receipts.ts`), or else when the sweep finds it.
 */
export async function queueEmails(tx: Transaction, emails: NewEmail[]): Promise<QueuedEmail[]> {
  if (emails.length === 0) return [];
  const counted = await countEmails(tx, emails);
  const stored = await Promise.all(emails.map(storedForm));
  const sends = env().smtpUrl !== undefined;
  const queued = counted.map(({ held }, n) => ({ id: emails[n]?.id ?? uuidv7(), held }));
  const rows = queued.map(({ id, held }, n): EmailToQueue => {
    const { email, encryptedSecret } = stored[n] as (typeof stored)[number];
    return {
      ...{ id, to: email.to, subject: email.subject, text: email.text },
      ...{
        content: email.content ?? null,
        kind: email.kind,
        encryptedSecret: held ? null : encryptedSecret,
      },
      ...{ status: held ? "held" : sends ? "pending" : "kept", bankId: email.bankId ?? null },
    };
  });
  await insertEmails({ emails: rows }, tx);
  for (const [n, { id, held }] of queued.entries()) {
    if (held) await recordHeld(tx, id, counted[n] as Counted, emails[n] as NewEmail);
  }
  const jobs = queued.flatMap(({ id, held }, n): Job[] => {
    const { bankId = null, content } = emails[n] as NewEmail;
    return held || !sends || content?.awaitsReceipt ? [] : [sendJob(id, bankId)];
  });
  await enqueue(tx, jobs);
  return queued;
}

/** Sends an email. */
export const sendJob = (id: string, bankId: string | null): Job => ({
  name: "mail/send.requested",
  data: { mail_id: id, ...(bankId ? { bank_id: bankId } : {}) },
});

/** The same for one email. */
export async function queueEmail(tx: Transaction, email: NewEmail): Promise<QueuedEmail> {
  const [queued] = await queueEmails(tx, [email]);
  return queued as QueuedEmail;
}

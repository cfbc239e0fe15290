/**
 * Every email is queued here, in the transaction that calls for it, and sent by a durable function.
 * What goes beyond the limit of its address is held: kept for the operator to see, and not sent.
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

export type NewEmail = {
  to: string;
  kind: EmailKind;
  /** Whose email it is; null where it is no cardholder's. */
  cardholderId: string | null;
  /** The bank whose request causes it: its emails wait for one another, and for nobody else's. */
  bankId?: string;
  subject: string;
  text: string;
  html?: string;
  /** Stands in the text as `SECRET_PLACEHOLDER`, and is not kept once it is sent. */
  secret?: EmailSecret;
};

/** `held`: it goes beyond the limit of its address, and is not sent. */
export type QueuedEmail = { id: string; held: boolean };

const BY = { actor: "mail" };

/** Once for each address and day: a flood is to be seen in the audit log, not to fill it. */
async function recordHeld(tx: Transaction, id: string, counted: Counted, email: NewEmail) {
  metrics().mailsHeld.inc({ limit: counted.limit });
  if (!counted.isFirstHeld) return;
  await audit(BY, "mail.hold", email.cardholderId ?? id, { limit: counted.limit, mail: id }, tx);
}

/**
 * Queues emails to be sent. Where no SMTP server is configured the queue is where they end, and so they
 * cost no run.
 */
export async function queueEmails(tx: Transaction, emails: NewEmail[]): Promise<QueuedEmail[]> {
  if (emails.length === 0) return [];
  const counted = await countEmails(tx, emails);
  const stored = await Promise.all(emails.map(storedForm));
  const sends = env().smtpUrl !== undefined;
  const queued = counted.map(({ held }) => ({ id: uuidv7(), held }));
  const rows = queued.map(({ id, held }, n): EmailToQueue => {
    const { email, encryptedSecret } = stored[n] as (typeof stored)[number];
    return {
      ...{ id, to: email.to, subject: email.subject, text: email.text, html: email.html ?? null },
      ...{ kind: email.kind, encryptedSecret: held ? null : encryptedSecret },
      ...{ status: held ? "held" : sends ? "pending" : "kept", bankId: email.bankId ?? null },
    };
  });
  await insertEmails({ emails: rows }, tx);
  for (const [n, { id, held }] of queued.entries()) {
    if (held) await recordHeld(tx, id, counted[n] as Counted, emails[n] as NewEmail);
  }
  const jobs = queued.flatMap(({ id, held }, n): Job[] => {
    const bankId = emails[n]?.bankId;
    const data = { mail_id: id, ...(bankId ? { bank_id: bankId } : {}) };
    return held || !sends ? [] : [{ name: "mail/send.requested", data }];
  });
  await enqueue(tx, jobs);
  return queued;
}

/** The same for one email. */
export async function queueEmail(tx: Transaction, email: NewEmail): Promise<QueuedEmail> {
  const [queued] = await queueEmails(tx, [email]);
  return queued as QueuedEmail;
}

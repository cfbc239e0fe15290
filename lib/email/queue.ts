/**
 * Every email is queued here, in the transaction that calls for it, and sent by a durable function.
 * What goes beyond the limit of its address is held: kept for the operator to see, and not sent.
 */
import { v7 as uuidv7 } from "uuid";
import { audit } from "../audit.ts";
import { systemScope } from "../auth/scopes.ts";
import type { Transaction } from "../database/transaction.ts";
import { env } from "../env.ts";
import { enqueue, type Job } from "../jobs/enqueue.ts";
import { metrics } from "../metrics.ts";
import { type Counted, countEmails, type EmailKind } from "./limits.ts";
import { type EmailSecret, keepable } from "./secrets.ts";

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

const scope = systemScope("mail");

/** Once for each address and day: a flood is to be seen in the audit log, not to fill it. */
async function noteHeld(tx: Transaction, id: string, counted: Counted, mail: NewEmail) {
  metrics().mailsHeld.inc({ limit: counted.limit });
  if (!counted.isFirstHeld) return;
  await audit(scope, "mail.hold", mail.cardholderId ?? id, { limit: counted.limit, mail: id }, tx);
}

/**
 * Queues emails to be sent. Where no SMTP server is configured the queue is where they end, and so they
 * cost no run.
 */
export async function queueEmails(tx: Transaction, mails: NewEmail[]): Promise<QueuedEmail[]> {
  if (mails.length === 0) return [];
  const counted = await countEmails(tx, mails);
  const kept = await Promise.all(mails.map(keepable));
  const sends = env().smtpUrl !== undefined;
  const queued = counted.map(({ held }) => ({ id: uuidv7(), held }));
  await tx.query({
    name: "queue-mails",
    text: `insert into mail (id, "to", subject, text, html, kind, encrypted_secret, status, bank_id,
             sent_at)
           select *, case when status = 'kept' then now() end
           from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
             $7::text[], $8::text[], $9::uuid[])
             as queued (id, "to", subject, text, html, kind, secret, status, bank_id)`,
    values: [
      queued.map(({ id }) => id),
      kept.map(({ mail }) => mail.to),
      kept.map(({ mail }) => mail.subject),
      kept.map(({ mail }) => mail.text),
      kept.map(({ mail }) => mail.html ?? null),
      kept.map(({ mail }) => mail.kind),
      kept.map(({ encryptedSecret }, n) => (counted[n]?.held ? null : encryptedSecret)),
      queued.map(({ held }) => (held ? "held" : sends ? "pending" : "kept")),
      mails.map(({ bankId }) => bankId ?? null),
    ],
  });
  for (const [n, { id, held }] of queued.entries()) {
    if (held) await noteHeld(tx, id, counted[n] as Counted, mails[n] as NewEmail);
  }
  const jobs = queued.flatMap(({ id, held }, n): Job[] => {
    const bankId = mails[n]?.bankId;
    const data = { mail_id: id, ...(bankId ? { bank_id: bankId } : {}) };
    return held || !sends ? [] : [{ name: "mail/send.requested", data }];
  });
  await enqueue(tx, jobs);
  return queued;
}

/** The same for one email. */
export async function queueEmail(tx: Transaction, mail: NewEmail): Promise<QueuedEmail> {
  const [queued] = await queueEmails(tx, [mail]);
  return queued as QueuedEmail;
}

/** Mail is queued in the transaction that calls for it, and sent by a durable function. */
import { v7 as uuidv7 } from "uuid";
import type { Transaction } from "../db.ts";
import { env } from "../env.ts";
import { type Job, promiseJobs } from "../events.ts";

export type NewMail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** The bank whose request causes it: its emails wait for one another, and for nobody else's. */
  bankId?: string;
};

/**
 * Puts mails into the outbox and promises to send them. Call `wakeRelay` after the commit. Where no
 * SMTP server is configured the outbox is where they end, and so they cost no run.
 */
export async function queueMails(tx: Transaction, mails: NewMail[]): Promise<string[]> {
  if (mails.length === 0) return [];
  const ids = mails.map(() => uuidv7());
  const sends = env().smtpUrl !== undefined;
  await tx.query({
    name: "queue-mails",
    text: `insert into mail (id, "to", subject, text, html, bank_id, status, sent_at)
           select *, $7, case when $7 = 'kept' then now() end
           from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[])`,
    values: [
      ids,
      mails.map(({ to }) => to),
      mails.map(({ subject }) => subject),
      mails.map(({ text }) => text),
      mails.map(({ html }) => html ?? null),
      mails.map(({ bankId }) => bankId ?? null),
      sends ? "pending" : "kept",
    ],
  });
  const jobs = mails.map(({ bankId }, n): Job => {
    const data = { mail_id: ids[n] as string, ...(bankId ? { bank_id: bankId } : {}) };
    return { name: "mail/send.requested", data };
  });
  if (sends) await promiseJobs(tx, jobs);
  return ids;
}

/** The same for one mail. @returns its id */
export async function queueMail(tx: Transaction, mail: NewMail): Promise<string> {
  const [id] = await queueMails(tx, [mail]);
  return id as string;
}

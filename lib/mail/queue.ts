/** Mail is queued in the transaction that calls for it, and sent by a durable function. */
import { v7 as uuidv7 } from "uuid";
import type { Transaction } from "../db.ts";
import { env } from "../env.ts";
import { type Job, promiseJobs } from "../events.ts";

export type NewMail = { to: string; subject: string; text: string; html?: string };

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
    text: `insert into mail (id, "to", subject, text, html, status, sent_at)
           select *, $6, case when $6 = 'kept' then now() end
           from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[])`,
    values: [
      ids,
      mails.map(({ to }) => to),
      mails.map(({ subject }) => subject),
      mails.map(({ text }) => text),
      mails.map(({ html }) => html ?? null),
      sends ? "pending" : "kept",
    ],
  });
  const jobs = ids.map((id): Job => ({ name: "mail/send.requested", data: { mail_id: id } }));
  if (sends) await promiseJobs(tx, jobs);
  return ids;
}

/** The same for one mail. @returns its id */
export async function queueMail(tx: Transaction, mail: NewMail): Promise<string> {
  const [id] = await queueMails(tx, [mail]);
  return id as string;
}

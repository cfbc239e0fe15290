/** Mail is queued in the transaction that calls for it, and sent by a durable function. */
import { v7 as uuidv7 } from "uuid";
import type { Transaction } from "../db.ts";
import { env } from "../env.ts";
import { promiseJobs } from "../events.ts";

export type NewMail = { to: string; subject: string; text: string; html?: string };

/**
 * Puts a mail into the outbox and promises to send it. Call `wakeRelay` after the commit. Where no
 * SMTP server is configured the outbox is where it ends, and so it costs no run.
 */
export async function queueMail(tx: Transaction, mail: NewMail): Promise<string> {
  const id = uuidv7();
  const sends = env().smtpUrl !== undefined;
  await tx.query({
    name: "queue-mail",
    text: `insert into mail (id, "to", subject, text, html, status, sent_at)
           values ($1, $2, $3, $4, $5, $6, case when $6 = 'kept' then now() end)`,
    values: [id, mail.to, mail.subject, mail.text, mail.html ?? null, sends ? "pending" : "kept"],
  });
  if (sends) await promiseJobs(tx, [{ name: "mail/send.requested", data: { mail_id: id } }]);
  return id;
}

/** Mail is queued in the transaction that calls for it, and sent by a durable function. */
import { v7 as uuidv7 } from "uuid";
import type { Transaction } from "../db.ts";
import { promiseJobs } from "../events.ts";

export type NewMail = { to: string; subject: string; text: string; html?: string };

/** Puts a mail into the outbox and promises to send it. Call `wakeRelay` after the commit. */
export async function queueMail(tx: Transaction, mail: NewMail): Promise<string> {
  const id = uuidv7();
  await tx.query(`insert into mail (id, "to", subject, text, html) values ($1, $2, $3, $4, $5)`, [
    id,
    mail.to,
    mail.subject,
    mail.text,
    mail.html ?? null,
  ]);
  await promiseJobs(tx, [{ name: "mail/send.requested", data: { mail_id: id } }]);
  return id;
}

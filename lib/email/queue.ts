/**
 * The email queue (an outbox). Emails are queued in the transaction that causes them, and sent by a durable
 * function. Those beyond the limit of their address are held: stored for the operator, and not sent.
 */
import { v7 as uuidv7 } from "uuid";
import { audit } from "../auth/audit.ts";
import type { SystemScope } from "../auth/scopes.ts";
import { affected } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { env } from "../env.ts";
import { enqueue, type Job } from "../jobs/enqueue.ts";
import { requeueIn } from "../jobs/sweep.ts";
import { metrics } from "../metrics.ts";
import { emailKey } from "../text.ts";
import { type Counted, countEmails, type EmailKind } from "./limits.ts";
import { type EmailSecret, storedForm } from "./secrets.ts";
import { EMAILS, type EmailToQueue, insertEmails, lockUntried, rewriteEmails } from "./sql.ts";
import type { EmailDocument } from "./templates/compose.ts";
import { type IssuedReceipt, withReceipt } from "./templates/gift.ts";

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
type QueuedEmail = { id: string; held: boolean };

const BY = { actor: "email" };

/** Once per address and day: a flood must be visible in the audit log, but not fill it. */
async function recordHeld(tx: Transaction, id: string, counted: Counted, email: NewEmail) {
  metrics().emailsHeld.inc({ limit: counted.limit });
  if (!counted.isFirstHeld) return;
  await audit(tx, BY, "email.hold", email.cardholderId ?? id, { limit: counted.limit, mail: id });
}

/**
 * Queues emails. If no SMTP server is configured they stay in the queue, without a run. One that waits for a receipt
 * has its run when that is added (`addReceipts`), or else when the sweep finds it.
 */
export async function queueEmails(tx: Transaction, emails: NewEmail[]): Promise<QueuedEmail[]> {
  if (emails.length === 0) return [];
  const counted = await countEmails(tx, emails);
  const sends = env().smtpUrl !== undefined;
  const composed = await Promise.all(
    emails.map(async (email, n) => {
      const { email: stored, encryptedSecret } = await storedForm(email);
      const { to, kind, subject, text, content = null, bankId = null } = stored;
      const count = counted[n] as Counted;
      const row: EmailToQueue = {
        ...{ id: email.id ?? uuidv7(), to, kind, subject, text, content, bankId },
        encryptedSecret: count.held ? null : encryptedSecret,
        status: count.held ? "held" : sends ? "pending" : "kept",
      };
      return { email, count, row };
    }),
  );
  const rows = composed.map(({ row }) => row);
  await insertEmails({ emails: rows }, tx);
  for (const { email, count, row } of composed) {
    if (count.held) await recordHeld(tx, row.id, count, email);
  }
  const toSend = rows.filter(
    ({ status, content }) => status === "pending" && !content?.awaitsReceipt,
  );
  await enqueue(
    tx,
    toSend.map(({ id, bankId }) => sendJob(id, bankId)),
  );
  return rows.map(({ id, status }) => ({ id, held: status === "held" }));
}

const sendJob = (id: string, bankId: string | null): Job => ({
  name: "email/send.requested",
  data: { email_id: id, ...(bankId ? { bank_id: bankId } : {}) },
});

/** The same for one email. */
export async function queueEmail(tx: Transaction, email: NewEmail): Promise<QueuedEmail> {
  const [queued] = await queueEmails(tx, [email]);
  return queued as QueuedEmail;
}

/** @property to the address that the receipt is for */
export type AddedReceipt = IssuedReceipt & { giftId: string; to: string };

/**
 * Adds receipts to the emails that wait for them, each once, and has those sent. The settlement queues such an email
 * without a run; whoever issues the receipt adds it here and starts the run. If that never happens, the sweep sends the
 * email as it is.
 * @returns the gifts whose email has its receipt now. Any other email was sent, is for another address, or isn't there.
 */
export async function addReceipts(tx: Transaction, receipts: AddedReceipt[]): Promise<Set<string>> {
  const byGift = new Map(receipts.map((receipt) => [receipt.giftId, receipt]));
  const untried = await lockUntried({ ids: [...byGift.keys()] }, tx);
  const added = untried.flatMap(({ id, to, status, bankId, content }) => {
    const receipt = byGift.get(id);
    if (!content?.awaitsReceipt || !receipt || emailKey(to) !== emailKey(receipt.to)) return [];
    const { text, content: whole } = withReceipt(content, receipt);
    return [{ email: { id, text, content: whole }, status, bankId }];
  });
  if (added.length > 0) await rewriteEmails({ emails: added.map(({ email }) => email) }, tx);
  const pending = added.filter(({ status }) => status === "pending");
  await enqueue(
    tx,
    pending.map(({ email, bankId }) => sendJob(email.id, bankId)),
  );
  return new Set(added.map(({ email }) => email.id));
}

/**
 * Sends an email again that failed or still waits, with a new retry schedule.
 * @returns false if there is no such email, or it was sent
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

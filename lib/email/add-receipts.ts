/**
 * Adds receipts to the emails that confirm their gifts. The settlement queues such an email without a run; whoever
 * issues the receipt adds it here and starts the run. If that never happens, the sweep sends the email as it is.
 */
import type { Transaction } from "../database/transaction.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { emailKey } from "../text.ts";
import { sendJob } from "./queue.ts";
import { lockUntried, rewriteEmails } from "./sql.ts";
import { type IssuedReceipt, withReceipt } from "./templates/gift.ts";

/** @property to the address that the receipt is for */
export type AddedReceipt = IssuedReceipt & { giftId: string; to: string };

/**
 * Adds receipts to the emails that wait for them, each once, and has those sent.
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

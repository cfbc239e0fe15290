/** Emailing receipts. */
import { AttemptLimiter } from "../auth/limits/attempt-limiter.ts";
import type { CardholderScope } from "../auth/scopes.ts";
import { batch, batchedLookup } from "../batch.ts";
import { transaction } from "../database/transaction.ts";
import { secondsUntilUtcMidnight } from "../dates.ts";
import { type NewEmail, queueEmail, queueEmails } from "../email/queue.ts";
import { ServiceError, tooManyAttempts } from "../errors.ts";
import { OTHER_ADDRESS_RESENDS_PER_DAY } from "./contract.ts";
import { composeReceipt, isOwnAddress } from "./email.ts";
import { getOrIssueReceipt } from "./issue.ts";
import { findEmailFacts, findRecipients, recordEmailed } from "./sql.ts";

const factsOf = batchedLookup(
  (donationIds) => findEmailFacts({ donationIds }),
  ({ donationId }) => donationId,
);

const recipientOf = batchedLookup(
  (ids) => findRecipients({ wanted: ids.map((id) => ({ id })) }),
  ({ donationId }) => donationId,
);

const foreignResends = new AttemptLimiter({
  name: "receipt-resend",
  points: OTHER_ADDRESS_RESENDS_PER_DAY,
  seconds: 86_400,
});

/** Counts a resend to an address that may be someone else's. @throws ServiceError RATE_LIMITED */
async function countForeignResend(cardholderId: string): Promise<void> {
  const refusal = await foreignResends.consume(cardholderId);
  if (refusal) throw tooManyAttempts(refusal);
}

/**
 * Emails a receipt on the donor's request, regardless of their preferences.
 * @param email defaults to the receipt's `donor_email`
 * @throws ServiceError DONATION_NOT_FOUND, RECEIPT_NOT_READY, RATE_LIMITED
 */
export async function resendReceipt(
  scope: CardholderScope,
  donationId: string,
  email: string | null | undefined,
): Promise<{ sent_to: string }> {
  const { cardholderId } = scope;
  const receipt = await getOrIssueReceipt(cardholderId, donationId);
  const facts = await factsOf(donationId);
  if (!facts) throw new ServiceError("DONATION_NOT_FOUND");
  const to = email ?? receipt.donor_email;
  if (!isOwnAddress(facts, to)) await countForeignResend(cardholderId);
  const composed = await composeReceipt(receipt, to, facts, true);
  await transaction(async (tx) => {
    const queued = await queueEmail(tx, { to, kind: "receipt-resend", cardholderId, ...composed });
    if (!queued.held) return;
    const headers = { "Retry-After": String(secondsUntilUtcMidnight()) };
    throw new ServiceError("RATE_LIMITED", { headers });
  });
  return { sent_to: to };
}

type PreparedEmail = { donationId: string; email: NewEmail };

/** Queues emails for receipts that haven't been emailed. */
const sendOnce = batch(
  ({ donationId }: PreparedEmail) => donationId,
  async (prepared) => {
    await transaction(async (tx) => {
      const donationIds = prepared.map(({ donationId }) => donationId);
      const recorded = await recordEmailed({ donationIds }, tx);
      const dueIds = new Set(recorded.map(({ donationId }) => donationId));
      const due = prepared.filter(({ donationId }) => dueIds.has(donationId));
      await queueEmails(
        tx,
        due.map(({ email }) => email),
      );
    });
    return prepared.map(() => undefined);
  },
);

/**
 * Emails the receipt of a newly completed donation if the donor wants it, and it wasn't part of the confirmation.
 * Idempotent: the email and the record of it are committed in one transaction.
 */
export async function emailReceipt(donationId: string): Promise<void> {
  const recipient = await recipientOf(donationId);
  const facts = recipient && (await factsOf(donationId));
  if (!facts) return;
  const { cardholderId, bankId } = recipient;
  const receipt = await getOrIssueReceipt(cardholderId, donationId);
  const to = receipt.donor_email;
  const composed = await composeReceipt(receipt, to, facts, false);
  await sendOnce({ donationId, email: { to, kind: "receipt", cardholderId, bankId, ...composed } });
}

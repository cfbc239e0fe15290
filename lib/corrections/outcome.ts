/** How corrections end, each in one transaction with everything that follows from it. */

import { changeUnpaid } from "../banks/limits.ts";
import { heldLimits } from "../banks/sql.ts";
import { endReversal } from "../batches/sql.ts";
import { reverseGift } from "../books/reversals.ts";
import { endCase } from "../cases/mutations.ts";
import { onlyRow, run } from "../database/run.ts";
import { advisoryLock, type Transaction } from "../database/transaction.ts";
import { recordNextEvent } from "../donations/events.ts";
import { PUSHES } from "../donations/sql.ts";
import { requeueIn } from "../jobs/sweep.ts";
import { correctReceipt, reversalReason } from "../receipts/issue.ts";
import { cancelIn } from "../settlement/settle.ts";
import { recordEvent } from "../webhooks/events/record.ts";
import type { Party } from "./contract.ts";
import { leg, legIf, NOT_NEEDED, refusedLegs } from "./legs.ts";
import { serializeCorrection } from "./queries.ts";
import * as sql from "./sql.ts";

/** Whoever changes a donation's corrections waits for whoever else does. Comes before every other lock. */
export const lockDonation = (tx: Transaction, donationId: string): Promise<void> =>
  advisoryLock(tx, `corrections:${donationId}`);

/** Tells the bank what a correction is like now. */
export async function announce(tx: Transaction, id: string): Promise<void> {
  const row = onlyRow(await sql.findCorrection({ id }, tx));
  const { bankId } = row;
  const data = serializeCorrection(row);
  const type = "correction.updated";
  const event = { bankId, donationId: null, type, sequence: 0, data, at: new Date() } as const;
  await recordEvent(tx, event);
}

type Decided = Omit<Parameters<typeof sql.decide>[0], "id" | "refusalReason">;

/** @throws if it was decided before, so that nothing happens twice */
async function finish(
  tx: Transaction,
  { id, donationId }: sql.CorrectionRow,
  decided: Decided & { refusalReason?: string },
): Promise<void> {
  const [done] = await sql.decide({ refusalReason: null, ...decided, id }, tx);
  if (!done) throw new Error(`correction ${id} was decided before`);
  if (decided.status === "succeeded") await endCase(tx, donationId);
  await announce(tx, id);
}

/** The redirected amount begins its way to the other school or fund. */
async function startNewGift(
  tx: Transaction,
  { id: correctionId, bankId, amountCents }: sql.CorrectionRow,
  points: number,
): Promise<void> {
  const started = await sql.startRedirected({ correctionId, points }, tx);
  await changeUnpaid(tx, bankId, amountCents);
  await requeueIn(tx, PUSHES, { ids: started.map(({ id }) => id) });
}

/** The next file carries the reversal of a gift that was in one, which may be closed by now. */
async function fileLeg(tx: Transaction, { id: correctionId, agreedBy }: sql.CorrectionRow) {
  const ending = { correctionId, by: agreedBy ?? "service", refusalReason: null };
  const [line] = await endReversal(ending, tx);
  if (!line) return NOT_NEEDED;
  return line.isClosed ? leg("done", "foundation") : leg("pending", null);
}

/**
 * Records that the credit was voided, with all that follows: the books, the donation's net amount and totals, a redirect's
 * new gift, and the events. The one place where a reversal succeeds. Call it with the donation locked, before any other change.
 */
export async function recordSuccess(
  tx: Transaction,
  correction: sql.CorrectionRow,
  by: Party,
): Promise<void> {
  const { id, donationId, amountCents: cents } = correction;
  const transfer = await reverseGift(tx, { giftId: donationId, correctionId: id, cents });
  const isRedirected = correction.kind === "redirect";
  const { points } = onlyRow(await sql.recordReversed({ donationId, cents, isRedirected }, tx));
  if (isRedirected) await startNewGift(tx, correction, points);
  const pointsToReturn = isRedirected ? 0 : points;
  const at = new Date(transfer.posted_at);
  const isReceiptCorrected = await correctReceipt(tx, donationId, reversalReason(correction));
  const eventId = await recordNextEvent(tx, "donation.reversed", donationId, at, {
    correction_id: id,
    transfers: [transfer],
    points_to_return: pointsToReturn,
  });
  const legs = {
    platform_credit: leg("done", by),
    books: leg("done", "service", at),
    receipt: isReceiptCorrected ? leg("done", "service", at) : NOT_NEEDED,
    file: await fileLeg(tx, correction),
    points: legIf(pointsToReturn > 0),
  };
  await finish(tx, correction, { status: "succeeded", legs, pointsToReturn, eventId });
}

/** Cancels a donation that nobody pushes anymore. @returns whether it was pending */
async function recordCanceled(
  tx: Transaction,
  correction: sql.CorrectionRow,
  by: Party,
): Promise<boolean> {
  const { id, donationId, bankId } = correction;
  const canceled = await cancelIn(tx, { id: donationId, bankId });
  if (!canceled) return false;
  const { at, points: pointsToReturn } = canceled;
  const more = { correction_id: id, points_to_return: pointsToReturn };
  const eventId = await recordNextEvent(tx, "donation.canceled", donationId, at, more);
  const legs = {
    platform_credit: leg("done", by, at),
    file: NOT_NEEDED,
    points: legIf(pointsToReturn > 0),
  };
  await finish(tx, correction, { status: "succeeded", legs, pointsToReturn, eventId });
  return true;
}

/**
 * Cancels a donation if nothing has begun: no attempt, or only to put it into a batch that is still open. One statement stops
 * the credit unless an attempt has begun, so it's either pushed or canceled. Otherwise, no other attempt begins.
 * @returns whether it's canceled
 */
export async function cancelAtOnce(
  tx: Transaction,
  correction: sql.CorrectionRow,
  { batch }: sql.Gift,
): Promise<boolean> {
  const { donationId, bankId } = correction;
  // In settlement's order.
  await run(heldLimits(bankId), tx);
  await sql.lockGift({ donationId }, tx);
  const withdrawn = batch === "open" && (await sql.withdrawLine({ donationId }, tx)).length > 0;
  const [stopped] = await sql.stopCredit({ donationId, unbegun: !withdrawn }, tx);
  if (stopped) return recordCanceled(tx, correction, "service");
  await sql.stopCredit({ donationId, unbegun: false }, tx);
  return false;
}

/** Cancels a donation whose platform has no credit, and whose attempts were stopped. @returns whether it was pending */
export async function cancelStopped(
  tx: Transaction,
  correction: sql.CorrectionRow,
): Promise<boolean> {
  await run(heldLimits(correction.bankId), tx);
  await sql.withdrawLine(correction, tx);
  return recordCanceled(tx, correction, "platform");
}

const BY_FOUNDATION = "canceled at the bank’s request";

/** Cancels a donation in a closed batch, which its foundation has agreed not to credit. @returns false if it has decided otherwise */
export async function cancelInBatch(
  tx: Transaction,
  correction: sql.CorrectionRow,
): Promise<boolean> {
  const { donationId, bankId, agreedBy } = correction;
  await run(heldLimits(bankId), tx);
  const decided = { donationId, decidedBy: agreedBy as string, reason: BY_FOUNDATION };
  const [declined] = await sql.declineLine(decided, tx);
  return declined !== undefined && recordCanceled(tx, correction, "foundation");
}

/**
 * Records that nothing was taken back: the amount is free for another correction, and a redirect's new gift ends.
 * @param isReversal whether the bank learns it as a refused reversal
 */
export async function recordRefusal(
  tx: Transaction,
  correction: sql.CorrectionRow,
  { reason, by, isReversal = true }: { reason: string; by: Party; isReversal?: boolean },
): Promise<void> {
  const { id, donationId, bankId, newDonationId, amountCents: cents } = correction;
  const about = { correction_id: id, refusal_reason: reason };
  const at = new Date();
  if (newDonationId !== null) {
    await cancelIn(tx, { id: newDonationId, bankId }, { keepsPoints: true });
    const more = { correction_id: id, points_to_return: 0 };
    await recordNextEvent(tx, "donation.canceled", newDonationId, at, more);
  }
  await endReversal({ correctionId: id, by, refusalReason: reason }, tx);
  await sql.unreserve({ donationId, cents }, tx);
  if (isReversal) await recordNextEvent(tx, "donation.reversal_refused", donationId, at, about);
  await finish(tx, correction, {
    status: "refused",
    refusalReason: reason,
    legs: refusedLegs(by),
    pointsToReturn: 0,
    eventId: null,
  });
}

/** Carries out corrections: asks the platform what it has, and takes the credit back. */
import { enterReversal } from "../batches/enter.ts";
import { onlyRow } from "../database/run.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import {
  type AttemptResult,
  attemptUnlessDeleted,
  DUE_MS,
  finished,
  type Schedule,
} from "../jobs/attempts.ts";
import type { Member } from "../jobs/sql.ts";
import { log } from "../log.ts";
import { settle } from "../settlement/settle.ts";
import { beginPush } from "../settlement/sql.ts";
import { type BookedCredit, PlatformRefusal, PlatformUnavailable } from "../ticketing/adapter.ts";
import { platformAccess } from "../ticketing/config.ts";
import {
  announce,
  cancelAtOnce,
  cancelInBatch,
  cancelStopped,
  lockDonation,
  recordRefusal,
  recordSuccess,
} from "./outcome.ts";
import * as sql from "./sql.ts";

const ATTEMPT_TIMEOUT_MS = 15_000;
/** How soon to look again at what others decide: the push in flight, or a batch's processor. */
const FOUNDATION_MS = 10 * 60_000;
const RECHECK_MS = 1_000;

/** What an attempt has come to: decided, or why it isn't and when to look again. */
type Outcome = "decided" | { why: string; waitMs?: number; asksFoundation?: boolean };

/** Works on a correction that is still pending, with its donation locked. */
function whilePending<T>(
  { id, donationId }: sql.CorrectionRow,
  otherwise: T,
  work: (tx: Transaction, current: sql.CorrectionRow) => Promise<T>,
): Promise<T> {
  return transaction(async (tx) => {
    await lockDonation(tx, donationId);
    const current = onlyRow(await sql.findCorrection({ id }, tx));
    return current.status === "pending" ? work(tx, current) : otherwise;
  });
}

const platformOf = (gift: sql.Gift) => {
  // A foundation has its batch, whatever platform the school has now. Another platform knows nothing of the credit.
  if (gift.batch !== null || gift.isElsewhere) return null;
  const { platform, access } = platformAccess(gift.schoolId, gift);
  const limited = { ...access, signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS) };
  return platform && { platform, access: limited };
};

/** Settles a donation that turned out to be credited. Its donor isn't told, since it's about to be taken back. */
async function complete({ id }: sql.Gift, credit: BookedCredit): Promise<void> {
  const loaded = await beginPush({ id, generation: -1 });
  if (!loaded) throw new Error(`donation ${id} doesn't exist`);
  const quiet = { ...loaded, emailTo: null, receiptTo: null };
  const { creditId: platformCreditId, status: platformStatus } = credit;
  await settle(quiet, { status: "completed", platformCreditId, platformStatus });
}

/** Cancels a pending donation, unless the platform already has its credit. */
async function attemptCancel(correction: sql.CorrectionRow, gift: sql.Gift): Promise<Outcome> {
  const { donationId } = correction;
  if (gift.batch === "closed") {
    if (correction.agreedAt === null) {
      return { why: "the foundation has its batch", waitMs: FOUNDATION_MS, asksFoundation: true };
    }
    const isDone = await whilePending(correction, true, cancelInBatch);
    return isDone ? "decided" : { why: "the foundation has just decided otherwise" };
  }
  if (gift.creditStatus !== "stopped") {
    const isDone = await whilePending(correction, true, (tx, current) =>
      cancelAtOnce(tx, current, gift),
    );
    return isDone ? "decided" : { why: "its attempts were just stopped", waitMs: 0 };
  }
  if (gift.quietInMs > 0) {
    return { why: "an attempt may be under way", waitMs: gift.quietInMs + RECHECK_MS };
  }
  const asked = platformOf(gift);
  const [credit] = asked ? await asked.platform.findCredits(asked.access, donationId) : [];
  if (credit) {
    await complete(gift, credit);
    return { why: "the platform has credited it", waitMs: 0 };
  }
  const isCanceled = await whilePending(correction, true, cancelStopped);
  return isCanceled ? "decided" : { why: "it was just settled", waitMs: 0 };
}

async function refuse(
  correction: sql.CorrectionRow,
  why: Parameters<typeof recordRefusal>[2],
): Promise<"decided"> {
  await whilePending(correction, undefined, (tx, current) => recordRefusal(tx, current, why));
  return "decided";
}

/** Takes back a completed donation, or a part, once its foundation has agreed where it has to. */
async function attemptReversal(correction: sql.CorrectionRow, gift: sql.Gift): Promise<Outcome> {
  const { id: correctionId, donationId, amountCents, reason, agreedAt } = correction;
  const found = platformOf(gift);
  const decision = await whilePending(correction, null, async (tx) => {
    if (correction.kind === "cancel") await sql.reserveAll({ donationId }, tx);
    // The file asks, too.
    return gift.batch === null ? null : enterReversal(tx, correctionId, correction.schoolId);
  });
  if (decision?.refusalReason) {
    return refuse(correction, { reason: decision.refusalReason, by: "foundation" });
  }
  const hasBegun = found !== null && correction.voidBegunAt !== null;
  const isAgreed = agreedAt !== null || decision !== null || hasBegun;
  if ((gift.isPaid || found === null) && !isAgreed) {
    return { why: "the foundation has to agree", waitMs: FOUNDATION_MS, asksFoundation: true };
  }
  try {
    const { platformCreditId: creditId } = gift;
    if (found && creditId !== null) {
      // From now on, nobody is asked: the platform may have voided it, even if its answer is lost.
      const begin = (tx: Transaction) => sql.beginVoid({ id: correctionId }, tx);
      if ((await whilePending(correction, [], begin)).length === 0) return "decided";
      const instruction = {
        correctionId,
        creditId,
        partnerReference: donationId,
        amountCents,
        reason,
      };
      await found.platform.voidCredit(found.access, instruction);
    }
  } catch (error) {
    if (!(error instanceof PlatformRefusal)) throw error;
    return refuse(correction, { reason: error.message, by: "platform" });
  }
  const by = found ? "platform" : "foundation";
  await whilePending(correction, undefined, (tx, current) => recordSuccess(tx, current, by));
  return "decided";
}

async function attemptNext(correction: sql.CorrectionRow): Promise<Outcome> {
  const { donationId } = correction;
  const gift = onlyRow(await sql.findGift({ donationId, bankId: null, cardholderId: null }));
  if (gift.status === "pending") return attemptCancel(correction, gift);
  if (gift.status === "completed") return attemptReversal(correction, gift);
  const reason = "the donation failed by itself, and its event gave the points back";
  return refuse(correction, { reason, by: "foundation", isReversal: false });
}

/** Records why a correction isn't decided, and tells the bank if its foundation is asked now. */
async function recordUndecided(
  { id, donationId, attemptCount }: sql.CorrectionRow,
  { waitBefore }: Schedule,
  { generation }: Member,
  { why, waitMs, asksFoundation = false }: Exclude<Outcome, "decided">,
): Promise<AttemptResult> {
  const dueInMs = waitMs ?? waitBefore(attemptCount + 2, id);
  await transaction(async (tx) => {
    await lockDonation(tx, donationId);
    const note = { id, generation, lastError: why, waitMs: dueInMs, asksFoundation };
    const [row] = await sql.recordUndecided(note, tx);
    if (row?.isAsked) await announce(tx, id);
  });
  return { status: "pending", dueInMs };
}

/**
 * Attempts one correction if it's due. Safe to repeat at any point: the platform voids once per correction, and every change
 * is guarded by the correction's status.
 * @returns its status; `superseded` if a later run has taken over, `awaits_approval` if a person has to approve it first
 */
export const attemptCorrection = (member: Member, schedule: Schedule): Promise<AttemptResult> =>
  attemptUnlessDeleted("correction", member.id, async () => {
    const [correction] = await sql.findCorrection({ id: member.id });
    if (!correction) throw new Error(`correction ${member.id} doesn't exist`);
    if (correction.status !== "pending") return finished(correction.status);
    if (correction.generation > member.generation) return finished("superseded");
    if (correction.needsApproval && correction.approvedBy === null) {
      return finished("awaits_approval");
    }
    if (correction.dueInMs > DUE_MS) return { status: "pending", dueInMs: correction.dueInMs };
    const outcome = await attemptNext(correction).catch((error): Outcome => {
      if (error instanceof PlatformUnavailable) return { why: error.message };
      throw error;
    });
    const ids = { correction_id: correction.id, donation_id: correction.donationId };
    log().info({ ...ids, outcome: outcome === "decided" ? outcome : outcome.why }, "correction");
    if (outcome !== "decided") return recordUndecided(correction, schedule, member, outcome);
    return finished(onlyRow(await sql.findCorrection({ id: member.id })).status);
  });

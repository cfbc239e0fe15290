/** What people and banks decide about corrections: a second person, the foundation, and the bank about points. */

import { nameOfActor } from "../auth/actors.ts";
import { audit, concerning } from "../auth/audit.ts";
import { type Action, recheckCaller } from "../auth/permissions.ts";
import type { BankScope, SchoolApiScope, StaffScope, SystemScope } from "../auth/scopes.ts";
import { onlyRow } from "../database/run.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { CORRECTIONS } from "../donations/sql.ts";
import { invalid, ServiceError } from "../errors.ts";
import { requeueIn } from "../jobs/sweep.ts";
import { countStored } from "../storage/usage.ts";
import type { Correction, PointsReturned } from "./contract.ts";
import { leg, partyOf } from "./legs.ts";
import { announce, lockDonation, recordRefusal } from "./outcome.ts";
import { getCorrection } from "./queries.ts";
import * as sql from "./sql.ts";

/** Works on a correction with its donation locked. @returns false if there is none */
function withCorrection(
  id: string,
  work: (tx: Transaction, correction: sql.CorrectionRow) => Promise<boolean>,
): Promise<boolean> {
  return transaction(async (tx) => {
    const [found] = await sql.findCorrection({ id }, tx);
    if (!found) return false;
    await lockDonation(tx, found.donationId);
    return work(tx, onlyRow(await sql.findCorrection({ id }, tx)));
  });
}

/** A second person of the bank, or the operator. */
type Approver = SystemScope | Extract<StaffScope, { kind: "bank" | "operator" }>;

const isOf = (by: Approver, { bankId }: sql.CorrectionRow) =>
  !("bankId" in by) || by.bankId === bankId;

function actionOf(by: Approver): Action | null {
  if (!("kind" in by)) return null;
  return by.kind === "bank" ? "corrections.request" : "corrections.approve";
}

/** A suspended bank redirects nothing; the operator may. @throws ServiceError BANK_SUSPENDED */
async function requireActive(tx: Transaction, by: Approver, { kind, ...of }: sql.CorrectionRow) {
  if (kind !== "redirect" || !("bankId" in by)) return;
  const whole = { donationId: of.donationId, bankId: of.bankId, cardholderId: null };
  if (onlyRow(await sql.findGift(whole, tx)).bankStatus === "active") return;
  throw new ServiceError("BANK_SUSPENDED");
}

/** Approves a correction that another person has requested, which begins it. @returns whether it did */
export const approveCorrection = (by: Approver, id: string): Promise<boolean> =>
  withCorrection(id, async (tx, correction) => {
    await recheckCaller(tx, by, actionOf(by));
    if (!isOf(by, correction)) return false;
    await requireActive(tx, by, correction);
    const [approved] = await sql.approve({ id, approvedBy: nameOfActor(by.actor) }, tx);
    if (!approved) return false;
    await requeueIn(tx, CORRECTIONS, { ids: [id] });
    await announce(tx, id);
    await audit(tx, concerning(by, correction), "correction.approve", id);
    return true;
  });

/** Declines a correction that waits for a second person. @returns whether it did */
export const declineCorrection = (by: Approver, id: string, reason: string): Promise<boolean> =>
  withCorrection(id, async (tx, correction) => {
    await recheckCaller(tx, by, actionOf(by));
    const isWaiting =
      correction.status === "pending" && correction.needsApproval && correction.approvedBy === null;
    if (!isOf(by, correction) || !isWaiting) return false;
    await recordRefusal(tx, correction, { reason, by: partyOf(by), isReversal: false });
    await audit(tx, concerning(by, correction), "correction.refuse", id, { reason });
    return true;
  });

/** A foundation agrees to a correction that it was asked about, which continues it. @returns whether it did */
export const agreeToCorrection = (scope: SchoolApiScope, id: string): Promise<boolean> =>
  withCorrection(id, async (tx, correction) => {
    await recheckCaller(tx, scope, "gifts.confirm");
    const { schoolId } = scope;
    const [agreed] = await sql.agree({ id, schoolId, agreedBy: nameOfActor(scope.actor) }, tx);
    if (!agreed) return false;
    await requeueIn(tx, CORRECTIONS, { ids: [id] });
    await announce(tx, id);
    await audit(tx, concerning(scope, correction), "correction.agree", id);
    return true;
  });

/** A foundation refuses a correction that it was asked about. @returns whether it did */
export const refuseCorrection = (
  scope: SchoolApiScope,
  id: string,
  reason: string,
): Promise<boolean> =>
  withCorrection(id, async (tx, correction) => {
    await recheckCaller(tx, scope, "gifts.confirm");
    const { status, schoolId, awaitsFoundation } = correction;
    if (schoolId !== scope.schoolId || status !== "pending" || !awaitsFoundation) return false;
    if ((await sql.confirmedLine({ id }, tx)).length > 0) return false;
    await recordRefusal(tx, correction, { reason, by: "foundation" });
    await audit(tx, concerning(scope, correction), "correction.refuse", id, { reason });
    return true;
  });

/**
 * Records that the bank has given points back. The same again changes nothing.
 * @throws InvalidInput; ServiceError CORRECTION_NOT_FOUND, CORRECTION_NOT_POSSIBLE
 */
export async function recordPointsReturned(
  scope: BankScope,
  donationId: string,
  id: string,
  { points, reference }: PointsReturned,
): Promise<Correction> {
  await getCorrection(scope, donationId, id);
  await withCorrection(id, async (tx, correction) => {
    const { status, pointsToReturn, pointsReturned, pointsReference } = correction;
    if (pointsReturned === points && pointsReference === reference) return true;
    if (status !== "succeeded" || pointsReturned !== null) {
      const details = {
        reason: pointsReturned === null ? "not_succeeded" : "already_said",
        status,
      };
      throw new ServiceError("CORRECTION_NOT_POSSIBLE", { details });
    }
    if (points > (pointsToReturn ?? 0)) {
      const msg = `It takes back ${pointsToReturn} points`;
      throw invalid("points", msg, "less_than_equal");
    }
    const legs = { points: leg("done", "bank") };
    await sql.recordPointsReturned({ id, points, reference, legs }, tx);
    countStored(scope.bankId, 1, [reference]);
    await announce(tx, id);
    await audit(tx, concerning(scope, correction), "correction.points-returned", id, { points });
    return true;
  });
  return getCorrection(scope, donationId, id);
}

/** Closes batches, and records what a school has decided about their gifts. */
import { nameOfActor } from "../auth/actors.ts";
import { type Actor, audit, auditEach } from "../auth/audit.ts";
import { recheckCaller } from "../auth/permissions.ts";
import type { SchoolApiScope, SchoolScope, SystemScope } from "../auth/scopes.ts";
import { advisoryLock, type Transaction, transaction } from "../database/transaction.ts";
import { recordNextEvent } from "../donations/events.ts";
import { giftNumberOf } from "../donations/gift-number.ts";
import { CORRECTIONS, PUSHES } from "../donations/sql.ts";
import { ServiceError } from "../errors.ts";
import { requeueIn } from "../jobs/sweep.ts";
import { log } from "../log.ts";
import { toDecimalString } from "../money.ts";
import { correctReceipt } from "../receipts/issue.ts";
import { setFundCodes } from "../schools/funds/mutations.ts";
import { readFundCodes } from "../schools/funds/queries.ts";
import { changedSince, requireShown, versionOf } from "../version-shown.ts";
import type { NumberCorrection } from "./contract.ts";
import { announceClosed } from "./emails.ts";
import { type BatchSettings, batchSettings, type ClosedSettings } from "./settings.ts";
import * as sql from "./sql.ts";

/** A school's settings, or the defaults, and their version. @throws ServiceError SCHOOL_NOT_FOUND */
export async function readSettings(schoolId: string, tx?: Transaction) {
  const [row] = await sql.findSettings({ schoolId }, tx);
  if (!row) throw new ServiceError("SCHOOL_NOT_FOUND");
  const read = { ...row, settings: batchSettings.parse(row.settings ?? {}) };
  return { ...read, version: versionOf(read) };
}

export type SettingsChanges = Partial<
  BatchSettings & {
    closeHour: number | null;
    confirmationDays: number;
    fiscalYearMonth: number;
    /** The codes of some of its funds by their IDs. */
    fundCodes: Record<string, string>;
  }
>;

/**
 * Changes a school's settings, for batches that close from now on.
 * @param shown the version that the change is based on; any other is refused, at the field `shown`
 * @returns all of them
 * @throws InvalidInput; ServiceError FUND_NOT_FOUND
 */
export function changeSettings(
  by: Actor | SchoolScope,
  schoolId: string,
  changes: SettingsChanges,
  shown?: string,
) {
  return transaction(async (tx) => {
    // Two changes at once would each keep what the other has changed as it was before.
    await advisoryLock(tx, `batch-settings:${schoolId}`);
    await recheckCaller(tx, by, "batch-settings.change");
    const { closeHour, confirmationDays, fiscalYearMonth, fundCodes, ...codes } = changes;
    const current = await readSettings(schoolId, tx);
    requireShown(shown, current.version);
    const settings = { ...current.settings, ...codes };
    const hour = closeHour === undefined ? current.closeHour : closeHour;
    await sql.upsertSettings({ schoolId, closeHour: hour, settings }, tx);
    if (confirmationDays) await sql.updatePromise({ schoolId, confirmationDays }, tx);
    if (fiscalYearMonth) await sql.updateFiscalYear({ schoolId, fiscalYearMonth }, tx);
    if (fundCodes) await setFundCodes(tx, by, schoolId, fundCodes);
    const concerned = { ...by, schoolIds: [schoolId] };
    await audit(tx, concerned, "batch-settings.change", schoolId, {
      changed: Object.keys(changes),
    });
    return readSettings(schoolId, tx);
  });
}

export async function settingsForFiles(
  schoolId: string,
  tx?: Transaction,
): Promise<ClosedSettings> {
  const { settings, giftDate } = await readSettings(schoolId, tx);
  return { ...settings, giftDate, fundCodes: await readFundCodes(schoolId, tx) };
}

/** Who closes a batch: a member or a program of its school, or its schedule. */
type Closer = SchoolApiScope | (Pick<SchoolApiScope, "schoolId"> & Actor);

/**
 * Closes a batch: no gift enters it anymore, and its files never change. Closing it again changes nothing.
 * @returns whether it was open
 * @throws ServiceError BATCH_EMPTY
 */
export function closeBatch(scope: Closer, batchId: string): Promise<boolean> {
  const { schoolId } = scope;
  return transaction(async (tx) => {
    const settings = await settingsForFiles(schoolId, tx);
    const [closed] = await sql.markClosed({ schoolId, batchId, settings }, tx);
    await recheckCaller(tx, scope, "batches.close");
    if (!closed) return false;
    await sql.removeHeld({ batchId }, tx);
    const [totals] = await sql.recordTotals({ batchId }, tx);
    if (!totals || totals.lineCount === 0) throw new ServiceError("BATCH_EMPTY");
    await sql.recordCarried({ batchId }, tx);
    const amount = toDecimalString(totals.amountCents);
    await audit(tx, scope, "batch.close", batchId, { gifts: totals.giftCount, amount });
    await announceClosed(tx, schoolId, { batchId, ...totals });
    return true;
  });
}

/** Closes the batches whose school's closing hour has passed since they were opened. @returns how many */
export async function closeDueBatches({ actor }: SystemScope, at = new Date()): Promise<number> {
  let closed = 0;
  for (const { schoolId, batchId } of await sql.findDue({ at })) {
    try {
      if (await closeBatch({ schoolId, actor, tenant: `school:${schoolId}` }, batchId)) closed++;
    } catch (error) {
      // One without gifts stays open. Another school's batch doesn't wait for this one.
      if (error instanceof ServiceError && error.code === "BATCH_EMPTY") continue;
      log().error({ err: error, school_id: schoolId }, "couldn't close a batch");
    }
  }
  return closed;
}

/**
 * Records decisions about gifts and requests their pushes, which settle them, in one transaction. A hold doesn't stop a
 * foundation that may have imported the gift: its decision ends it.
 * @returns the gifts that hadn't been decided yet
 */
export function recordDecisions(
  scope: SchoolApiScope,
  decisions: sql.Decision[],
): Promise<ReadonlySet<string>> {
  return transaction(async (tx) => {
    const { schoolId } = scope;
    const decidedBy = nameOfActor(scope.actor);
    const rows = await sql.recordDecisions({ schoolId, decidedBy, decisions }, tx);
    await recheckCaller(tx, scope, "gifts.confirm");
    const decided = new Set(rows.map(({ id }) => id));
    if (decided.size === 0) return decided;
    const idsOf = (isReversal: boolean) =>
      rows.flatMap((row) => (row.isReversal === isReversal ? row.id : []));
    await sql.endHolds({ donationIds: idsOf(false) }, tx);
    await requeueIn(tx, PUSHES, { ids: idsOf(false) });
    await requeueIn(tx, CORRECTIONS, { ids: idsOf(true) });
    const numbers = (isRefused: boolean) =>
      decisions.flatMap(({ id, refusalReason }) =>
        decided.has(id) && isRefused === (refusalReason !== null) ? giftNumberOf(id) : [],
      );
    const gifts = { confirmed: numbers(false), refused: numbers(true) };
    await auditEach(tx, scope, ["gifts.confirm", schoolId], gifts);
    return decided;
  });
}

/**
 * Corrects the confirmation number of a gift that its school confirmed, and tells its bank. A receipt that was issued is
 * replaced by a corrected one.
 * @param shown the number that the correction is based on; any other is refused, at the field `shown`
 * @throws InvalidInput; ServiceError FORBIDDEN, STEP_UP_REQUIRED
 */
export function correctNumber(
  scope: SchoolScope,
  donationId: string,
  { confirmation_number: to, reason: because }: NumberCorrection,
  shown: string,
): Promise<void> {
  return transaction(async (tx) => {
    await recheckCaller(tx, scope, "gifts.correct");
    const { schoolId } = scope;
    const corrected = await sql.correctNumber({ schoolId, donationId, from: shown, to }, tx);
    if (corrected.length === 0) throw changedSince();
    const reason = `The school corrected its confirmation number from ${shown} to ${to}.`;
    await correctReceipt(tx, donationId, reason);
    await recordNextEvent(tx, "donation.updated", donationId, new Date());
    await audit(tx, scope, "gift.correct", giftNumberOf(donationId), {
      from: shown,
      to,
      reason: because,
    });
  });
}

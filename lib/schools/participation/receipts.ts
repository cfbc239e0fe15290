/**
 * What a foundation's receipts say, and its approval of that. Receipts that were issued never change: their content is
 * stored.
 */
import { z } from "zod";
import { nameOfActor } from "../../auth/actors.ts";
import { isMember } from "../../auth/permissions.ts";
import type { SchoolScope } from "../../auth/scopes.ts";
import { affected, requireRow, runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { ServiceError } from "../../errors.ts";
import { addViolation, line, text } from "../../fields.ts";
import { changedSince, differences, requireShown, versionOf } from "../../version-shown.ts";
import {
  auditSchool,
  closeIncomplete,
  lockSchool,
  type SchoolEditor,
  upsertRecord,
  withdrawReceiptApproval,
} from "./mutations.ts";
import { giftDateRule, localDay, schoolsWithRecords, taxClasses } from "./sql.ts";

export const EIN = /^\d{2}-\d{7}$/;

export const MAX_MAILING_ADDRESS_LENGTH = 500;
const MAX_MAILING_ADDRESS_LINES = 6;

const mailingAddress = text({ min: 1, max: MAX_MAILING_ADDRESS_LENGTH }).check((context) => {
  if (context.value.split("\n").length > MAX_MAILING_ADDRESS_LINES) {
    addViolation(
      context,
      "value_error",
      `Value must have at most ${MAX_MAILING_ADDRESS_LINES} lines`,
    );
  }
});

/** The details that a foundation enters. */
export const receiptDetails = z.object({
  legalName: line({ min: 1, max: 255 }),
  ein: z.string().regex(EIN),
  mailingAddress,
  signatoryName: line({ min: 1, max: 100 }).nullable(),
  signatoryTitle: line({ min: 1, max: 100 }).nullable(),
  receiptThanks: line({ min: 1, max: 300 }).nullable(),
  /** Which day is a gift's date. Each gift keeps its own once it's confirmed. */
  giftDate: z.enum(["confirmed", "accepted"]).optional(),
});

/** Null until the foundation has provided it. */
export type ReceiptDetails = { [Name in keyof z.output<typeof receiptDetails>]-?: string | null };

const NAMES = Object.keys(receiptDetails.shape) as (keyof ReceiptDetails)[];

/** What receipts say now, and who has approved that; undefined if there is no such school. */
function read(schoolId: string, tx?: Transaction) {
  const query = schoolsWithRecords
    .select([
      "s.name",
      "s.timeZone",
      "s.foundationName",
      "s.ein",
      "s.mailingAddress",
      "r.legalName",
    ])
    .select(["r.signatoryName", "r.signatoryTitle", "r.receiptThanks", "r.receiptsApprovedBy"])
    .select([giftDateRule.as("giftDate"), localDay.as("today")])
    .select(({ cast }) => cast<string | null>("r.receiptsApprovedOn", "text").as("approvedOn"))
    .select(taxClasses.as("taxClasses"))
    .where("s.id", "=", schoolId);
  return runForOne(query, tx);
}

const detailsOf = (row: ReceiptDetails) =>
  Object.fromEntries(NAMES.map((name) => [name, row[name]])) as ReceiptDetails;

/** What is approved: details and tax classes. */
const approvedOf = (row: ReceiptDetails & { taxClasses: string }) => [
  detailsOf(row),
  row.taxClasses,
];

/** The foundation's receipt details, their version, and who has approved them. */
export async function readReceiptDetails({ schoolId }: SchoolScope) {
  const row = await read(schoolId);
  if (!row) throw new ServiceError("SCHOOL_NOT_FOUND");
  const { name, foundationName, timeZone, receiptsApprovedBy: by, approvedOn: on } = row;
  const details = detailsOf(row);
  const approval = by !== null && on !== null ? { by, on } : null;
  return {
    schoolName: name,
    foundationName,
    timeZone,
    details,
    version: versionOf(approvedOf(row)),
    approval,
  };
}

/**
 * Locks what a school's receipts say.
 * @param shown the version that an admin has seen; any other is refused, at the field `shown`
 * @returns what they say; undefined if there is no such school
 */
async function lockDetails(tx: Transaction, scope: SchoolEditor, schoolId: string, shown?: string) {
  await lockSchool(tx, scope, schoolId, "receipts.change");
  const row = await read(schoolId, tx);
  if (row) requireShown(shown, versionOf(approvedOf(row)));
  return row;
}

/** The member's name and address, as an approval names them. */
async function nameOf(tx: Transaction, { personId }: SchoolScope): Promise<string> {
  const query = kysely
    .selectFrom("cardholder")
    .select(["displayName", "email"])
    .where("id", "=", personId);
  const person = await requireRow(query, "FORBIDDEN", tx);
  return [person.displayName, person.email].filter(Boolean).join(", ").slice(0, 255);
}

async function recordApproval(tx: Transaction, scope: SchoolEditor, schoolId: string) {
  const name = isMember(scope) ? await nameOf(tx, scope) : nameOfActor(scope.actor);
  const receiptsApprovedOn = (await read(schoolId, tx))?.today ?? null;
  await upsertRecord(tx, schoolId, { receiptsApprovedBy: name, receiptsApprovedOn });
  await auditSchool(tx, scope, "school.approve-receipts", schoolId, { by: name });
}

/**
 * Records that the foundation approved its receipts' wording and its funds' tax classes.
 * @throws InvalidInput if a member approves what they haven't seen; ServiceError FORBIDDEN, STEP_UP_REQUIRED
 */
export function approveReceipts(
  scope: SchoolEditor,
  schoolId: string,
  shown?: string,
): Promise<void> {
  return transaction(async (tx) => {
    const row = await lockDetails(tx, scope, schoolId, shown);
    // The page offers approval only once the details are complete.
    if (isMember(scope) && !(row?.legalName && row.ein && row.mailingAddress)) throw changedSince();
    await recordApproval(tx, scope, schoolId);
  });
}

/** For a new name or number: what the operator checked was another organization. */
const UNCHECKED = { registrationCheckedOn: null, goodStandingCheckedOn: null };

/**
 * Extends an approval to tax classes that the member has just changed; the approval is now theirs. Without an approval,
 * nothing changes.
 */
export async function renewApproval(tx: Transaction, scope: SchoolScope): Promise<void> {
  const { schoolId } = scope;
  const row = await read(schoolId, tx);
  if (row?.approvedOn) await recordApproval(tx, scope, schoolId);
}

/**
 * Sets the given details on future receipts. A change withdraws the foundation's approval, unless it's approved at once.
 * @returns false if there is no such school
 * @throws InvalidInput if a member changes what they haven't seen; ServiceError FORBIDDEN, STEP_UP_REQUIRED
 */
export function setReceiptDetails(
  scope: SchoolEditor,
  schoolId: string,
  details: Partial<ReceiptDetails>,
  { shown, approve = false }: { shown?: string; approve?: boolean } = {},
): Promise<boolean> {
  return transaction(async (tx) => {
    const before = await lockDetails(tx, scope, schoolId, shown);
    if (!before) return false;
    const changes = differences(before, details);
    if (Object.keys(changes).length === 0) return true;
    const { ein = before.ein, mailingAddress = before.mailingAddress, ...record } = changes;
    const update = kysely.updateTable("school").set({ ein, mailingAddress });
    await affected(update.where("id", "=", schoolId), tx);
    if (Object.keys(record).length > 0) await upsertRecord(tx, schoolId, record);
    const isOther = changes.legalName !== undefined || changes.ein !== undefined;
    if (isMember(scope) && isOther) await upsertRecord(tx, schoolId, UNCHECKED);
    await auditSchool(tx, scope, "school.receipts", schoolId, changes);
    await withdrawReceiptApproval(tx, schoolId);
    if (approve) await recordApproval(tx, scope, schoolId);
    await closeIncomplete(tx, scope, [schoolId]);
    return true;
  });
}

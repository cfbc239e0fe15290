/**
 * A school's record, kept by the operator. In production, a school accepts gifts only while its record is complete. Gifts
 * that were accepted still settle.
 */
import { type Actor, audit } from "../../auth/audit.ts";
import { encryptedColumns } from "../../auth/encrypted-columns.ts";
import type { SystemScope } from "../../auth/scopes.ts";
import { now } from "../../database/expressions.ts";
import { affected, run, runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { env } from "../../env.ts";
import { emailKey } from "../../text.ts";
import { deactivateIncomplete, expiresOn, missing, schoolsWithRecords } from "./sql.ts";

/** Payee details. */
export const payees = encryptedColumns({
  table: "school_record",
  id: "school_id",
  ring: "platformConfigKeys",
  columns: ["encrypted_payee", "encrypted_pending_payee"],
});

/** What the operator notes after checking it. Days are ISO dates. */
export type RecordFacts = Partial<{
  consentBy: string;
  consentOn: string;
  consentDocument: string;
  legalName: string;
  registrationCheckedOn: string;
  goodStandingCheckedOn: string;
  contactName: string;
  contactEmail: string;
}>;

/** The longest payee details. */
export const MAX_PAYEE_LENGTH = 2_000;

const recordOf = (schoolId: string) =>
  kysely.selectFrom("schoolRecord").where("schoolId", "=", schoolId);

/** Days are text, so that no time zone moves them. */
type Columns = Omit<
  RecordFacts,
  "legalName" | "registrationCheckedOn" | "goodStandingCheckedOn"
> & {
  registrationCheckedOn?: string | null | undefined;
  goodStandingCheckedOn?: string | null | undefined;
  legalName?: string | null | undefined;
  signatoryName?: string | null | undefined;
  signatoryTitle?: string | null | undefined;
  receiptThanks?: string | null | undefined;
  giftDate?: string | null | undefined;
  receiptsApprovedBy?: string | null;
  receiptsApprovedOn?: string | null;
  encryptedPendingPayee?: Uint8Array;
  pendingPayeeEnteredBy?: string;
};

/** Sets columns of a record, which is created if needed. */
export async function upsertRecord(
  tx: Transaction,
  schoolId: string,
  columns: Columns,
): Promise<void> {
  const row = columns as object;
  const insertion = kysely
    .insertInto("schoolRecord")
    .values({ schoolId, ...row })
    .onConflict((same) => same.column("schoolId").doUpdateSet({ schoolId, ...row }));
  await affected(insertion, tx);
}

/** Serializes changes to a school's own settings. */
export const lockSchool = async (tx: Transaction, schoolId: string): Promise<void> => {
  await run(
    kysely.selectFrom("school").select("id").where("id", "=", schoolId).forNoKeyUpdate(),
    tx,
  );
};

/** Sets the given facts. The legal name is on receipts, so a new one has to be approved. */
export function setRecord(scope: SystemScope, schoolId: string, facts: RecordFacts): Promise<void> {
  return transaction(async (tx) => {
    await lockSchool(tx, schoolId);
    const before = await runForOne(recordOf(schoolId).select("legalName"), tx);
    await upsertRecord(tx, schoolId, facts);
    await audit(tx, scope, "school.record", schoolId, facts);
    const { legalName = before?.legalName } = facts;
    if (before && before.legalName !== legalName) await withdrawReceiptApproval(tx, schoolId);
    await closeIncomplete(tx, scope, [schoolId]);
  });
}

/** Withdraws the approval of receipts, since what they say has changed. Close the school then, unless it's approved again. */
export async function withdrawReceiptApproval(tx: Transaction, schoolId: string): Promise<void> {
  const withdrawal = kysely
    .updateTable("schoolRecord")
    .set({ receiptsApprovedBy: null, receiptsApprovedOn: null })
    .where("schoolId", "=", schoolId);
  await affected(withdrawal, tx);
}

/** Ignores how the details are spaced. */
const normalize = (details: string) =>
  details
    .split("\n")
    .map((line) => line.trim().replace(/\s+/g, " "))
    .filter((line) => line !== "")
    .join("\n");

/** Enters payee details, which count once another person has approved them. The previous ones count until then. */
export function enterPayee(
  scope: SystemScope,
  schoolId: string,
  { by, details }: { by: string; details: string },
): Promise<void> {
  return transaction(async (tx) => {
    const encryptedPendingPayee = payees.encrypt(schoolId, normalize(details));
    await upsertRecord(tx, schoolId, { encryptedPendingPayee, pendingPayeeEnteredBy: by });
    await audit(tx, scope, "school.payee", schoolId, { by });
  });
}

/**
 * Approves the pending payee details by entering them a second time, from the foundation's own document.
 * @returns why not, if they can't be approved
 */
export function approvePayee(
  scope: SystemScope,
  schoolId: string,
  { by, details }: { by: string; details: string },
): Promise<"approved" | "none_pending" | "same_person" | "different"> {
  return transaction(async (tx) => {
    const record = await runForOne(recordOf(schoolId).selectAll().forUpdate(), tx);
    const { encryptedPendingPayee: pending, pendingPayeeEnteredBy: enteredBy } = record ?? {};
    if (!pending || !enteredBy) return "none_pending";
    if (emailKey(enteredBy) === emailKey(by)) return "same_person";
    if (payees.decrypt(schoolId, pending) !== normalize(details)) return "different";
    const update = kysely
      .updateTable("schoolRecord")
      .set({
        encryptedPayee: pending,
        payeeEnteredBy: enteredBy,
        payeeApprovedBy: by,
        payeeApprovedAt: now,
        encryptedPendingPayee: null,
        pendingPayeeEnteredBy: null,
      })
      .where("schoolId", "=", schoolId);
    await affected(update, tx);
    await audit(tx, scope, "school.approve-payee", schoolId, { by, enteredBy });
    return "approved";
  });
}

/** A school's record, without payee details; null if there is no such school. */
export async function readRecord(schoolId: string) {
  const record = schoolsWithRecords
    .select(["s.id as schoolId", "s.name", "s.active", "s.ein", "s.mailingAddress"])
    .select(["r.consentBy", "r.consentDocument", "r.legalName", "r.contactName", "r.contactEmail"])
    .select(["r.signatoryName", "r.signatoryTitle", "r.receiptThanks"])
    .select(["r.receiptsApprovedBy", "r.payeeEnteredBy", "r.payeeApprovedBy", "r.payeeApprovedAt"])
    .select("r.pendingPayeeEnteredBy")
    .select(({ cast }) => [
      cast<string | null>("r.consentOn", "text").as("consentOn"),
      cast<string | null>("r.registrationCheckedOn", "text").as("registrationCheckedOn"),
      cast<string | null>("r.goodStandingCheckedOn", "text").as("goodStandingCheckedOn"),
      cast<string | null>("r.receiptsApprovedOn", "text").as("receiptsApprovedOn"),
      missing.as("missing"),
      expiresOn.as("expiresOn"),
    ])
    .where("s.id", "=", schoolId);
  return (await runForOne(record)) ?? null;
}

const isRequired = () => env().environment === "production";

/**
 * Opens a school for gifts, or closes it. In production, only a school with a complete record opens.
 * @returns what its record lacks, in which case it stays closed
 */
export function setActive(
  scope: SystemScope,
  schoolId: string,
  active: boolean,
): Promise<string[]> {
  return transaction(async (tx) => {
    const state = schoolsWithRecords
      .select(missing.as("missing"))
      .where("s.id", "=", schoolId)
      .forNoKeyUpdate("s");
    const lacks = (await runForOne(state, tx))?.missing ?? [];
    if (active && isRequired() && lacks.length > 0) return lacks;
    const update = kysely.updateTable("school").set({ active }).where("id", "=", schoolId);
    await run(update, tx);
    await audit(tx, scope, active ? "school.activate" : "school.deactivate", schoolId);
    return [];
  });
}

/** In production, closes schools with incomplete records. @param schoolIds only these; null for all. @returns their IDs */
export async function closeIncomplete(
  tx: Transaction,
  scope: Actor,
  schoolIds: string[] | null,
): Promise<string[]> {
  if (!isRequired()) return [];
  const closed = await deactivateIncomplete({ schoolIds }, tx);
  for (const { id, missing: lacks } of closed) {
    await audit(tx, scope, "school.deactivate", id, { missing: lacks });
  }
  return closed.map(({ id }) => id);
}

/** The same for all schools: a check has become too old. */
export const closeExpired = (scope: SystemScope): Promise<string[]> =>
  transaction((tx) => closeIncomplete(tx, scope, null));

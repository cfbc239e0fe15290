/**
 * A school's record, kept by the operator. In production, a school accepts gifts only while its record is complete. Gifts
 * that were accepted still settle.
 */
import { type Actor, type AuditDetails, audit } from "../../auth/audit.ts";
import type { AuditAction } from "../../auth/audit-actions.ts";
import { encryptedColumns } from "../../auth/encrypted-columns.ts";
import { type Action, recheckCaller } from "../../auth/permissions.ts";
import type { OperatorScope, SchoolScope, SystemScope } from "../../auth/scopes.ts";
import { now } from "../../database/expressions.ts";
import { affected, run, runForOne } from "../../database/run.ts";
import { kysely, type Tables } from "../../database/tables.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { queueEmails } from "../../email/queue.ts";
import { payeeChangedEmail } from "../../email/templates/notices.ts";
import { env } from "../../env.ts";
import { ServiceError } from "../../errors.ts";
import {
  deactivateIncomplete,
  emailOf,
  expiresOn,
  findConcerned,
  missing,
  schoolsWithRecords,
} from "./sql.ts";

/** Payee details, and what waits for another person's approval. */
export const payees = encryptedColumns({
  table: "school_record",
  id: "school_id",
  ring: "platformConfigKeys",
  columns: ["encrypted_payee", "encrypted_pending_payee", "encrypted_pending_consent"],
});

/** What the operator notes after checking it. Days are ISO dates. */
export type RecordFacts = Partial<{
  legalName: string;
  registrationCheckedOn: string;
  goodStandingCheckedOn: string;
  contactName: string;
  contactEmail: string;
}>;

/** Who consented for the foundation, when, and in which document. */
export type Consent = { consentBy: string; consentOn: string; consentDocument: string };

export const MAX_PAYEE_LENGTH = 2_000;

/** How long new payee details are marked as changed. */
export const PAYEE_WAIT_HOURS = 72;

/** Audits an action on a school, whose own log shows it, too, whoever acted. */
export const auditSchool = (
  tx: Transaction,
  by: Actor,
  action: AuditAction,
  schoolId: string,
  details?: AuditDetails,
): Promise<void> => audit(tx, { ...by, schoolIds: [schoolId] }, action, schoolId, details);

const recordOf = (schoolId: string) =>
  kysely.selectFrom("schoolRecord").where("schoolId", "=", schoolId);

type Columns = Partial<Record<keyof Tables["schoolRecord"], unknown>>;

/** Sets columns of a record, which is created if needed. @param columns days are text, so that no time zone moves them */
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

/** The operator, for a school, or a member of its team. */
export type SchoolEditor = SystemScope | SchoolScope;

/**
 * Serializes changes to a school's own settings. A member changes only their own school's, and only while they may.
 * @throws ServiceError FORBIDDEN, STEP_UP_REQUIRED
 */
export async function lockSchool(
  tx: Transaction,
  scope: SchoolEditor | OperatorScope,
  schoolId: string,
  action: Action,
): Promise<void> {
  if ("schoolId" in scope && scope.schoolId !== schoolId) throw new ServiceError("FORBIDDEN");
  const school = kysely.selectFrom("school").select("id").where("id", "=", schoolId);
  await run(school.forNoKeyUpdate(), tx);
  await recheckCaller(tx, scope, action);
}

/** Sets the given facts. The legal name is on receipts, so a new one has to be approved. */
export function setRecord(scope: SystemScope, schoolId: string, facts: RecordFacts): Promise<void> {
  return transaction(async (tx) => {
    await lockSchool(tx, scope, schoolId, "participation.change");
    const before = await runForOne(recordOf(schoolId).select("legalName"), tx);
    await upsertRecord(tx, schoolId, facts);
    await auditSchool(tx, scope, "school.record", schoolId, facts);
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

/** Tells the foundation, its admins and finance people, and the banks that pay it. */
async function announcePayee(tx: Transaction, schoolId: string): Promise<void> {
  const concerned = await findConcerned({ schoolId }, tx);
  const emails = concerned.map(({ foundation, ...email }) => {
    const content = payeeChangedEmail(foundation, PAYEE_WAIT_HOURS);
    return { ...email, ...content, kind: "payee-changed" as const, cardholderId: null };
  });
  await queueEmails(tx, emails);
}

type Approval = { text: string; enteredBy: string; approvedBy: string };

/** What two members of the operator's team must enter alike: the columns of a pending entry, and of an approved one. */
const DUAL_CONTROL = {
  payee: {
    pending: "encryptedPendingPayee",
    pendingBy: "pendingPayeeEnteredBy",
    actions: ["school.payee", "school.approve-payee"],
    approved: (schoolId: string, { text, enteredBy, approvedBy }: Approval) => ({
      encryptedPayee: payees.encrypt(schoolId, text),
      payeeEnteredBy: enteredBy,
      payeeApprovedBy: approvedBy,
      payeeApprovedAt: now,
    }),
  },
  consent: {
    pending: "encryptedPendingConsent",
    pendingBy: "pendingConsentEnteredBy",
    actions: ["school.consent", "school.approve-consent"],
    approved: (_: string, { text, enteredBy, approvedBy }: Approval) => {
      const consent: Consent = JSON.parse(text);
      return { ...consent, consentEnteredBy: enteredBy, consentApprovedBy: approvedBy };
    },
  },
} as const;

/** `different`: it replaces what another member had entered, and waits for a second member in turn. */
export type Entry = "approved" | "pending" | "different";

/** Enters a value that takes effect once another member has entered the same one. Until then, the previous one stays in effect. */
function enterUnderDualControl(
  scope: OperatorScope,
  schoolId: string,
  what: keyof typeof DUAL_CONTROL,
  text: string,
): Promise<Entry> {
  const { pending, pendingBy, approved, actions } = DUAL_CONTROL[what];
  const { personId: approvedBy } = scope;
  return transaction(async (tx) => {
    await lockSchool(tx, scope, schoolId, "participation.change");
    const record = await runForOne(recordOf(schoolId).selectAll(), tx);
    const [entered, enteredBy] = [record?.[pending], record?.[pendingBy]];
    const isOther = Boolean(entered && enteredBy && enteredBy !== approvedBy);
    const isApproved = isOther && payees.decrypt(schoolId, entered as Buffer) === text;
    const columns = isApproved
      ? {
          ...approved(schoolId, { text, enteredBy: enteredBy as string, approvedBy }),
          [pending]: null,
          [pendingBy]: null,
        }
      : { [pending]: payees.encrypt(schoolId, text), [pendingBy]: approvedBy };
    await upsertRecord(tx, schoolId, columns);
    await auditSchool(tx, scope, actions[isApproved ? 1 : 0], schoolId);
    if (isApproved && what === "payee") await announcePayee(tx, schoolId);
    if (isApproved) return "approved";
    return isOther ? "different" : "pending";
  });
}

/** Enters where a school's money goes. */
export const enterPayee = (scope: OperatorScope, schoolId: string, details: string) =>
  enterUnderDualControl(scope, schoolId, "payee", normalize(details));

export const enterConsent = (scope: OperatorScope, schoolId: string, consent: Consent) =>
  enterUnderDualControl(scope, schoolId, "consent", JSON.stringify(consent));

/** A school's record, without payee details; null if there is no such school. */
export async function readRecord(schoolId: string) {
  const record = schoolsWithRecords
    .select(["s.id as schoolId", "s.name", "s.active", "s.ein", "s.mailingAddress"])
    .select(["r.consentBy", "r.consentDocument", "r.legalName", "r.contactName", "r.contactEmail"])
    .select(["r.signatoryName", "r.signatoryTitle", "r.receiptThanks"])
    .select(["r.receiptsApprovedBy", "r.payeeApprovedAt"])
    .select([
      emailOf("r.payee_entered_by").as("payeeEnteredBy"),
      emailOf("r.payee_approved_by").as("payeeApprovedBy"),
      emailOf("r.consent_entered_by").as("consentEnteredBy"),
      emailOf("r.consent_approved_by").as("consentApprovedBy"),
      emailOf("r.pending_payee_entered_by").as("pendingPayeeEnteredBy"),
      emailOf("r.pending_consent_entered_by").as("pendingConsentEnteredBy"),
    ])
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
    const action = active ? "school.activate" : "school.deactivate";
    await auditSchool(tx, scope, action, schoolId);
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
    await auditSchool(tx, scope, "school.deactivate", id, { missing: lacks });
  }
  return closed.map(({ id }) => id);
}

/** Closes every school whose record is no longer complete, since a check has become too old. */
export const closeExpired = (scope: SystemScope): Promise<string[]> =>
  transaction((tx) => closeIncomplete(tx, scope, null));

/** Records payments, posts what was received, and lets it cover what is due. */
import { v7 as uuidv7 } from "uuid";
import { nameOfActor } from "../../auth/actors.ts";
import { audit, concerning } from "../../auth/audit.ts";
import { recheckCaller } from "../../auth/permissions.ts";
import type { BankScope, BankStaffScope, SchoolApiScope, SystemScope } from "../../auth/scopes.ts";
import { nameOfTenant, type TenantName } from "../../auth/tenants.ts";
import { changeUnpaid } from "../../banks/limits.ts";
import { onlyRow } from "../../database/run.ts";
import { advisoryLock, dryRun, type Transaction, transaction } from "../../database/transaction.ts";
import { secondsUntilUtcMidnight } from "../../dates.ts";
import { env } from "../../env.ts";
import { type InvalidInput, invalid, ServiceError } from "../../errors.ts";
import type { TransferKind } from "../../ledger/contract.ts";
import { holdBook, lockPairs, postTransfer } from "../../ledger/sql.ts";
import { asCents, type Cents, toDollars } from "../../money.ts";
import { countStored } from "../../storage/usage.ts";
import { recordEvent } from "../../webhooks/events/record.ts";
import { bankEffectOf, POSTINGS, wireTransfer } from "../postings.ts";
import type { PaymentEvent, PostedPayment } from "./contract.ts";
import { announcePaid, coverPairs } from "./coverage.ts";
import * as sql from "./sql.ts";

export type PaymentDetails = {
  bankId: string;
  schoolId: string;
  kind: "received" | "sent" | "refund" | "write_off";
  cents: Cents;
  valueDate: string;
  paymentRef: string;
  wireReference: string | null;
  reason: string | null;
};

type Posting = { kind: TransferKind; event: PaymentEvent };

/** What is posted for each kind of payment. A claim posts nothing. */
const POSTED: Record<Exclude<sql.PaymentKind, "sent">, Posting> = {
  received: { kind: "payment", event: "payment.posted" },
  payment_return: { kind: "payment_return", event: "payment.returned" },
  refund: { kind: "refund", event: "refund.posted" },
  write_off: { kind: "write_off", event: "write_off.posted" },
};

/** Whoever records payments: a bank's program, a foundation's member or program, or the operator. */
export type Recorder = BankScope | BankStaffScope | SchoolApiScope | SystemScope;

function tenantOf(by: Recorder): TenantName {
  if ("schoolId" in by) return nameOfTenant({ kind: "school", schoolId: by.schoolId });
  return "bankId" in by ? nameOfTenant({ kind: "bank", bankId: by.bankId }) : "operator";
}

/** What is wrong with a payment between two who have no gift with each other. */
function noGifts(by: Recorder): InvalidInput {
  const [field, msg, type] =
    "schoolId" in by
      ? (["bank_id", "No bank with gifts to you has this ID", "value_error"] as const)
      : (["school_id", "No gift of yours went there", "school_not_found"] as const);
  return invalid(field, msg, type);
}

/**
 * Locks a pair. The book's own lock comes before every other. Only gifts make a pair's accounts: a payment that did could
 * deadlock with them.
 * @throws InvalidInput if it has none
 */
async function lockPair(
  tx: Transaction,
  by: Recorder,
  { bankId, schoolId }: PaymentDetails | sql.PaymentRow,
): Promise<void> {
  await holdBook({ bookId: bankId }, tx);
  const locked = await lockPairs({ bookId: bankId, parties: [schoolId] }, tx);
  if (locked.length === 0) throw noGifts(by);
}

type Posts = Pick<sql.PaymentRow, "id" | "bankId" | "schoolId" | "kind" | "cents" | "valueDate"> &
  Pick<sql.PaymentRow, "wireReference" | "reason">;

/** Posts a payment, tells the bank, and covers what it can. @param correctsId the transfer that it returns */
async function post(
  tx: Transaction,
  payment: Posts,
  correctsId: string | null = null,
): Promise<void> {
  const { id, bankId, schoolId, cents, valueDate } = payment;
  const { kind, event: type } = POSTED[payment.kind as keyof typeof POSTED];
  const transferId = uuidv7();
  const occurredAt = new Date(valueDate);
  const accounts = { id: transferId, bookId: bankId, party: schoolId, ...POSTINGS[kind] };
  const about = { kind, cents, causeId: id, giftId: null, correctsId, occurredAt };
  const { postedAt } = onlyRow(await postTransfer({ ...accounts, ...about }, tx));
  const effect = asCents(bankEffectOf(kind, cents));
  const covers = effect < 0;
  await sql.markPosted({ id, postedAt, freeCents: covers ? cents : asCents(0) }, tx);
  if (kind === "refund") await sql.insertRefundLine({ id, bankId, schoolId, postedAt, cents }, tx);
  const data: PostedPayment = {
    payment_id: id,
    school_id: schoolId,
    amount_usd: toDollars(cents),
    value_date: valueDate,
    wire_reference: payment.wireReference,
    reason: payment.reason,
    transfers: [wireTransfer({ id: transferId, kind, schoolId, cents, correctsId, postedAt })],
  };
  await recordEvent(tx, { bankId, donationId: null, type, sequence: 0, data, at: postedAt });
  await announcePaid(tx, await coverPairs(tx, bankId, [schoolId]));
  // Last: the bank's gifts wait for this lock.
  await changeUnpaid(tx, bankId, effect);
}

const COMPARED = [
  "bankId",
  "schoolId",
  "kind",
  "cents",
  "valueDate",
  "wireReference",
  "reason",
] as const;

/** What was recorded before under the same reference. @throws ServiceError PAYMENT_DUPLICATE if it was something else */
async function findPrior(tx: Transaction, details: PaymentDetails, recordedFor: string) {
  const { paymentRef, wireReference } = details;
  const [prior] = await sql.findByReference({ recordedFor, paymentRef }, tx);
  const isSame = prior && COMPARED.every((name) => prior[name] === details[name]);
  if (isSame) return prior;
  const [sameWire] =
    wireReference === null ? [] : await sql.findByWire({ ...details, wireReference }, tx);
  const other = prior ?? sameWire;
  if (!other) return undefined;
  // The other side's reference of it says nothing to this one.
  const found = other.recordedFor === recordedFor ? { details: { payment_id: other.id } } : {};
  throw new ServiceError("PAYMENT_DUPLICATE", found);
}

/**
 * What is due at the last close, less what was paid since.
 * @throws InvalidInput if there is less to pay back or to write off
 */
async function requireDue(
  tx: Transaction,
  details: Omit<Posts, "id" | "valueDate" | "wireReference" | "reason">,
) {
  const { kind, cents } = details;
  const { closingCents, balanceCents } = onlyRow(await sql.readDue(details, tx));
  if (kind === "refund" && cents > -balanceCents)
    throw invalid("amount_usd", "There is no credit of this amount");
  if (kind === "write_off" && cents > balanceCents)
    throw invalid("amount_usd", "Less than this is due");
  return closingCents;
}

/** Whether a second person has to approve it. @throws InvalidInput if there is less to pay back or to write off */
async function needsApproval(tx: Transaction, details: PaymentDetails): Promise<boolean> {
  const { kind, cents } = details;
  if (kind === "sent") return false;
  const dueCents = await requireDue(tx, details);
  const isMoreThanDue = kind === "received" && cents > dueCents;
  return kind === "write_off" || isMoreThanDue || cents > env().paymentApprovalCents;
}

/** How many payments a team can record for a pair per UTC day. Each one is stored for the other side, too. */
const MAX_PAYMENTS_A_DAY = 200;

/** @throws ServiceError RATE_LIMITED; InvalidInput for a day to come */
async function requireAllowed(tx: Transaction, details: PaymentDetails, recordedFor: string) {
  // Today somewhere.
  const latest = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  if (details.valueDate > latest) throw invalid("value_date", "This day is in the future");
  const { count } = onlyRow(await sql.countToday({ ...details, recordedFor }, tx));
  if (recordedFor === "operator" || count < MAX_PAYMENTS_A_DAY) return;
  const headers = { "Retry-After": String(secondsUntilUtcMidnight()) };
  throw new ServiceError("RATE_LIMITED", { headers });
}

/** What recording a payment would do, which is undone. @throws as `recordPayment` */
export const tryPayment = (by: Recorder, details: PaymentDetails): Promise<sql.PaymentRow> =>
  dryRun((tx) => recordIn(tx, by, details));

/**
 * Records a payment, and posts it unless it's a claim or has to be approved. The same again returns the first.
 * @throws InvalidInput; ServiceError PAYMENT_DUPLICATE, FORBIDDEN
 */
export const recordPayment = (by: Recorder, details: PaymentDetails): Promise<sql.PaymentRow> =>
  transaction((tx) => recordIn(tx, by, details));

async function recordIn(
  tx: Transaction,
  by: Recorder,
  details: PaymentDetails,
): Promise<sql.PaymentRow> {
  const recordedFor = tenantOf(by);
  const { bankId, schoolId, kind, paymentRef, wireReference } = details;
  await lockPair(tx, by, details);
  // A team may use one reference for two pairs at once.
  await advisoryLock(tx, `payment:${recordedFor}:${paymentRef}`);
  await recheckCaller(tx, by, "kind" in by ? "payments.record" : null);
  const prior = await findPrior(tx, details, recordedFor);
  if (prior) return prior;
  await requireAllowed(tx, details, recordedFor);
  const id = uuidv7();
  const waits = await needsApproval(tx, details);
  const recordedBy = nameOfActor(by.actor);
  const row = { ...details, id, recordedFor, recordedBy, returnsId: null, needsApproval: waits };
  await sql.insertPayment(row, tx);
  if (wireReference !== null) await sql.meetClaims({ bankId, schoolId, wireReference }, tx);
  if (kind !== "sent" && !waits) await post(tx, row);
  if (recordedFor === `bank:${bankId}`) countStored(bankId, 1, [details]);
  const facts = { kind, amount_usd: toDollars(details.cents) };
  await audit(tx, concerning(by, details), "payment.record", id, facts);
  return onlyRow(await sql.findByReference({ recordedFor, paymentRef }, tx));
}

async function lockPayment(
  tx: Transaction,
  by: Recorder,
  id: string,
): Promise<sql.PaymentRow | undefined> {
  const [found] = await sql.findPayment({ id }, tx);
  if (!found) return undefined;
  await lockPair(tx, by, found);
  return (await sql.findPayment({ id }, tx))[0];
}

/**
 * Approves and posts a payment that another person of the same team has recorded, or an operator one that a foundation has
 * received.
 * @returns whether it did
 * @throws InvalidInput if by now there is less to pay back or to write off
 */
export function approvePayment(by: SchoolApiScope | SystemScope, id: string): Promise<boolean> {
  const recordedFor = tenantOf(by);
  return transaction(async (tx) => {
    const payment = await lockPayment(tx, by, id);
    await recheckCaller(tx, by, "kind" in by ? "payments.approve" : null);
    const approvedBy = nameOfActor(by.actor);
    const [approved] = await sql.approvePayment({ id, recordedFor, approvedBy }, tx);
    if (!payment || !approved) return false;
    // Something else may have been posted since.
    await requireDue(tx, payment);
    await post(tx, payment);
    await audit(tx, concerning(by, payment), "payment.approve", id);
    return true;
  });
}

/**
 * Records that a payment came back: what it covered is due again, and the wire can be recorded again. One that waits for
 * approval is withdrawn.
 * @returns the return's ID, or the payment's if it was withdrawn; null if there is no such payment, or it came back before
 */
export function returnPayment(
  by: SchoolApiScope | SystemScope,
  paymentId: string,
  { valueDate, reason }: { valueDate: string; reason: string },
): Promise<string | null> {
  return transaction(async (tx) => {
    const payment = await lockPayment(tx, by, paymentId);
    const isOwn = !("schoolId" in by) || payment?.schoolId === by.schoolId;
    await recheckCaller(tx, by, "kind" in by ? "payments.record" : null);
    const [returned] = isOwn ? await sql.markReturned({ id: paymentId, at: new Date() }, tx) : [];
    if (!payment || !returned) return null;
    await audit(tx, concerning(by, payment), "payment.return", paymentId, { reason });
    if (payment.postedAt === null) return paymentId;
    const { id: correctsId } = onlyRow(await sql.findTransfer({ causeId: paymentId }, tx));
    await sql.uncover({ paymentId }, tx);
    const { bankId, schoolId, cents } = payment;
    const row = {
      ...{ id: uuidv7(), bankId, schoolId, cents, valueDate, reason, wireReference: null },
      kind: "payment_return" as const,
      paymentRef: `return:${paymentId}`,
      recordedFor: tenantOf(by),
      recordedBy: nameOfActor(by.actor),
      returnsId: paymentId,
      needsApproval: false,
    };
    await sql.insertPayment(row, tx);
    await post(tx, row, correctsId);
    return row.id;
  });
}

import { run } from "../../database/run.ts";
import { serialize } from "../../database/serialize.ts";
import { dollarsOrNull, toDollars } from "../../money.ts";
import { type Payment, payment } from "./contract.ts";
import * as sql from "./sql.ts";

export function statusOf({ postedAt, returnedAt, kind }: sql.PaymentRow): Payment["status"] {
  if (returnedAt) return "returned";
  if (postedAt) return "posted";
  return kind === "sent" ? "claimed" : "awaiting_approval";
}

/** @param tenant whose own references it shows */
export const serializePayment = (row: sql.PaymentRow, tenant: string): Payment =>
  serialize(payment, row, {
    payment_id: row.id,
    status: statusOf(row),
    amount_usd: toDollars(row.cents),
    payment_ref: row.recordedFor === tenant ? row.paymentRef : null,
  });

/** How a bank's claim and the foundation's payment agree. Null where they don't meet yet, or needn't. */
export function agreement({ kind, metId, cents, valueDate, ...met }: sql.PaymentRow) {
  if (kind !== "sent" && kind !== "received") return null;
  if (metId === null) return kind === "sent" ? "not received" : "not announced";
  if (met.metCents !== cents) return "amounts differ";
  return met.metValueDate === valueDate ? "agrees" : "days differ";
}

/** A bank's or a school's payments for operators, newest first. */
export async function listPayments(of: { bankId?: string; schoolId?: string }, limit: number) {
  const { bankId, schoolId } = of;
  const query = sql.payments
    .$if(bankId !== undefined, (all) => all.where("p.bankId", "=", bankId as string))
    .$if(schoolId !== undefined, (all) => all.where("p.schoolId", "=", schoolId as string))
    .orderBy("p.recordedAt", "desc")
    .orderBy("p.id", "desc")
    .limit(limit);
  return (await run(query)).map((row) => ({
    ...serializePayment(row, row.recordedFor),
    recorded_by: row.recordedBy,
    approved_by: row.approvedBy,
    meets: row.metId,
    met_amount_usd: dollarsOrNull(row.metCents),
    agreement: agreement(row),
  }));
}

/** What is overdue between pairs, in dollars. */
export async function readAging(of: { bankId?: string; schoolId?: string }) {
  const rows = await sql.readAging({ bankId: of.bankId ?? null, schoolId: of.schoolId ?? null });
  return rows.map(({ bankId, schoolId, ...cents }) => ({
    bankId,
    schoolId,
    not_due_usd: toDollars(cents.notDue),
    days_1_to_30_usd: toDollars(cents.to30),
    days_31_to_60_usd: toDollars(cents.to60),
    days_61_to_90_usd: toDollars(cents.to90),
    days_over_90_usd: toDollars(cents.over),
  }));
}

/** Payments as banks and foundations record them. */
import type { BankScope, BankStaffScope, SchoolApiScope } from "../../auth/scopes.ts";
import { nameOfTenant } from "../../auth/tenants.ts";
import { InvalidInput, violation } from "../../errors.ts";
import { toCents } from "../../money.ts";
import type { Payment, ReceivedRequest, SentRequest } from "./contract.ts";
import { serializePayment } from "./queries.ts";
import { type PaymentDetails, recordPayment } from "./record.ts";

export const sentDetails = (bankId: string, request: SentRequest): PaymentDetails => ({
  bankId,
  schoolId: request.school_id,
  kind: "sent",
  cents: toCents(request.amount_usd),
  valueDate: request.value_date,
  paymentRef: request.payment_ref,
  wireReference: request.wire_reference,
  reason: null,
});

/** Records what a bank says it has sent. @throws InvalidInput; ServiceError PAYMENT_DUPLICATE */
export async function recordSent(
  scope: BankScope | BankStaffScope,
  request: SentRequest,
): Promise<Payment> {
  const { bankId } = scope;
  const recorded = await recordPayment(scope, sentDetails(bankId, request));
  return serializePayment(recorded, nameOfTenant({ kind: "bank", bankId }));
}

/** What a kind of payment needs, and mustn't have. */
function requireFields({ kind, wire_reference: wire, reason }: ReceivedRequest): void {
  const missing = [
    ...(kind === "received" && !wire ? ["wire_reference"] : []),
    ...(kind === "write_off" && !reason ? ["reason"] : []),
  ];
  const violations = missing.map((field) =>
    violation(["body", field], "Field required", "missing"),
  );
  if (kind !== "received" && wire)
    violations.push(violation(["body", "wire_reference"], "Only for `received`"));
  if (violations.length > 0) throw new InvalidInput(violations);
}

/** A payment as a foundation records it. @throws InvalidInput */
export function receivedDetails(schoolId: string, request: ReceivedRequest): PaymentDetails {
  requireFields(request);
  return {
    bankId: request.bank_id,
    schoolId,
    kind: request.kind,
    cents: toCents(request.amount_usd),
    valueDate: request.value_date,
    paymentRef: request.payment_ref,
    wireReference: request.wire_reference ?? null,
    reason: request.reason ?? null,
  };
}

/** Records what a foundation has received, paid back, or written off. @throws InvalidInput; ServiceError PAYMENT_DUPLICATE */
export async function recordReceived(
  scope: SchoolApiScope,
  request: ReceivedRequest,
): Promise<Payment> {
  const recorded = await recordPayment(scope, receivedDetails(scope.schoolId, request));
  return serializePayment(recorded, scope.tenant);
}

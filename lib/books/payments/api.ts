/** Payments as banks and foundations record them. */
import type { BankScope, BankStaffScope, SchoolApiScope } from "../../auth/scopes.ts";
import { nameOfTenant } from "../../auth/tenants.ts";
import { InvalidInput, type ViolationType, violation } from "../../errors.ts";
import { toCents } from "../../money.ts";
import type { Payment, ReceivedRequest, SentRequest } from "./contract.ts";
import { serializePayment } from "./queries.ts";
import { recordPayment } from "./record.ts";
import { findPair } from "./sql.ts";

async function requirePair(
  pair: { bankId: string; schoolId: string },
  field: string,
  type: ViolationType,
): Promise<void> {
  const [found] = await findPair(pair);
  const msg =
    field === "bank_id" ? "No bank with gifts to you has this ID" : "No gift of yours went there";
  if (!found) throw new InvalidInput([violation(["body", field], msg, type)]);
}

/** Records what a bank says it has sent. @throws InvalidInput; ServiceError PAYMENT_DUPLICATE */
export async function recordSent(
  scope: BankScope | BankStaffScope,
  request: SentRequest,
): Promise<Payment> {
  const { bankId } = scope;
  const pair = { bankId, schoolId: request.school_id };
  await requirePair(pair, "school_id", "school_not_found");
  const recorded = await recordPayment(scope, {
    ...pair,
    kind: "sent",
    cents: toCents(request.amount_usd),
    valueDate: request.value_date,
    paymentRef: request.payment_ref,
    wireReference: request.wire_reference,
    reason: null,
  });
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

/** Records what a foundation has received, paid back, or written off. @throws InvalidInput; ServiceError PAYMENT_DUPLICATE */
export async function recordReceived(
  scope: SchoolApiScope,
  request: ReceivedRequest,
): Promise<Payment> {
  const { schoolId, tenant } = scope;
  const pair = { bankId: request.bank_id, schoolId };
  requireFields(request);
  await requirePair(pair, "bank_id", "value_error");
  const recorded = await recordPayment(scope, {
    ...pair,
    kind: request.kind,
    cents: toCents(request.amount_usd),
    valueDate: request.value_date,
    paymentRef: request.payment_ref,
    wireReference: request.wire_reference ?? null,
    reason: request.reason ?? null,
  });
  return serializePayment(recorded, tenant);
}

/** Payments between banks and foundations: what either side records, and the events about what was posted. */
import { z } from "zod";
import { contract } from "../../contract.ts";
import * as field from "../../fields.ts";
import { TRANSFER_EXAMPLE, transfer } from "../../ledger/contract.ts";
import { isWholeCents } from "../../money.ts";
import { sampleMark, webhook } from "../../webhooks/event-types.ts";
import { PAYMENT_KINDS } from "./sql.ts";

const EXAMPLE = {
  payment_id: "01989b00-2f10-7a6e-9d7b-52f0c1a3e8d4",
  kind: "received",
  status: "posted",
  bank_id: "01989a60-77f1-7d10-b3a5-0d6a5f2b1c44",
  school_id: "ohio-state",
  amount_usd: 175,
  value_date: "2026-11-09",
  payment_ref: "deposit-2291",
  wire_reference: "FT2611090042",
  reason: null,
  recorded_at: "2026-11-09T15:04:11.000Z",
  posted_at: "2026-11-09T15:04:11.000Z",
  returned_at: null,
};
const REQUEST = {
  payment_ref: EXAMPLE.payment_ref,
  amount_usd: EXAMPLE.amount_usd,
  value_date: EXAMPLE.value_date,
  wire_reference: EXAMPLE.wire_reference,
};

const MAX_USD = 1_000_000_000;

const amount = z
  .number()
  .gt(0)
  .lte(MAX_USD)
  .check((context) => {
    if (isWholeCents(context.value)) return;
    field.addViolation(
      context,
      "decimal_max_places",
      "Input should have no more than 2 decimal places",
    );
  })
  .meta({ description: "The amount in US dollars, above zero." });

const fields = {
  payment_ref: field
    .line({ min: 1, max: 255 })
    .describe(
      "Your own reference, which is also the idempotency key: the same request again returns the first payment.",
    ),
  amount_usd: amount,
  value_date: field.day.describe("The day on which the money moved, as on the bank statement."),
};
const wireReference = field
  .line({ min: 1, max: 140 })
  .describe("The wire's reference, as on the bank statement.");

export const payment = field.component("Payment", [EXAMPLE], {
  payment_id: field.responseUuid.describe("The payment's ID."),
  kind: z
    .enum(PAYMENT_KINDS)
    .describe(
      "`sent` is what a bank says it has sent. It posts nothing until the foundation has received it.",
    ),
  status: z
    .enum(["claimed", "awaiting_approval", "posted", "returned"])
    .describe(
      "`claimed`: sent, and not received yet. `awaiting_approval`: a second person has to approve it.",
    ),
  bank_id: field.responseUuid.describe("The bank that pays."),
  school_id: z.string().describe("The school whose foundation is paid."),
  amount_usd: z.number().describe("The amount in US dollars."),
  value_date: z.iso.date().describe("The day on which the money moved."),
  payment_ref: field.nullableText.describe(
    "Your own reference. Null if the other side recorded it.",
  ),
  wire_reference: field.nullableText.describe("The wire's reference. Null if it isn't a wire."),
  reason: field.nullableText.describe("Why it was returned or written off."),
  recorded_at: field.responseTime.describe("When it was recorded."),
  posted_at: field.nullableTime.describe("When it was posted. Null if it isn't."),
  returned_at: field.nullableTime.describe("When it came back. Null if it didn't."),
});

export type Payment = z.infer<typeof payment>;

const about = { tag: "Statements (extension)", method: "POST" } as const;
const errors = ["PAYMENT_DUPLICATE"] as const;

export const sentRequest = field.component(
  "SentPayment",
  [{ ...REQUEST, school_id: EXAMPLE.school_id }],
  {
    ...fields,
    school_id: field.text({ min: 1, max: 255 }).describe("The school whose foundation is paid."),
    wire_reference: wireReference,
  },
);
export type SentRequest = z.output<typeof sentRequest>;

export const receivedRequest = field.component(
  "SchoolPayment",
  [{ ...REQUEST, bank_id: EXAMPLE.bank_id }],
  {
    ...fields,
    bank_id: field.uuid.describe("The bank that pays."),
    kind: z
      .enum(["received", "refund", "write_off"])
      .default("received")
      .describe("What happened."),
    wire_reference: wireReference
      .nullish()
      .describe("The wire's reference. Required for `received`."),
    reason: field.line({ min: 1, max: 500 }).nullish().describe("Why. Required for `write_off`."),
  },
);
export type ReceivedRequest = z.output<typeof receivedRequest>;

/** When and why a payment came back. */
export const returnRequest = z.object({
  value_date: field.day,
  reason: field.line({ min: 1, max: 500 }),
});

export const recordSent = contract({
  ...about,
  id: "recordSentPayment",
  path: "/v1/payments",
  summary: "Tell a foundation what you have sent",
  description:
    "A claim: it posts nothing, and meets what the foundation records as received under the same wire reference.",
  body: sentRequest,
  data: payment,
  errors,
});

export const recordReceived = contract({
  ...about,
  auth: "school",
  action: "payments.record",
  id: "recordSchoolPayment",
  path: "/v1/school/payments",
  summary: "Record what the foundation has received, paid back, or written off",
  description:
    "`received` posts at once, unless it is more than the bank owes by its last statement, or more than the operator's " +
    "limit: then a second person has to approve it, as always for `write_off`. `refund` pays a credit back.",
  body: receivedRequest,
  data: payment,
  errors,
});

const posted = z.object({
  payment_id: payment.shape.payment_id,
  school_id: payment.shape.school_id,
  amount_usd: payment.shape.amount_usd,
  value_date: payment.shape.value_date,
  wire_reference: payment.shape.wire_reference,
  reason: payment.shape.reason,
  transfers: z.array(transfer).describe("The transfers that it posted."),
  ...sampleMark,
});
export type PostedPayment = z.infer<typeof posted>;

const EVENTS = {
  "payment.posted": ["payment", "A foundation has received a payment", -17_500],
  "payment.returned": ["payment_return", "A payment came back", 17_500],
  "refund.posted": ["refund", "A foundation has paid a credit back", 17_500],
  "write_off.posted": ["write_off", "A foundation has written off what was due", -17_500],
} as const;

export type PaymentEvent = keyof typeof EVENTS;

export const paymentWebhooks = Object.entries(EVENTS).map(([type, [kind, summary, cents]]) => {
  const corrects = kind === "payment_return" ? TRANSFER_EXAMPLE.transfer_id : null;
  const { payment_id, school_id, amount_usd, value_date, wire_reference, reason } = EXAMPLE;
  const example = { payment_id, school_id, amount_usd, value_date, wire_reference, reason };
  const transfers = [{ ...TRANSFER_EXAMPLE, kind, bank_effect_cents: cents, corrects }];
  return webhook(type, summary, posted, { ...example, transfers }, EXAMPLE.recorded_at);
});

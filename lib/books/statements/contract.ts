/** Statements: what banks and foundations see of them, and the event about a closed one. */
import { z } from "zod";
import { contract, listContract } from "../../contract.ts";
import * as field from "../../fields.ts";
import { TRANSFER_EXAMPLE as TRANSFER, TRANSFER_KINDS } from "../../ledger/contract.ts";
import { EXAMPLE_EVENT_ID, sampleMark, webhook } from "../../webhooks/event-types.ts";

export const STATUSES = ["open", "partly_paid", "paid"] as const;

const DIGEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const DONATION_ID = "01989a64-8d20-7b1c-9a44-2f7f0f6f5a10";

const INTERVAL = {
  from: "2026-11-01T04:00:00.000Z",
  to: "2026-12-01T05:00:00.000Z",
  time_zone: "America/New_York",
  closed_at: "2026-12-01T05:02:10.114Z",
  due_on: "2026-12-31",
};
const SUMS = {
  opening_usd: 0,
  total_usd: 25,
  payments_usd: 0,
  returns_usd: 0,
  refunds_usd: 0,
  write_offs_usd: 0,
  closing_usd: 25,
};
const SECTION = {
  school_id: "ohio-state",
  foundation_name: "The Ohio State University Foundation",
  ...SUMS,
  line_count: 1,
  digest: DIGEST,
  payee: { fingerprint: "3f9a22c1", approved_at: "2026-10-05T14:00:00.000Z", in_effect: true },
};
const LINE = {
  transfer_id: TRANSFER.transfer_id,
  school_id: TRANSFER.school_id,
  kind: TRANSFER.kind,
  donation_id: DONATION_ID,
  payment_id: null,
  bank_transaction_ref: "tx-1",
  school_confirmation_id: "OSU-26-118204",
  amount_usd: 25,
  corrects: null,
  posted_at: TRANSFER.posted_at,
};

/** Unlike other amounts, these can be negative. */
const signedDollars = z.number();

const sums = {
  opening_usd: signedDollars.describe("What was due at the beginning, in US dollars."),
  total_usd: signedDollars.describe("What gifts and corrections add to it."),
  payments_usd: signedDollars.describe("What payments add to it: zero or less."),
  returns_usd: signedDollars.describe("What returned payments add to it."),
  refunds_usd: signedDollars.describe("What credits that a foundation paid back add to it."),
  write_offs_usd: signedDollars.describe("What write-offs add to it: zero or less."),
  closing_usd: signedDollars.describe(
    "What is due at the end: the sum of all of the above. A negative amount is carried forward.",
  ),
};
const interval = {
  from: field.responseTime.describe("When the interval begins."),
  to: field.responseTime.describe("When the interval ends. It doesn't include this time."),
  time_zone: z.string().describe("The bank's time zone, in which the period was computed."),
  closed_at: field.responseTime.describe("When the statement was closed."),
  due_on: z.iso.date().describe("The day on which it is due."),
};
const head = {
  statement_id: field.responseUuid.describe("The statement's ID."),
  number: z.int().describe("Its number in its own series, without gaps."),
  status: z
    .enum(STATUSES)
    .describe(
      "Whether payments cover its own lines, net of corrections: `open`, `partly_paid`, or `paid`.",
    ),
};
const digest = z.string().describe("SHA-256 of the canonical form, in hexadecimal.");

export const statementLine = z.object({
  transfer_id: field.responseUuid.describe("The transfer's ID."),
  school_id: z.string().describe("The school's ID."),
  kind: z.enum(TRANSFER_KINDS).describe("Why it was posted."),
  donation_id: field.nullableUuid.describe("The gift that it is about. Null for a payment."),
  payment_id: field.nullableUuid.describe("The payment that it posts. Null for a gift."),
  bank_transaction_ref: field.nullableText.describe("The bank's own reference of the gift."),
  school_confirmation_id: field.nullableText.describe(
    "The school's confirmation number of the gift.",
  ),
  amount_usd: signedDollars.describe("What it adds to what is due."),
  corrects: field.nullableUuid.describe(
    "The transfer that it corrects, on this statement or an earlier one.",
  ),
  posted_at: field.responseTime.describe("When it was posted."),
});
export type StatementLine = z.infer<typeof statementLine>;

const payee = z
  .object({
    fingerprint: z.string().describe("Identifies the details: it changes whenever they do."),
    approved_at: field.nullableTime.describe("When the second person approved them."),
    in_effect: z
      .boolean()
      .describe(
        "False for 72 hours after a change: call the foundation before you pay to new details.",
      ),
  })
  .nullable()
  .describe("The foundation's approved payee details. Null if there are none on record.");

const section = z.object({
  school_id: z.string().describe("The school's ID."),
  foundation_name: z.string().describe("The foundation that is paid."),
  ...sums,
  line_count: z.int().describe("The number of its lines."),
  digest,
  payee,
});
export type Section = z.infer<typeof section>;

const summaryFields = z.object({ ...head, ...interval, ...sums, digest });
const SUMMARY = {
  statement_id: EXAMPLE_EVENT_ID,
  number: 11,
  status: "open",
  ...INTERVAL,
  ...SUMS,
  digest: DIGEST,
} as const;
export const statementSummary = summaryFields.meta({ id: "StatementSummary", examples: [SUMMARY] });
export type StatementSummary = z.infer<typeof statementSummary>;

export const statement = summaryFields
  .extend({
    previous_digest: digest
      .nullable()
      .describe("The digest of the statement before. Null for the first."),
    sections: z.array(section).describe("One part per foundation, by school."),
    lines: z
      .array(statementLine)
      .describe("Every transfer in the interval, in the order of posting."),
  })
  .meta({
    id: "Statement",
    examples: [
      {
        ...SUMMARY,
        previous_digest: DIGEST,
        sections: [SECTION],
        lines: [LINE],
      },
    ],
  });
export type Statement = z.infer<typeof statement>;

const remittanceFields = z.object({
  ...head,
  bank_id: field.responseUuid.describe("The bank's ID."),
  bank_name: z.string().describe("The bank that pays."),
  statement_number: z.int().describe("The number of the bank's statement."),
  ...interval,
  ...sums,
  digest,
});
const REMITTANCE = {
  statement_id: EXAMPLE_EVENT_ID,
  number: 7,
  status: "open",
  bank_id: "01989a60-77f1-7d10-b3a5-0d6a5f2b1c44",
  bank_name: "Harbor Bank",
  statement_number: 11,
  ...INTERVAL,
  ...SUMS,
  digest: DIGEST,
};
export const remittanceSummary = remittanceFields.meta({
  id: "RemittanceSummary",
  examples: [REMITTANCE],
});
export type RemittanceSummary = z.infer<typeof remittanceSummary>;

export const remittance = remittanceFields
  .extend({
    payee,
    lines: z
      .array(statementLine)
      .describe("Every transfer in the interval, in the order of posting."),
  })
  .meta({ id: "Remittance", examples: [{ ...REMITTANCE, payee: SECTION.payee, lines: [LINE] }] });

const ofBank = { tag: "Statements (extension)" } as const;
const ofSchool = { ...ofBank, auth: "school", action: "statements.read" } as const;
const oneStatement = {
  params: z.object({ statement_id: field.uuid.describe("The statement's ID.") }),
  query: z.object({
    format: z.enum(["json", "csv", "pdf"]).optional().describe("Instead of the `Accept` header."),
  }),
  alternative: ["text/csv", "application/pdf"],
  errors: ["STATEMENT_NOT_FOUND"],
} as const;
const page = z.object(field.paging(50));
export type StatementFilters = z.output<typeof page>;

const FILES =
  "Send `Accept: text/csv` or `application/pdf`, or `format`, for the files. All three were written when the " +
  "statement was closed, and their bytes never change; only `status` does. The PDF has the first 1,000 lines.";

export const listStatements = listContract({
  ...ofBank,
  id: "listStatements",
  path: "/v1/statements",
  summary: "List your bank's statements, newest first",
  query: page,
  data: statementSummary,
});
export const getBankStatement = contract({
  ...ofBank,
  ...oneStatement,
  id: "getBankStatement",
  path: "/v1/statements/{statement_id}",
  summary: "Retrieve a statement",
  description: FILES,
  data: statement,
});
export const listRemittances = listContract({
  ...ofSchool,
  id: "listRemittances",
  path: "/v1/school/remittances",
  summary: "List the foundation's remittance advices, newest first",
  query: page,
  data: remittanceSummary,
});
export const getRemittance = contract({
  ...ofSchool,
  ...oneStatement,
  id: "getRemittance",
  path: "/v1/school/remittances/{statement_id}",
  summary: "Retrieve a remittance advice",
  description: FILES,
  data: remittance,
});

const cents = z.int();
const groups = z.object({
  school_id: z.string().nullable().describe("Null for all schools together."),
  day: z.iso
    .date()
    .nullable()
    .describe("The day of `posted_at`, in UTC. Null for the whole interval."),
  kind: z.enum(TRANSFER_KINDS),
  count: z.int().describe("How many transfers there are."),
  effect_cents: cents.describe("The sum of their `bank_effect_cents`."),
  ids_hash: z
    .string()
    .describe("SHA-256 of their IDs, in the order of posting, each followed by a line break."),
});
const closed = z.object({
  statement_id: head.statement_id,
  number: head.number,
  ...interval,
  ...sums,
  opening_cents: cents.describe("What was due at the beginning, in cents."),
  closing_cents: cents.describe("What is due at the end, in cents."),
  previous_digest: digest.nullable(),
  digest,
  sections: z
    .array(z.object({ school_id: z.string(), opening_cents: cents, closing_cents: cents, digest }))
    .describe("The part of each foundation, by school."),
  groups: z
    .array(groups)
    .describe(
      "The transfers in the interval, summed up by school, day, and kind, by which you find what you're missing. If that " +
        "would be more than 1,000, by school and kind, and again by day and kind.",
    ),
  ...sampleMark,
});
export type ClosedStatement = z.infer<typeof closed>;

const CLOSED = {
  statement_id: EXAMPLE_EVENT_ID,
  number: 11,
  ...INTERVAL,
  ...SUMS,
  opening_cents: 0,
  closing_cents: 2500,
  previous_digest: DIGEST,
  digest: DIGEST,
  sections: [{ school_id: "ohio-state", opening_cents: 0, closing_cents: 2500, digest: DIGEST }],
  groups: [
    {
      school_id: "ohio-state",
      day: "2026-11-21",
      kind: "gift",
      count: 1,
      effect_cents: 2500,
      ids_hash: DIGEST,
    },
  ],
};
const paid = z.object({
  ...head,
  paid_at: field.responseTime.describe("When its own lines were covered in full."),
  ...sampleMark,
});

export const statementWebhooks = [
  webhook("statement.closed", "A statement was closed", closed, CLOSED, INTERVAL.closed_at),
  webhook(
    "statement.paid",
    "Payments cover a statement's own lines in full",
    paid,
    {
      statement_id: EXAMPLE_EVENT_ID,
      number: 11,
      status: "paid",
      paid_at: "2026-12-09T15:00:00.000Z",
    },
    "2026-12-09T15:00:00.000Z",
  ),
];

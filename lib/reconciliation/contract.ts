/** The report by which a bank holds its own books against ours, a day at a time. */
import { z } from "zod";
import { listContract } from "../contract.ts";
import { STATUSES } from "../donations/contract.ts";
import { cursor, day, dollarsOut, limit, timeOut, uuidOut, violate } from "../fields.ts";
import { hasBegun } from "./day.ts";

export const BASES = ["accepted", "settled"] as const;

const EXAMPLE = {
  donation_id: "01989a64-8d20-7b1c-9a44-2f7f0f6f5a10",
  bank_transaction_ref: "tx-1",
  channel: "bank",
  status: "completed",
  school_id: "ohio-state",
  dollar_amount: 25,
  points_redeemed: 2500,
  created_at: "2026-11-21T14:05:10.402Z",
  completed_at: "2026-11-21T14:05:11.020Z",
  failed_at: null,
  school_confirmation_id: "cr_5f0c2a9d41",
  event_ids: ["01989a65-0b7e-7a90-b0d5-3c1f7c1d2e33"],
};

const SUM = { count: 1, dollar_amount: 25, points_redeemed: 2500 };
const NOTHING = { count: 0, dollar_amount: 0, points_redeemed: 0 };

/** One donation of the day. The columns of the CSV have these names, in this order. */
export const reconciliationRow = z
  .object({
    donation_id: uuidOut.describe("The donation's id here."),
    bank_transaction_ref: z
      .string()
      .describe("The bank's own reference. `portal:…` and `embed:…` where the customer gave here."),
    channel: z.enum(["bank", "portal", "embed"]).describe("Where it was made."),
    status: z.enum(STATUSES).describe("As it is now; `completed` and `failed` are final."),
    school_id: z.string().describe("The school's id, such as `ohio-state`."),
    dollar_amount: dollarsOut,
    points_redeemed: z.int().describe("The points that were taken for it."),
    created_at: timeOut.describe("When it was accepted."),
    completed_at: timeOut.nullable().describe("When the platform's confirmation arrived."),
    failed_at: timeOut.nullable().describe("When the platform's refusal arrived."),
    school_confirmation_id: z
      .string()
      .nullable()
      .describe("The credit's id at the school's platform; null until completed."),
    event_ids: z
      .array(uuidOut)
      .describe("The `webhook-id` of each event about it, the first one first."),
  })
  .meta({ id: "ReconciliationRow", examples: [EXAMPLE] });

export type ReconciliationRow = z.infer<typeof reconciliationRow>;

const sum = z.object({
  count: z.int().describe("Donations."),
  dollar_amount: dollarsOut,
  points_redeemed: z
    .number()
    .nonnegative()
    .meta({ type: "integer", description: "Points: an exact integer, also beyond 2^53." }),
});

export type Sum = z.infer<typeof sum>;

export const reconciliationSummary = z
  .object({
    date: z.iso.date().describe("The day, in UTC."),
    basis: z.enum(BASES).describe("Which donations belong to it."),
    as_of: timeOut.describe("When the report was made."),
    final: z
      .boolean()
      .describe("Whether it will read the same for ever: the day is over and nothing is pending."),
    totals: z
      .object({
        all: sum.describe("All donations of the day: the sum of the three below."),
        completed: sum.describe("Those that the schools have."),
        failed: sum.describe("Those that were refused: the points go back."),
        pending: sum.describe("Those that are still on their way."),
      })
      .describe("Of the whole day, not of the page."),
  })
  .meta({
    id: "ReconciliationSummary",
    examples: [
      {
        date: "2026-11-21",
        basis: "accepted",
        as_of: "2026-11-22T06:00:00.000Z",
        final: true,
        totals: { all: SUM, completed: SUM, failed: NOTHING, pending: NOTHING },
      },
    ],
  });

export type ReconciliationSummary = z.infer<typeof reconciliationSummary>;

const query = z.object({
  date: day
    .check((context) => {
      // Of a text that is no day, `day` has said so.
      if (hasBegun(context.value, new Date()) === false) {
        violate(context, "value_error", "This day has not begun yet, in UTC");
      }
    })
    .describe("The day, in UTC, such as `2026-11-21`."),
  basis: z
    .enum(BASES)
    .default("accepted")
    .describe("`accepted`: created on this day. `settled`: completed or failed on this day."),
  format: z
    .enum(["json", "csv"])
    .optional()
    .describe("`csv` for the whole day as one file; without it, what `Accept` says."),
  limit: limit(50),
  cursor,
});

export type ReconciliationQuery = z.output<typeof query>;

export const getReconciliation = listContract({
  id: "getReconciliation",
  method: "GET",
  path: "/v1/reports/reconciliation",
  tag: "Reports (extension)",
  summary: "Get a day's donations with their totals, to reconcile",
  description:
    "By `basis=accepted`, the default, a donation belongs to the day on which it was accepted: " +
    "what became of all that was submitted. By `basis=settled` it belongs to the day on which it " +
    "was completed or failed: what moved on that day; nothing pending is among it. Either way each " +
    "belongs to one day only, so days add up. `meta.summary` has the totals of the whole day. " +
    "`Accept: text/csv` or `format=csv` gives the whole day as one file, whatever `limit` and " +
    "`cursor` say: RFC 4180 in UTF-8, a header line first, event ids parted by blanks. A text that " +
    "a spreadsheet might take for a formula has an apostrophe before it, and so has one that begins " +
    "with an apostrophe: take one off. A file that does not end with its connection's proper end is " +
    "not whole.",
  query,
  status: 200,
  data: reconciliationRow,
  summaryData: reconciliationSummary,
  alternative: "text/csv",
  errors: [],
});

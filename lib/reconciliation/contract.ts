/** The daily report with which a bank reconciles its ledger. */
import { z } from "zod";
import { listContract } from "../contract.ts";
import { bankDonationFields, COMPLETED, STATUSES } from "../donations/contract.ts";
import * as field from "../fields.ts";
import { EXAMPLE_EVENT_ID } from "../webhooks/event-types.ts";

export const BASES = ["accepted", "settled"] as const;

const TOTAL = { count: 1, dollar_amount: 25, net_usd: 25, points_redeemed: 2500 };
const NO_DONATIONS = { count: 0, dollar_amount: 0, net_usd: 0, points_redeemed: 0 };

const rowFields = bankDonationFields
  .pick({
    donation_id: true,
    bank_transaction_ref: true,
    channel: true,
    status: true,
    school_id: true,
    fund_id: true,
    fund_designation: true,
    dollar_amount: true,
    net_usd: true,
    points_redeemed: true,
    created_at: true,
    completed_at: true,
    failed_at: true,
    canceled_at: true,
    school_confirmation_id: true,
  })
  .extend({
    status: z
      .enum(STATUSES)
      .describe("The donation's current status. All but `pending` are final."),
    event_ids: z
      .array(field.responseUuid)
      .describe("The `webhook-id` of each event about the donation, oldest first."),
  });

/** One donation of the period. The CSV's columns have these names, in this order. */
export const reconciliationRow = rowFields.meta({
  id: "ReconciliationRow",
  examples: [rowFields.parse({ ...COMPLETED, event_ids: [EXAMPLE_EVENT_ID] })],
});

export type ReconciliationRow = z.infer<typeof reconciliationRow>;

const total = z.object({
  count: z.int().describe("The number of donations."),
  dollar_amount: field.responseDollars,
  net_usd: field.responseDollars.describe(
    "What counts of that today: without what was reversed, and nothing of donations that failed or were canceled.",
  ),
  points_redeemed: z.number().nonnegative().meta({
    type: "integer",
    description: "The sum of points, an exact integer even beyond 2^53.",
  }),
});

export type Total = z.infer<typeof total>;

const subtotal = total.extend({
  school_id: z.string().describe("The school's ID."),
  fund_id: field.nullableText.describe("The fund's ID. Null for designations that match no fund."),
  status: z.enum(STATUSES).describe("The status of these donations."),
});

const EXAMPLE_RECONCILIATION_SUMMARY = {
  date: "2026-11-21",
  through: "2026-11-21",
  basis: "accepted",
  as_of: "2026-11-22T06:00:00.000Z",
  final: true,
  totals: {
    all: TOTAL,
    completed: TOTAL,
    failed: NO_DONATIONS,
    canceled: NO_DONATIONS,
    pending: NO_DONATIONS,
  },
  subtotals: [{ school_id: "ohio-state", fund_id: "annual-fund", status: "completed", ...TOTAL }],
};

export const reconciliationSummary = field.component(
  "ReconciliationSummary",
  [EXAMPLE_RECONCILIATION_SUMMARY],
  {
    date: z.iso.date().describe("The first day, in UTC."),
    through: z.iso.date().describe("The last day, in UTC."),
    basis: z.enum(BASES).describe("Which donations the days include."),
    as_of: field.responseTime.describe("When the report was generated."),
    final: z
      .boolean()
      .describe(
        "Whether donations and their statuses can no longer change: the last day is over and no donation is pending. A later " +
          "reversal still lowers what counts.",
      ),
    totals: z
      .object({
        all: total.describe("All donations of the days: the sum of the four totals below."),
        completed: total.describe("Donations the schools have received."),
        failed: total.describe("Donations that were refused: restore the points."),
        canceled: total.describe("Donations that were canceled: restore the points."),
        pending: total.describe("Donations that are still in progress."),
      })
      .describe("Totals for all days, not only this page."),
    subtotals: z
      .array(subtotal)
      .describe("The same by school, fund, and status, in this order. They add up to the totals."),
  },
);

export type ReconciliationSummary = z.infer<typeof reconciliationSummary>;

const DAY_MS = 86_400_000;

/**
 * Timestamps are set shortly before a transaction commits. This long after a day ends, no donation can be
 * added to it, since every transaction times out sooner.
 */
const COMMIT_GRACE_MS = 5 * 60_000;

/** `from` is inclusive, `to` exclusive. */
export function dayRange(date: string): { from: Date; to: Date } {
  const from = new Date(`${date}T00:00:00.000Z`);
  return { from, to: new Date(from.getTime() + DAY_MS) };
}

/** A quarter: a report's cost grows with its donations. */
export const MAX_DAYS = 92;

/** All days of a report. */
export const periodOf = ({
  date,
  through = date,
}: {
  date: string;
  through?: string | undefined;
}) => ({
  from: dayRange(date).from,
  to: dayRange(through).to,
});

/** Undefined if the text isn't a date. */
export function hasBegun(date: string, now: Date): boolean | undefined {
  const { from } = dayRange(date);
  return Number.isNaN(from.getTime()) ? undefined : from <= now;
}

/** Whether donations can no longer be added to the day. */
export function isOver(date: string, now: Date): boolean {
  return dayRange(date).to.getTime() + COMMIT_GRACE_MS <= now.getTime();
}

const dayFields = z.object({
  date: field.day
    .check((context) => {
      // `day` has already reported invalid dates.
      if (hasBegun(context.value, new Date()) === false) {
        field.addViolation(context, "value_error", "This day hasn't begun yet in UTC");
      }
    })
    .describe("The day in UTC, such as `2026-11-21`; or the first day, with `through`."),
  through: field.day
    .optional()
    .describe(`The last day in UTC, for a range or a month: at most ${MAX_DAYS} days.`),
});

const queryFields = dayFields.extend({
  basis: z
    .enum(BASES)
    .default("accepted")
    .describe(
      "`accepted`: donations created on this day. `settled`: donations completed, failed, or canceled " +
        "on this day.",
    ),
  format: z
    .enum(["json", "csv"])
    .optional()
    .describe("`csv` returns all days as one file. If omitted, the `Accept` header decides."),
  ...field.paging(50),
});

/** Whether a report can have these days. */
export function isReportable(days: Parameters<typeof periodOf>[0]): boolean {
  const { from, to } = periodOf(days);
  // Not so if one isn't a day, which is reported at its field.
  return !(from >= to || to.getTime() - from.getTime() > MAX_DAYS * DAY_MS);
}

const checkDays = (context: z.core.ParsePayload<z.output<typeof dayFields>>) => {
  if (isReportable(context.value)) return;
  const message = `A report has at most ${MAX_DAYS} days, and ends on its first day or later`;
  field.addViolation(context, "value_error", message, ["through"]);
};

/** A query for the days alone. */
export const reportDays = dayFields.check(checkDays);

const query = queryFields.check(checkDays);

export type ReconciliationQuery = z.output<typeof query>;

export const getReconciliation = listContract({
  id: "getReconciliation",
  path: "/v1/reports/reconciliation",
  tag: "Reports (extension)",
  summary: "Retrieve the donations and totals of a day, a range, or a month",
  description:
    "Use this report to reconcile your ledger. With `basis=accepted`, the default, a donation " +
    "belongs to the day it was accepted: the report shows what became of everything submitted. " +
    "With `basis=settled`, it belongs to the day it was completed, failed, or canceled: the report shows " +
    "what moved on that day, and nothing pending. Either way, each donation belongs to exactly " +
    "one day, so days add up. `through` makes it a range or a month. `meta.summary` has the totals for all days, " +
    "also by school and fund. `Accept: text/csv` or `format=csv` returns all days as one file, regardless of `limit` and `cursor`: RFC " +
    "4180 in UTF-8, with a header line and event IDs separated by spaces. A value that a " +
    "spreadsheet might run as a formula, or that begins with an apostrophe, is prefixed with an " +
    "apostrophe: remove one. If the connection breaks, the file is incomplete.",
  query,
  data: reconciliationRow,
  summaryData: reconciliationSummary,
  alternative: "text/csv",
});

/** A bank's own list of gifts, compared with ours. */
import { z } from "zod";
import { contract, listContract } from "../contract.ts";
import { STATUSES } from "../donations/contract.ts";
import { paging, responseTime, responseUuid, storable, uuid } from "../fields.ts";
import { MAX_DAYS, reportDays } from "../reconciliation/contract.ts";

export const MAX_LINES = 250_000;
/** For each bank, by days in UTC. */
export const MAX_A_DAY = 20;

export const KINDS = ["different", "only_ours", "only_yours"] as const;

/** Why a gift is in one list only, or differs, with the way out. */
export const REASONS = {
  reference_reused:
    "Your list has this reference more than once: give each gift its own, since we accept each reference once.",
  refused_by_you:
    "You declined this gift when we asked for approval, so it was never made: take it off your list.",
  never_received:
    "We’ve never accepted a gift with this reference: send it again with the same reference.",
  other_time_zone:
    "Our days are in UTC and yours end at another hour: cut your list by UTC, or look on the neighboring day.",
  other_day: "We accepted this gift on another day: compare it with that day’s list.",
  amount_in_cents: "Your list has this amount in cents: write it in dollars.",
  amount_differs:
    "Check the amount that you sent us: correct your books, or have the donation corrected.",
  status_differs:
    "Our status is the current one: correct your list, and restore the points if the gift failed or was canceled.",
  points_differ: "Check the points that you sent us, and correct your list.",
  webhook_not_delivered:
    "Your endpoint hasn’t accepted our webhook: repair it and replay the event.",
  not_told:
    "We haven’t sent you a webhook about this gift: add an endpoint, or look the donation up by its ID.",
  not_in_your_list: "Your endpoint has accepted our webhook about this gift: add it to your list.",
} as const;

const REASON_CODES = Object.keys(REASONS) as (keyof typeof REASONS)[];

const DAYS = { date: "2026-11-20", through: "2026-11-21" };

const EXAMPLE = {
  comparison_id: "01989c13-5b7e-7d10-9c42-3f8a6e2b9d71",
  ...DAYS,
  in_both: 1482,
  different: 1,
  only_ours: 0,
  only_yours: 2,
  created_at: "2026-11-22T06:00:00.000Z",
};

export const comparison = z
  .object({
    comparison_id: responseUuid.describe("The comparison's ID."),
    date: z.iso.date().describe("The first day, in UTC."),
    through: z.iso.date().describe("The last day, in UTC."),
    in_both: z.int().describe("How many gifts are in both lists, and the same."),
    different: z.int().describe("How many are in both lists, but differ."),
    only_ours: z.int().describe("How many of our gifts of these days your list doesn't have."),
    only_yours: z.int().describe("How many of your lines we have no gift for on these days."),
    created_at: responseTime.describe("When the lists were compared."),
  })
  .meta({ id: "Comparison", examples: [EXAMPLE] });

export type Comparison = z.infer<typeof comparison>;

const GIFT = { dollar_amount: 25, status: "completed" as const, points_redeemed: 2500 };

/** A gift as one of the lists has it. */
const side = z.object({
  dollar_amount: z.number().describe("The amount in US dollars."),
  status: z.enum(STATUSES).describe("The status, when the lists were compared."),
  points_redeemed: z.number().meta({ type: "integer" }).nullable().describe("The points."),
});

export const difference = z
  .object({
    kind: z.enum(KINDS).describe("`different`: in both lists. Otherwise, whose list has it."),
    reason: z.enum(REASON_CODES).describe("Why, as far as we can tell."),
    way_out: z.string().describe("What to do about it, for people."),
    bank_transaction_ref: z.string().describe("Your reference."),
    line: z.int().nullable().describe("The line in your file, if it has the gift."),
    donation_id: responseUuid.nullable().describe("The donation's ID, if we have the gift."),
    ours: side
      .extend({ created_at: responseTime.describe("When we accepted it.") })
      .nullable()
      .describe("The gift as we have it."),
    yours: side
      .extend({ date: z.iso.date().describe("The day.") })
      .nullable()
      .describe("The gift as your list has it."),
  })
  .meta({
    id: "ComparisonDifference",
    examples: [
      {
        kind: "different",
        reason: "amount_in_cents",
        way_out: REASONS.amount_in_cents,
        bank_transaction_ref: "tx-20261121-0001",
        line: 17,
        donation_id: "01989a64-8d20-7b1c-9a44-2f7f0f6f5a10",
        ours: { ...GIFT, created_at: "2026-11-21T14:05:10.402Z" },
        yours: { ...GIFT, dollar_amount: 2500, date: DAYS.through },
      },
    ],
  });

export type Difference = z.infer<typeof difference>;

const HEADER = "bank_transaction_ref,dollar_amount,status,date";

export const createComparison = contract({
  id: "createComparison",
  method: "POST",
  path: "/v1/comparisons",
  tag: "Reports (extension)",
  summary: "Compare your own list of gifts with ours",
  description:
    `Send your gifts of a day, or of up to ${MAX_DAYS} days, as \`text/csv\`: at most ${MAX_LINES.toLocaleString("en-US")} lines and 16 MiB, ` +
    "with the header `bank_transaction_ref,dollar_amount,status,date`, and `points_redeemed` if you have them. Other columns are " +
    "ignored. Your list is compared with the donations that we accepted on these days in UTC, and isn't kept; what differs is, for " +
    `30 days. If a line can't be read, nothing is compared, and the response names up to 100 such lines. At most ${MAX_A_DAY} ` +
    "comparisons a day, one at a time.",
  query: reportDays,
  body: z
    .object({
      csv: storable
        .min(1)
        .describe("The list. A JSON body is at most 64 KiB: send a larger list as `text/csv`."),
    })
    .meta({ examples: [{ csv: `${HEADER}\ntx-20261121-0001,25.00,completed,2026-11-21\n` }] }),
  maxCsvBytes: 16 * 1024 * 1024,
  status: 201,
  data: comparison,
});

const differencesQuery = z.object({
  kind: z.enum(KINDS).optional().describe("Only those of this kind."),
  ...paging(50),
});

export type DifferenceFilters = z.output<typeof differencesQuery>;

export const listDifferences = listContract({
  id: "listComparisonDifferences",
  path: "/v1/comparisons/{comparison_id}/differences",
  tag: "Reports (extension)",
  summary: "List where your list and ours differ",
  description:
    "Each gift that isn't the same in both lists, with the reason and the way out. A gift that differs in several ways has the first " +
    "reason that explains it: its amount, its status, its points. `meta.summary` is the comparison.",
  params: z.object({ comparison_id: uuid.describe("The comparison's ID.") }),
  query: differencesQuery,
  data: difference,
  summaryData: comparison,
  errors: ["COMPARISON_NOT_FOUND"],
});

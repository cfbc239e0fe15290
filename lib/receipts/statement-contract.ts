/** Year statements: all that a cardholder has given in a year, on one page where a page can hold it. */
import { z } from "zod";
import { contract } from "../contract.ts";
import { dollarsOut, timeOut } from "../fields.ts";
import { deductibility, PDF_LIMITS, receipt } from "./contract.ts";
import { DONATIONS_ON_A_PAGE } from "./statement-size.ts";

const fields = receipt.shape;

const line = z.object({
  receipt_number: fields.receipt_number,
  donation_id: fields.donation_id,
  donation_date: fields.donation_date,
  organization_name: z.string().describe("The foundation that has received the donation."),
  school_id: fields.school_id,
  fund_designation: fields.fund_designation,
  dollar_amount: dollarsOut,
  deductible_amount_usd: fields.deductible_amount_usd,
  deductibility,
});

const total = z.object({
  deductibility,
  donation_count: z.int().describe("How many donations are of this class."),
  total_usd: dollarsOut.meta({ description: "Their sum, US dollars." }),
  deductible_amount_usd: dollarsOut
    .nullable()
    .describe("The sum of what they let deduct, US dollars; null where no class is known."),
});

const EXAMPLE_LINE = {
  receipt_number: "OHIO-STATE-2026-000123",
  donation_id: "01989a64-8d20-7b1c-9a44-2f7f0f6f5a10",
  donation_date: "2026-11-21",
  organization_name: "Ohio State Athletics Fund",
  school_id: "ohio-state",
  fund_designation: "Annual Fund",
  dollar_amount: 25,
  deductible_amount_usd: 25,
  deductibility: "full",
};

export const yearStatement = z
  .object({
    year: z.int().describe("The year, in each foundation's time zone."),
    issued_at: timeOut.describe("When it was put together."),
    donor_name: z.string().describe("Who gave."),
    donor_email: z.string().describe("Their address for receipts."),
    donations: z
      .array(line)
      .describe(
        `Every completed donation of the year, by date; of a year with more than ${DONATIONS_ON_A_PAGE}, those of this page.`,
      ),
    page: z.int().describe("Which of the pages this is, from 1."),
    page_count: z.int().describe("How many pages the year has; 1 also where it has no donation."),
    donation_count: z.int().describe("How many donations the year has, on all pages."),
    totals: z
      .array(total)
      .describe("Sums of the whole year by deductibility, of those classes that occur."),
    total_usd: dollarsOut.meta({ description: "The sum of the whole year, US dollars." }),
    total_deductible_usd: dollarsOut.meta({
      description:
        "The sum of `deductible_amount_usd` of the whole year where it is known, US dollars.",
    }),
    specimen: z.boolean().describe("True in a sandbox: nothing that anybody could file."),
  })
  .meta({
    id: "YearStatement",
    examples: [
      {
        year: 2026,
        issued_at: "2027-01-04T09:30:00.000Z",
        donor_name: "Pat Sample",
        donor_email: "pat@example.com",
        donations: [EXAMPLE_LINE],
        page: 1,
        page_count: 1,
        donation_count: 1,
        totals: [
          { deductibility: "full", donation_count: 1, total_usd: 25, deductible_amount_usd: 25 },
        ],
        total_usd: 25,
        total_deductible_usd: 25,
        specimen: true,
      },
    ],
  });

export type YearStatement = z.infer<typeof yearStatement>;

const year = z
  .string()
  .regex(/^-?\d+$/, { error: "int_parsing" })
  .transform(Number)
  .pipe(z.number().gte(2000).lte(2100))
  .meta({ type: "integer", minimum: 2000, maximum: 2100, description: "Such as 2026." });

const page = z
  .string()
  .regex(/^-?\d+$/, { error: "int_parsing" })
  .transform(Number)
  .pipe(z.number().gte(1).lte(100_000))
  .default(1)
  .meta({
    type: "integer",
    minimum: 1,
    maximum: 100_000,
    default: 1,
    description: `Which ${DONATIONS_ON_A_PAGE} donations of the year, from 1 to \`page_count\`.`,
  });

export const getStatement = contract({
  id: "getStatement",
  auth: "token",
  method: "GET",
  path: "/v1/portal/statements/{year}",
  tag: "Portal: statements (extension)",
  summary: "Get the statement of a year",
  description:
    "Every completed donation of the year with its receipt, which is issued where there is none " +
    `yet. A year of more than ${DONATIONS_ON_A_PAGE} donations comes in pages, each with the totals of ` +
    "the whole year. A year without donations has an empty one. A PDF for `Accept: application/pdf`. " +
    PDF_LIMITS,
  params: z.object({ year }),
  query: z.object({ page }),
  status: 200,
  data: yearStatement,
  alternative: "application/pdf",
  errors: ["RATE_LIMITED"],
});

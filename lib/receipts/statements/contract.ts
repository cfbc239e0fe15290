/** Year statements: all gifts of a cardholder in one year, in pages if there are many. */
import { z } from "zod";
import { contract } from "../../contract.ts";
import { component, responseDollars, responseTime, wholeNumber } from "../../fields.ts";
import { deductibility, PDF_LIMITS, RECEIPT_EXAMPLE, type Receipt, receipt } from "../contract.ts";

/** Donations per page of a year statement. */
export const DONATIONS_PER_PAGE = 500;

const fields = receipt.shape;

const line = z.object({
  receipt_number: fields.receipt_number
    .nullable()
    .describe(
      "The number of the receipt to use. Null if the donation was reversed in full before it had one.",
    ),
  donation_id: fields.donation_id,
  donation_date: fields.donation_date,
  organization_name: fields.organization.shape.name,
  school_id: fields.school_id,
  fund_designation: fields.fund_designation,
  fund_name: fields.fund_name,
  dollar_amount: responseDollars.describe("The amount less what was reversed, in US dollars."),
  original_amount_usd: responseDollars.describe("What was given, in US dollars."),
  reversals: z
    .array(
      z.object({
        date: z.iso.date().describe("The day of the reversal."),
        dollar_amount: responseDollars.describe("What it reversed, in US dollars."),
      }),
    )
    .describe("What was reversed of it, in order."),
  changed_after_year: z
    .boolean()
    .describe("Whether it was reversed, or its receipt corrected, after the end of the year."),
  deductible_amount_usd: fields.deductible_amount_usd,
  deductibility,
});

/** The part of a line that its receipt states, if it has one. */
export type Stated = Pick<Receipt, "organization" | "donation_id" | "donation_date" | "school_id"> &
  Pick<Receipt, "fund_designation" | "fund_name" | "deductible_amount_usd" | "deductibility"> & {
    receipt_number: string | null;
  };

type Amounts = Omit<z.infer<typeof line>, keyof Stated | "organization_name">;

export const lineOf = (stated: Stated, amounts: Amounts): z.infer<typeof line> =>
  line.parse({ ...stated, ...amounts, organization_name: stated.organization.name });

const total = z.object({
  deductibility,
  donation_count: z.int().describe("The number of donations in this class."),
  total_usd: responseDollars.describe(
    "The sum of those donations less what was reversed, in US dollars.",
  ),
  deductible_amount_usd: responseDollars
    .nullable()
    .describe("The sum of their deductible amounts, in US dollars. Null if the class is unknown."),
});

const EXAMPLE_YEAR_STATEMENT = {
  year: 2026,
  issued_at: "2027-01-04T09:30:00.000Z",
  donor_name: "Pat Sample",
  donor_email: "pat@example.com",
  donations: [
    lineOf(RECEIPT_EXAMPLE, {
      dollar_amount: 25,
      original_amount_usd: 25,
      reversals: [],
      changed_after_year: false,
    }),
  ],
  page: 1,
  page_count: 1,
  donation_count: 1,
  totals: [{ deductibility: "full", donation_count: 1, total_usd: 25, deductible_amount_usd: 25 }],
  total_usd: 25,
  total_deductible_usd: 25,
  specimen: true,
};

export const yearStatement = component("YearStatement", [EXAMPLE_YEAR_STATEMENT], {
  year: z.int().describe("The year, in each foundation's time zone."),
  issued_at: responseTime.describe("When the statement was generated."),
  donor_name: z.string().describe("The donor's name."),
  donor_email: z.string().describe("The donor's email address for receipts."),
  donations: z
    .array(line)
    .describe(
      "The year's completed donations by date. If the year has more than " +
        `${DONATIONS_PER_PAGE}, those on this page.`,
    ),
  page: z.int().describe("The number of this page, starting at 1."),
  page_count: z.int().describe("The number of pages. 1 if the year has no donations."),
  donation_count: z.int().describe("The number of donations in the year, on all pages."),
  totals: z
    .array(total)
    .describe("Totals for the whole year by tax class. Classes without donations are omitted."),
  total_usd: responseDollars.describe("The total for the whole year, in US dollars."),
  total_deductible_usd: responseDollars.describe(
    "The sum of all known `deductible_amount_usd` in the year, in US dollars.",
  ),
  specimen: z.boolean().describe("True in a sandbox: the statement isn't valid for tax purposes."),
});

export type YearStatement = z.infer<typeof yearStatement>;

const year = wholeNumber(2000, 2100).describe("The year, such as 2026.");

const page = wholeNumber(1, 100_000)
  .default(1)
  .describe(
    `The page to return, from 1 to \`page_count\`. A page has up to ${DONATIONS_PER_PAGE} donations.`,
  );

export const getStatement = contract({
  id: "getStatement",
  auth: "token",
  path: "/v1/portal/statements/{year}",
  tag: "Portal: statements (extension)",
  summary: "Retrieve a year's statement",
  description:
    "Returns every completed donation of the year with its receipt and what was reversed of it. Missing receipts are " +
    "issued first. " +
    `A year with more than ${DONATIONS_PER_PAGE} donations has several pages, each with the totals for ` +
    "the whole year; a year without donations has one empty page. Send `Accept: application/pdf` for a " +
    "PDF. " +
    PDF_LIMITS,
  params: z.object({ year }),
  query: z.object({ page }),
  data: yearStatement,
  alternative: "application/pdf",
  errors: ["RATE_LIMITED"],
});

/** Receipts and year statements, for a cardholder's taxes. */
import { z } from "zod";
import { contract } from "../contract.ts";
import { SHARING } from "../donations/sharing.ts";
import * as field from "../fields.ts";
import { DEDUCTIBILITY } from "../schools/contract.ts";

/** Resends per cardholder and day to addresses that aren't their own. */
export const OTHER_ADDRESS_RESENDS_PER_DAY = 5;

/** Shared by the descriptions of the two operations that return PDFs. */
export const PDF_LIMITS =
  "At most two PDFs per cardholder are generated at a time; a third request returns 429 " +
  "`RATE_LIMITED`. If too many PDFs are waiting overall, the response is 503 " +
  "`SERVICE_UNAVAILABLE`. Both include `Retry-After`.";

export const RECEIPT_EXAMPLE = {
  receipt_number: "OHIO-STATE-2026-000123",
  school_confirmation_id: "OSU-26-118209",
  issued_at: "2026-11-21T14:06:00.000Z",
  donation_id: "01989a64-8d20-7b1c-9a44-2f7f0f6f5a10",
  donation_date: "2026-11-21",
  time_zone: "America/New_York",
  donor_name: "Pat Sample",
  donor_email: "pat@example.com",
  shared_with_school: "name" as const,
  organization: { name: "Ohio State Athletics Fund", ein: "00-0000000", address: null },
  school_id: "ohio-state",
  school_name: "Ohio State",
  fund_designation: "annual-fund",
  fund_name: "Annual Fund",
  dollar_amount: 25,
  points_redeemed: 2500,
  points_per_dollar: 100,
  deductibility: "full" as const,
  goods_or_services_value_usd: 0,
  deductible_amount_usd: 25,
  statement:
    "No goods or services were provided in exchange for this contribution.\n\nA contribution " +
    "made by redeeming reward points may be treated as a rebate. Please ask a tax advisor.",
  thanks: "Thank you for supporting every Buckeye.",
  signatory: { name: "Jordan Example", title: "Executive Director" },
  specimen: true,
  correction: null,
  replaced_by: null,
};

export const deductibility = z
  .enum(DEDUCTIBILITY)
  .nullable()
  .describe(
    "The fund's tax class: `full`, `quid_pro_quo` (includes benefits), or `none` (includes " +
      "seat-purchase rights). Null if the designation matches no fund.",
  );

const deductibleAmount = field.responseDollars
  .nullable()
  .describe(
    "The maximum amount the donor can deduct, in US dollars. Null if the class is unknown.",
  );

const organization = z.object({
  name: z.string().describe("The foundation that received the donation."),
  ein: field.nullableText.describe(
    "The foundation's employer identification number (EIN). `00-0000000` in a sandbox; null if " +
      "unknown.",
  ),
  address: field.nullableText.describe("The foundation's postal address. Null if unknown."),
});

const correction = z.object({
  replaces: z
    .array(z.string())
    .describe("The numbers of the donation's earlier receipts, the first one first."),
  reason: z.string().describe("Why the receipt was corrected, as a sentence."),
  original_amount_usd: field.responseDollars.describe("What was given, before any reversal."),
  needed_by: z.iso
    .date()
    .nullable()
    .describe(
      "The day by which it should reach the donor: April 15 after the year of the donation, when a tax return for " +
        "that year is due. Null if it was issued later.",
    ),
});

export const receipt = field.component("Receipt", [RECEIPT_EXAMPLE], {
  receipt_number: z
    .string()
    .describe("The receipt number: foundation, year, and a number without gaps."),
  school_confirmation_id: field.nullableText.describe(
    "The school's confirmation number: the ID of the credit on its platform. The receipt shows it first. " +
      "Null if the platform sent none, or one that is no number of up to 40 letters, digits, spaces, and `-/.#_`.",
  ),
  issued_at: field.responseTime.describe(
    "When the receipt was issued. It never changes afterward.",
  ),
  donation_id: field.responseUuid.describe("The donation the receipt is for."),
  donation_date: z.iso
    .date()
    .describe(
      "The date of the gift: the day it was confirmed or, if the foundation has chosen that, accepted.",
    ),
  time_zone: z
    .string()
    .default("UTC")
    .describe("The foundation's time zone, which the receipt's dates are in."),
  donor_name: z.string().describe("The donor's name."),
  donor_email: z.string().describe("The email address receipts are sent to by default."),
  shared_with_school: z
    .enum(SHARING)
    .nullable()
    .default(null)
    .describe(
      "What the school was told about the donor: `name` (name and email address), `address` (also the postal " +
        "address), or `nothing`. Null on receipts issued before donors could choose.",
    ),
  organization: organization.describe("The organization that received the donation."),
  school_id: z.string().describe("The school's ID, such as `ohio-state`."),
  school_name: z.string().describe("The school's common name."),
  fund_designation: z.string().describe("The fund designation as sent."),
  fund_name: field.nullableText.describe(
    "The fund's name. Null if the designation matches none of the school's funds.",
  ),
  dollar_amount: field.responseDollars.describe(
    "What was given, in US dollars, without what was reversed before the receipt was issued. 0 on the notice that " +
      "all of it was reversed.",
  ),
  points_redeemed: z.int().describe("The number of points used for the donation."),
  points_per_dollar: z
    .number()
    .nullable()
    .describe("The conversion rate in points per US dollar. Null if unknown."),
  deductibility,
  goods_or_services_value_usd: field.responseDollars
    .nullable()
    .describe(
      "The estimated value of benefits the donor received, in US dollars. Null if not " +
        "estimated.",
    ),
  deductible_amount_usd: deductibleAmount,
  statement: z.string().describe("The receipt's text about tax deductibility, in paragraphs."),
  thanks: z
    .string()
    .nullable()
    .default(null)
    .describe("The foundation's own sentence of thanks. Null for none."),
  signatory: z
    .object({
      name: z.string().describe("The person's name."),
      title: field.nullableText.describe("Their title at the foundation. Null for none."),
    })
    .nullable()
    .default(null)
    .describe("Who signs for the foundation. Null for nobody."),
  specimen: z.boolean().describe("True in a sandbox: the receipt isn't valid for tax purposes."),
  correction: correction
    .nullable()
    .default(null)
    .describe("What it corrects, if it replaces earlier receipts. Null on a first receipt."),
  replaced_by: field.nullableText
    .default(null)
    .describe("The number of the receipt to use instead, if this one was replaced. Null if not."),
});

export type Receipt = z.infer<typeof receipt>;

/** The fund's name, or the designation as the bank sent it. */
export const fundLabel = (line: Pick<Receipt, "fund_designation" | "fund_name">): string =>
  line.fund_name ?? line.fund_designation;

/** What a document is called: a notice, if nothing is left of the gift. */
export const receiptTitle = ({ dollar_amount, correction }: Receipt): string => {
  if (dollar_amount === 0) return "Notice of a reversed gift";
  return correction ? "Corrected donation receipt" : "Donation receipt";
};

const params = z.object({ donation_id: field.uuid.describe("The donation's ID.") });

export const getReceipt = contract({
  id: "getReceipt",
  auth: "token",
  path: "/v1/portal/donations/{donation_id}/receipt",
  tag: "Portal: donations",
  summary: "Retrieve the tax receipt for a donation",
  description:
    "The receipt is available once the donation is completed. It's issued on the first request " +
    "and never changes. If some of the donation is reversed later, or its confirmation number is corrected, a " +
    "corrected receipt with a number of its own replaces it. A donation that was reversed in full before it had a " +
    `receipt gets none. Send \`Accept: application/pdf\` for a PDF. ${PDF_LIMITS}`,
  params,
  query: z.object({
    receipt_number: field.textFilter.describe(
      "The number of one of the donation's receipts, such as one that was replaced. If omitted, the current one.",
    ),
  }),
  data: receipt,
  alternative: "application/pdf",
  errors: ["DONATION_NOT_FOUND", "RECEIPT_NOT_READY", "RATE_LIMITED"],
});

export const resendReceipt = contract({
  id: "resendReceipt",
  auth: "token",
  method: "POST",
  path: "/v1/portal/donations/{donation_id}/receipt/resend",
  tag: "Portal: donations",
  summary: "Email the tax receipt for a donation",
  description:
    "Sends the receipt to its default email address or to another one. At most " +
    `${OTHER_ADDRESS_RESENDS_PER_DAY} a day can be sent to addresses that belong neither to the ` +
    "cardholder nor to their bank accounts, and at most 5 emails a day are sent to an unverified " +
    "address, whoever requests them. Beyond that, returns 429 `RATE_LIMITED`.",
  params,
  body: field.component("ReceiptResend", [{ email: "accountant@example.com" }], {
    email: field.email
      .nullish()
      .describe("The email address to send to. Default: the receipt's `donor_email`."),
  }),
  bodyOptional: true,
  data: field.component("ReceiptSent", [{ sent_to: "accountant@example.com" }], {
    sent_to: z.string().describe("The email address the receipt is being sent to."),
  }),
  errors: ["DONATION_NOT_FOUND", "RECEIPT_NOT_READY", "RATE_LIMITED"],
});

/** Receipts and year statements: what a cardholder files with their taxes. */
import { z } from "zod";
import { contract } from "../contract.ts";
import { dollarsOut, email, timeOut, uuid, uuidOut } from "../fields.ts";

/** How many resends a day may go to an address that is not the cardholder's own. */
export const FOREIGN_RESENDS_A_DAY = 5;

/** What the two operations that answer with PDFs say of them. */
export const PDF_LIMITS =
  "Of one cardholder two PDFs are made at a time: a third is refused with 429 `RATE_LIMITED`. Where " +
  "too many wait in all it is 503 `SERVICE_UNAVAILABLE`. Both say when to come back in `Retry-After`.";

const EXAMPLE = {
  receipt_number: "OHIO-STATE-2026-000123",
  issued_at: "2026-11-21T14:06:00.000Z",
  donation_id: "01989a64-8d20-7b1c-9a44-2f7f0f6f5a10",
  donation_date: "2026-11-21",
  donor_name: "Pat Sample",
  donor_email: "pat@example.com",
  organization: { name: "Ohio State Athletics Fund", ein: "00-0000000", address: null },
  school_id: "ohio-state",
  school_name: "Ohio State",
  fund_designation: "Annual Fund",
  dollar_amount: 25,
  points_redeemed: 2500,
  points_per_dollar: 100,
  deductibility: "full",
  goods_or_services_value_usd: 0,
  deductible_amount_usd: 25,
  statement:
    "No goods or services were provided in exchange for this contribution.\n\nA contribution that is " +
    "made by redeeming reward points may be treated as a rebate; please ask a tax adviser.",
  specimen: true,
};

export const deductibility = z
  .enum(["full", "quid_pro_quo", "none"])
  .nullable()
  .describe(
    "`full`; `quid_pro_quo` where the donor gets something back; `none` where the gift gives a right to buy seats; null where the designation names no fund.",
  );

const deductibleAmount = dollarsOut
  .nullable()
  .describe(
    "The most that the fund's class lets the donor deduct, US dollars; null where no class is known.",
  );

const organization = z.object({
  name: z.string().describe("The foundation that has received the donation."),
  ein: z
    .string()
    .nullable()
    .describe("Its employer identification number; `00-0000000` in a sandbox, null where unknown."),
  address: z.string().nullable().describe("Its postal address; null where unknown."),
});

export const receipt = z
  .object({
    receipt_number: z
      .string()
      .describe("Foundation, year and a number that runs without gaps within both."),
    issued_at: timeOut.describe("When it was issued; it has not changed since."),
    donation_id: uuidOut.describe("The donation that it is for."),
    donation_date: z.iso
      .date()
      .describe("The day of the platform's confirmation, in the foundation's time zone."),
    donor_name: z.string().describe("Who gave."),
    donor_email: z.string().describe("Where it is sent, unless said otherwise."),
    organization: organization.describe("Who received."),
    school_id: z.string().describe("The school's id, such as `ohio-state`."),
    school_name: z.string().describe("What people call the school."),
    fund_designation: z
      .string()
      .describe("The fund's name; where the designation names none, as it was sent."),
    dollar_amount: dollarsOut,
    points_redeemed: z.int().describe("The points that were taken for it."),
    points_per_dollar: z.number().nullable().describe("The rate, where it is known."),
    deductibility,
    goods_or_services_value_usd: dollarsOut
      .nullable()
      .describe("What the donor got back is worth so much, US dollars; null where not estimated."),
    deductible_amount_usd: deductibleAmount,
    statement: z.string().describe("What the receipt says about deducting, in paragraphs."),
    specimen: z.boolean().describe("True in a sandbox: no receipt that anybody could file."),
  })
  .meta({ id: "Receipt", examples: [EXAMPLE] });

export type Receipt = z.infer<typeof receipt>;

const ofDonation = z.object({ donation_id: uuid.describe("The donation's id here.") });

export const getReceipt = contract({
  id: "getReceipt",
  auth: "token",
  method: "GET",
  path: "/v1/portal/donations/{donation_id}/receipt",
  tag: "Portal: donations",
  summary: "Get the tax receipt of a donation",
  description:
    "There is one once the donation is completed. It is issued at the first request and says the " +
    `same ever after. A PDF for \`Accept: application/pdf\`. ${PDF_LIMITS}`,
  params: ofDonation,
  status: 200,
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
  summary: "Mail the tax receipt of a donation",
  description:
    `To the receipt's own address, or to another. At most ${FOREIGN_RESENDS_A_DAY} a day go to ` +
    "addresses that are neither the cardholder's nor given by their banks, and at most 5 emails a day " +
    "go to an address that nobody has proved, whoever asks; then 429 `RATE_LIMITED`.",
  params: ofDonation,
  body: z
    .object({
      email: email.nullish().describe("Where to; the receipt's own address unless given."),
    })
    .meta({ id: "ReceiptResend", examples: [{ email: "accountant@example.com" }] }),
  bodyOptional: true,
  status: 200,
  data: z
    .object({ sent_to: z.string().describe("Where it is on its way to.") })
    .meta({ id: "ReceiptSent", examples: [{ sent_to: "accountant@example.com" }] }),
  errors: ["DONATION_NOT_FOUND", "RECEIPT_NOT_READY", "RATE_LIMITED"],
});

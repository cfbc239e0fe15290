/** Donations: what banks ask for and what everybody sees of them. */
import { z } from "zod";
import { contract, listContract, type WebhookContract } from "../contract.ts";
import {
  cursor,
  dollarAmount,
  dollarsOut,
  filterText,
  integer,
  limit,
  metadata,
  text,
  time,
  timeOut,
  uuid,
  uuidOut,
} from "../fields.ts";

export const CADENCES = ["monthly", "quarterly"] as const;
export const STATUSES = ["pending", "completed", "failed"] as const;

const EXAMPLE = {
  donation_id: "01989a64-8d20-7b1c-9a44-2f7f0f6f5a10",
  status: "pending",
  service_user_id: "01989a64-1c5a-7d3e-8f21-5b0f4f0c9e77",
  school_id: "ohio-state",
  fund_designation: "annual-fund",
  fund_id: "annual-fund",
  dollar_amount: 25,
  points_redeemed: 2500,
  points_per_dollar: 100,
  bank_transaction_ref: "tx-1",
  channel: "bank",
  loyalty_program_id: "gold",
  cardholder_message: null,
  metadata: null,
  recurring: false,
  recurrence_cadence: null,
  school_confirmation_id: null,
  platform_status: null,
  failure_reason: null,
  created_at: "2026-11-21T14:05:10.402Z",
  estimated_confirmation_at: "2026-11-21T14:10:10.402Z",
  completed_at: null,
  failed_at: null,
};

const COMPLETED = {
  ...EXAMPLE,
  status: "completed",
  school_confirmation_id: "cr_5f0c2a9d41",
  platform_status: "posted",
  completed_at: "2026-11-21T14:05:11.020Z",
};

export const donationRequest = z
  .object({
    bank_transaction_ref: text({ min: 1, max: 255 }).meta({
      description: "The bank's own reference; also the idempotency key.",
    }),
    dollar_amount: dollarAmount,
    fund_designation: text({ min: 1, max: 255 }).meta({
      description: "A fund's id or name; anything else goes to the school as written.",
    }),
    school_id: text({ min: 1, max: 128 }).describe("The school's id, such as `ohio-state`."),
    cardholder_message: text({ max: 500 }).nullish().describe("A word to the school."),
    loyalty_program_id: text({ max: 64 })
      .nullish()
      .describe("The program whose points are redeemed."),
    metadata: metadata
      .nullish()
      .describe("Whatever the bank wants to find again in answers and webhooks."),
    notify_cardholder: z
      .boolean()
      .default(true)
      .describe("Whether the customer is emailed about it: the confirmation and the tax receipt."),
    points_per_dollar: z
      .number()
      .gt(0)
      .nullish()
      .describe("The rate at which the bank has converted."),
    points_redeemed: integer
      .gte(0)
      .default(0)
      .describe("The points that the bank has taken for it."),
    recurrence_cadence: z
      .enum(CADENCES)
      .nullish()
      .describe("How often a recurring donation is due."),
    recurring: z
      .boolean()
      .default(false)
      .describe("Whether it is due again; `monthly` unless `recurrence_cadence` says otherwise."),
    service_user_id: uuid.nullish().meta({
      description: "The linked account that gives; without one, the school's house account does.",
    }),
  })
  .meta({
    id: "DonationRequest",
    examples: [
      {
        bank_transaction_ref: EXAMPLE.bank_transaction_ref,
        dollar_amount: EXAMPLE.dollar_amount,
        points_redeemed: EXAMPLE.points_redeemed,
        school_id: EXAMPLE.school_id,
        fund_designation: EXAMPLE.fund_designation,
        service_user_id: EXAMPLE.service_user_id,
        loyalty_program_id: EXAMPLE.loyalty_program_id,
        points_per_dollar: EXAMPLE.points_per_dollar,
      },
    ],
  });

export type DonationRequest = z.output<typeof donationRequest>;

const donationFields = z.object({
  donation_id: uuidOut.describe("The donation's id here."),
  status: z.enum(STATUSES).describe("`completed` and `failed` are final."),
  service_user_id: uuidOut.optional().meta({
    description: "Left out where the donation is tied to no linked account.",
  }),
  school_id: z.string().describe("The school's id, such as `ohio-state`."),
  fund_designation: z.string().describe("As it was sent."),
  fund_id: z
    .string()
    .nullable()
    .describe("The fund that this names; null where it names none of the school's."),
  dollar_amount: dollarsOut,
  points_redeemed: z.int().describe("The points that were taken for it."),
  points_per_dollar: z.number().nullable().describe("The rate, where it is known."),
  bank_transaction_ref: z
    .string()
    .describe("The bank's own reference. `portal:…` and `embed:…` where the customer gave here."),
  channel: z.enum(["bank", "portal", "embed"]).describe("Where it was made."),
  loyalty_program_id: z.string().nullable().describe("The program whose points were redeemed."),
  cardholder_message: z.string().nullable().describe("A word to the school."),
  metadata: z.record(z.string(), z.string()).nullable().describe("As it was sent."),
  recurring: z.boolean().describe("Whether it is due again."),
  recurrence_cadence: z
    .enum(CADENCES)
    .nullable()
    .describe("How often; null where it is not recurring."),
  school_confirmation_id: z.string().nullable().meta({
    description: "The credit's id at the school's platform; null until completed.",
  }),
  platform_status: z
    .string()
    .nullable()
    .describe("What the school's platform calls the credit; null until completed."),
  failure_reason: z
    .string()
    .nullable()
    .describe("Why the platform has refused; null unless failed."),
  created_at: timeOut.describe("When it was accepted."),
  estimated_confirmation_at: timeOut.describe("When the school usually has confirmed by."),
  completed_at: timeOut.nullable().describe("When the platform's confirmation arrived."),
  failed_at: timeOut.nullable().describe("When the platform's refusal arrived."),
});

export const donation = donationFields.meta({ id: "Donation", examples: [EXAMPLE] });

export type Donation = z.infer<typeof donation>;

/** A donation as its giver sees it in the portal. */
export const ownDonation = donationFields
  .extend({
    school_name: z.string().describe("What people call the school."),
    fund_name: z
      .string()
      .nullable()
      .describe("The fund's name; null where the designation names none of the school's."),
    receipt_available: z.boolean().describe("Whether there is a receipt: once it is completed."),
  })
  .meta({
    id: "PortalDonation",
    examples: [
      {
        ...COMPLETED,
        bank_transaction_ref: `portal:${EXAMPLE.donation_id}`,
        channel: "portal",
        school_name: "Ohio State",
        fund_name: "Annual Fund",
        receipt_available: true,
      },
    ],
  });

export type OwnDonation = z.infer<typeof ownDonation>;

export const requestDonation = contract({
  id: "requestDonation",
  method: "POST",
  path: "/v1/donations/request",
  tag: "Donations",
  summary: "Submit a donation; it is accepted at once and completed later",
  description:
    "202 means accepted for good, not completed: wait for `donation.completed`, or ask for the " +
    "donation. Send the same request again whenever you are not sure that it arrived: 409 " +
    "`DONATION_DUPLICATE` then names the donation that the first one made, and `same_request` says " +
    "whether both were alike.",
  body: donationRequest,
  status: 202,
  data: donation,
  errors: ["DONATION_DUPLICATE"],
});

export const getDonation = contract({
  id: "getDonation",
  method: "GET",
  path: "/v1/donations/{donation_id}",
  tag: "Donations",
  summary: "Get a donation and how far it is",
  params: z.object({ donation_id: uuid.describe("The donation's id here.") }),
  status: 200,
  data: donation,
  errors: ["DONATION_NOT_FOUND"],
});

const listQuery = z.object({
  bank_transaction_ref: filterText
    .optional()
    .describe("The bank's own reference: one donation or none."),
  status: z.enum(STATUSES).optional().describe("In this status."),
  school_id: filterText.optional().describe("To this school."),
  service_user_id: uuid.optional().describe("Of this account."),
  from: time.optional().meta({ description: "Created at this time or later." }),
  to: time.optional().meta({ description: "Created before this time." }),
  limit: limit(50),
  cursor,
});

export type DonationFilters = z.output<typeof listQuery>;

export const listDonations = listContract({
  id: "listDonations",
  method: "GET",
  path: "/v1/donations",
  tag: "Donation list (extension)",
  summary: "List donations, the latest first",
  query: listQuery,
  status: 200,
  data: donation,
  errors: [],
});

const told = donationFields.extend({
  bank_user_id: z.string().nullable().meta({
    description: "The bank's own id of the customer; null where no account gave.",
  }),
  sequence: z.int().meta({ description: "Rises with each event about the same donation." }),
});

function webhook(type: string, summary: string, example: Record<string, unknown>): WebhookContract {
  const data = { ...example, bank_user_id: "customer-1", sequence: 1 };
  const body = z
    .object({ type: z.literal(type), timestamp: timeOut, data: told })
    .meta({ examples: [{ type, timestamp: "2026-11-21T14:05:11.020Z", data }] });
  return { type, summary, body };
}

/** What a bank is told about its donations. */
export const donationWebhooks: WebhookContract[] = [
  webhook("donation.completed", "The school's platform has made the credit", COMPLETED),
  webhook("donation.failed", "The school's platform has refused for good: restore the points", {
    ...EXAMPLE,
    status: "failed",
    failure_reason: "The platform refused the credit",
    failed_at: "2026-11-21T14:05:11.020Z",
  }),
  webhook("donation.recurrence_due", "A recurring donation is due: submit the next one", {
    ...COMPLETED,
    recurring: true,
    recurrence_cadence: "monthly",
  }),
];

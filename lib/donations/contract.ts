/** Donations: what banks ask for and what everybody sees of them. */
import { z } from "zod";
import { contract, listContract, type WebhookContract } from "../contract.ts";
import {
  cursor,
  dollarAmount,
  dollarsOut,
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
    school_id: text({ min: 1, max: 128 }),
    cardholder_message: text({ max: 500 }).nullish(),
    loyalty_program_id: text({ max: 64 }).nullish(),
    metadata: metadata.nullish(),
    notify_cardholder: z.boolean().default(true),
    points_per_dollar: z.number().gt(0).nullish(),
    points_redeemed: integer.gte(0).default(0),
    recurrence_cadence: z.enum(CADENCES).nullish(),
    recurring: z.boolean().default(false),
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
      },
    ],
  });

export type DonationRequest = z.output<typeof donationRequest>;

const donationFields = z.object({
  donation_id: uuidOut,
  status: z.enum(STATUSES),
  service_user_id: uuidOut.optional().meta({
    description: "Left out where the donation is tied to no linked account.",
  }),
  school_id: z.string(),
  fund_designation: z.string(),
  fund_id: z.string().nullable(),
  dollar_amount: dollarsOut,
  points_redeemed: z.int(),
  points_per_dollar: z.number().nullable(),
  bank_transaction_ref: z.string(),
  channel: z.enum(["bank", "portal", "embed"]),
  loyalty_program_id: z.string().nullable(),
  cardholder_message: z.string().nullable(),
  metadata: z.record(z.string(), z.string()).nullable(),
  recurring: z.boolean(),
  recurrence_cadence: z.enum(CADENCES).nullable(),
  school_confirmation_id: z.string().nullable().meta({
    description: "The credit's id at the school's platform; null until completed.",
  }),
  platform_status: z.string().nullable(),
  failure_reason: z.string().nullable(),
  created_at: timeOut,
  estimated_confirmation_at: timeOut,
  completed_at: timeOut.nullable(),
  failed_at: timeOut.nullable(),
});

export const donation = donationFields.meta({ id: "Donation", examples: [EXAMPLE] });

export type Donation = z.infer<typeof donation>;

/** A donation as its giver sees it in the portal. */
export const ownDonation = donationFields.extend({
  school_name: z.string(),
  fund_name: z.string().nullable(),
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
  params: z.object({ donation_id: uuid }),
  status: 200,
  data: donation,
  errors: ["DONATION_NOT_FOUND"],
});

const listQuery = z.object({
  bank_transaction_ref: text({ min: 1, max: 255 }).optional(),
  status: z.enum(STATUSES).optional(),
  school_id: text({ min: 1, max: 128 }).optional(),
  service_user_id: uuid.optional(),
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

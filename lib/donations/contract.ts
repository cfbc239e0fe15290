/** Donations: what banks ask for and what everybody sees of them. */
import { z } from "zod";
import { contract } from "../contract.ts";
import {
  dollarAmount,
  dollarsOut,
  integer,
  metadata,
  text,
  timeOut,
  uuid,
  uuidOut,
} from "../fields.ts";

export const CADENCES = ["monthly", "quarterly"] as const;
export const STATUSES = ["pending", "completed", "failed"] as const;

export const donationRequest = z.object({
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
  service_user_id: uuid.nullish(),
});

export type DonationRequest = z.output<typeof donationRequest>;

export const donation = z.object({
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

export type Donation = z.infer<typeof donation>;

/** A donation as its giver sees it in the portal. */
export const ownDonation = donation.extend({
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

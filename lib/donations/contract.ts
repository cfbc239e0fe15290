/** Donations: what banks request, and what the API and webhooks show. */
import { z } from "zod";
import { contract, listContract, type WebhookContract } from "../contract.ts";
import * as field from "../fields.ts";
import { TRANSFER_EXAMPLE, transfer } from "../ledger/contract.ts";
import { sampleMark, webhook } from "../webhooks/event-types.ts";
import { authorizationWebhooks } from "./authorize/contract.ts";
import { SHARING } from "./sharing.ts";

export const CADENCES = ["monthly", "quarterly"] as const;
export const STATUSES = ["pending", "completed", "failed", "canceled"] as const;

export const EXAMPLE = {
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
  held: false,
  created_at: "2026-11-21T14:05:10.402Z",
  estimated_confirmation_at: "2026-11-21T14:10:10.402Z",
  completed_at: null,
  failed_at: null,
  canceled_at: null,
  reversed_usd: 0,
  net_usd: 25,
  redirected_from: null,
  points_carried: null,
  authorization: null,
  flagged: false,
  flag_reason: null,
  statement_id: null,
  remitted_on: null,
  cleared_on: null,
};

/** What only its bank sees. */
const BANKS_ONLY = {
  flagged: true,
  flag_reason: true,
  statement_id: true,
} as const;

export const COMPLETED = {
  ...EXAMPLE,
  status: "completed",
  school_confirmation_id: "OSU-26-118204",
  platform_status: "posted",
  completed_at: "2026-11-21T14:05:11.020Z",
};

const EXAMPLE_CORRECTION = { correction_id: "01989b7a-6c11-7f52-8a0e-94c1d5a7b320" };

const {
  flagged: _flagged,
  flag_reason: _reason,
  statement_id: _statement,
  ...CARDHOLDER_EXAMPLE
} = COMPLETED;

const date = z.iso.date().nullable();

/** The last two of a gift's four dates. */
export const paymentDates = {
  remitted_on: date.describe(
    "The day on which the bank sent the payment that covers it: the day that the bank recorded, or else the one on which " +
      "it was received. Null until payments cover it in full. An extension.",
  ),
  cleared_on: date.describe(
    "The day on which the foundation received that payment. Null until then. An extension.",
  ),
};

const EXAMPLE_DONATION_REQUEST = {
  bank_transaction_ref: EXAMPLE.bank_transaction_ref,
  dollar_amount: EXAMPLE.dollar_amount,
  points_redeemed: EXAMPLE.points_redeemed,
  school_id: EXAMPLE.school_id,
  fund_designation: EXAMPLE.fund_designation,
  service_user_id: EXAMPLE.service_user_id,
  loyalty_program_id: EXAMPLE.loyalty_program_id,
  points_per_dollar: EXAMPLE.points_per_dollar,
};

export const donationRequest = field.component("DonationRequest", [EXAMPLE_DONATION_REQUEST], {
  bank_transaction_ref: field
    .text({ min: 1, max: 255 })
    .describe("Your own reference, 1 to 255 characters. It is also the idempotency key."),
  dollar_amount: field.dollarAmount,
  fund_designation: field
    .text({ min: 1, max: 255 })
    .describe(
      "A fund's ID or name, 1 to 255 characters. Any other text is passed on to the school as " +
        "written.",
    ),
  school_id: field.text({ min: 1, max: 255 }).describe("The school's ID, such as `ohio-state`."),
  cardholder_message: field
    .text({ max: 500 })
    .nullish()
    .describe("A message from the cardholder to the school, at most 500 characters."),
  loyalty_program_id: field
    .text({ max: 255 })
    .nullish()
    .describe("The loyalty program whose points are redeemed."),
  metadata: field.metadata
    .nullish()
    .describe(
      "Your own key-value pairs, returned in responses and webhooks: at most 50, keys of 1 to " +
        "40 characters, values of up to 500, 8 KiB in all.",
    ),
  notify_cardholder: z
    .boolean()
    .default(true)
    .describe("Whether to email the customer the confirmation and the tax receipt."),
  points_per_dollar: z
    .number()
    .gt(0)
    .nullish()
    .describe("Your conversion rate, in points per US dollar."),
  points_redeemed: field.integer
    .gte(0)
    .default(0)
    .describe("The number of points you deducted for this donation."),
  recurrence_cadence: z.enum(CADENCES).nullish().describe("How often a recurring donation is due."),
  recurring: z
    .boolean()
    .default(false)
    .describe(
      "Whether the donation recurs: `monthly`, unless `recurrence_cadence` says otherwise.",
    ),
  service_user_id: field.uuid
    .nullish()
    .describe(
      "The linked account that gives. If omitted, the school's house account receives the " +
        "credit. An account can make a limited number of donations a day (UTC), 10,000 unless the operator has " +
        "set another limit: above that, the response is 422 with the type `limit_exceeded` for this field.",
    ),
});

export type DonationRequest = z.output<typeof donationRequest>;

/** A donation as its bank sees it. */
export const bankDonationFields = z.object({
  donation_id: field.responseUuid.describe("The donation's ID."),
  status: z
    .enum(STATUSES)
    .describe("The donation's status. `completed`, `failed`, and `canceled` are final."),
  service_user_id: field.responseUuid
    .optional()
    .describe("The linked account that gave. Omitted if there is none."),
  school_id: z.string().describe("The school's ID, such as `ohio-state`."),
  fund_designation: z.string().describe("The value that was sent."),
  fund_id: field.nullableText.describe(
    "The fund that the designation matches. Null if it matches none of the school's funds.",
  ),
  dollar_amount: field.responseDollars,
  points_redeemed: z.int().describe("The number of points that the donation takes."),
  points_per_dollar: z
    .number()
    .nullable()
    .describe("The conversion rate in points per US dollar. Null if unknown."),
  bank_transaction_ref: z
    .string()
    .describe(
      "Your own reference. Begins with `portal:` or `embed:` if the customer gave in the portal " +
        "or the embedded flow.",
    ),
  channel: z.enum(["bank", "portal", "embed"]).describe("Where the donation was made."),
  loyalty_program_id: field.nullableText.describe(
    "The loyalty program whose points were redeemed.",
  ),
  cardholder_message: field.nullableText.describe(
    "A message from the cardholder to the school, at most 500 characters.",
  ),
  metadata: z.record(z.string(), z.string()).nullable().describe("The value that was sent."),
  recurring: z.boolean().describe("Whether the donation recurs."),
  recurrence_cadence: z
    .enum(CADENCES)
    .nullable()
    .describe("How often the donation recurs. Null if it doesn't."),
  school_confirmation_id: field.nullableText.describe(
    "The ID of the credit on the school's platform. Null until completed.",
  ),
  platform_status: field.nullableText.describe(
    "The credit's status on the school's platform. Null until completed.",
  ),
  failure_reason: field.nullableText.describe(
    "Why the platform refused the donation. Null unless failed.",
  ),
  held: z
    .boolean()
    .describe(
      "Whether a pending donation is waiting for review by you or the operator: nothing is sent to the school " +
        "until it's released. Unlinking an account with `fraud_review` holds its pending donations.",
    ),
  created_at: field.responseTime.describe("When the donation was accepted."),
  estimated_confirmation_at: field.responseTime.describe(
    "When the school is expected to confirm: for one without an API, the end of the day by which its team usually " +
      "does. An estimate, not a deadline.",
  ),
  completed_at: field.nullableTime.describe(
    "When the platform confirmed the donation. Null until then.",
  ),
  failed_at: field.nullableTime.describe(
    "When the platform refused the donation. Null unless failed.",
  ),
  canceled_at: field.nullableTime.describe(
    "When it was canceled. Null unless canceled. An extension.",
  ),
  reversed_usd: field.responseDollars.describe("What was reversed of the amount. An extension."),
  net_usd: field.responseDollars.describe(
    "What counts of the amount: less what was reversed, and nothing once it failed or was canceled. An extension.",
  ),
  redirected_from: field.nullableUuid.describe(
    "The donation that was redirected to this one. Until that one's reversal succeeds, this one waits. Null for others. " +
      "An extension.",
  ),
  points_carried: z
    .int()
    .nullable()
    .describe("The points that it took over from that donation. Null for others. An extension."),
  authorization: z
    .object({
      authorization_id: field.responseUuid.describe("The authorization's ID."),
      hold_reference: field.nullableText.describe(
        "The reference in your response. Null if there was none.",
      ),
    })
    .nullable()
    .describe(
      "The bank's authorization that the donation used. Null if the bank wasn't asked. An extension.",
    ),
  flagged: z
    .boolean()
    .describe("Whether you should review the donation. It settles like any other. An extension."),
  flag_reason: z
    .enum(["points_mismatch"])
    .nullable()
    .describe(
      "Why it's flagged. `points_mismatch`: the points differ from the program's rate by more than 1% and by " +
        "more than one point. Null if it isn't. An extension.",
    ),
  statement_id: field.nullableUuid.describe(
    "The statement that it's on. Null until one is closed with it. An extension.",
  ),
  ...paymentDates,
});

export const donation = bankDonationFields.meta({ id: "Donation", examples: [EXAMPLE] });

export type Donation = z.infer<typeof donation>;

/** A donation as its giver sees it in the portal. */
export const cardholderDonation = bankDonationFields
  .omit(BANKS_ONLY)
  .extend({
    school_name: z.string().describe("The school's common name."),
    fund_name: field.nullableText.describe(
      "The fund's name. Null if the designation matches none of the school's funds.",
    ),
    receipt_available: z
      .boolean()
      .describe(
        "Whether the receipt is available. True once the donation is completed, unless it was reversed in full before it " +
          "had one.",
      ),
    share_with_school: z
      .enum(SHARING)
      .describe(
        "What the school learns about the donor: `name` (name and email address), `address` (also the postal " +
          "address), or `nothing`. An extension.",
      ),
  })
  .meta({
    id: "PortalDonation",
    examples: [
      {
        ...CARDHOLDER_EXAMPLE,
        bank_transaction_ref: `portal:${EXAMPLE.donation_id}`,
        channel: "portal",
        school_name: "Ohio State",
        fund_name: "Annual Fund",
        receipt_available: true,
        share_with_school: "name" as const,
      },
    ],
  });

export type CardholderDonation = z.infer<typeof cardholderDonation>;

export const requestDonation = contract({
  id: "requestDonation",
  method: "POST",
  path: "/v1/donations/request",
  tag: "Donations",
  summary: "Request a donation",
  description:
    "Submits a donation, which is accepted immediately and completed later. 202 means permanently " +
    "accepted, not completed: wait for `donation.completed`, or retrieve the donation. If you " +
    "aren't sure that a request arrived, send it again: 409 `DONATION_DUPLICATE` then contains " +
    "the ID of the donation the first request created, and `same_request` shows whether the two " +
    "requests are equivalent. A field that is null or has its default counts as omitted. The operator may " +
    "limit each donation, what an API key gives in a day (UTC), and how much your donations exceed what you " +
    "have paid: above that, the response is 422 with the type `limit_exceeded` for `dollar_amount`, and says " +
    "what's left.",
  body: donationRequest,
  status: 202,
  data: donation,
  errors: ["DONATION_DUPLICATE", "BANK_SUSPENDED"],
});

const oneDonation = {
  params: z.object({ donation_id: field.uuid.describe("The donation's ID.") }),
  data: donation,
  errors: ["DONATION_NOT_FOUND"],
} as const;

export const getDonation = contract({
  ...oneDonation,
  id: "getDonation",
  path: "/v1/donations/{donation_id}",
  tag: "Donations",
  summary: "Retrieve a donation",
});

export const holdRequest = field.component(
  "HoldRequest",
  [{ reason: "The customer reported their card as stolen" }],
  {
    reason: field
      .line({ min: 1, max: 500 })
      .describe("Why, for your own team: 1 to 500 characters."),
  },
);

export type HoldRequest = z.output<typeof holdRequest>;

export const holdDonation = contract({
  ...oneDonation,
  id: "holdDonation",
  method: "POST",
  path: "/v1/donations/{donation_id}/hold",
  tag: "Donation list (extension)",
  summary: "Hold a donation",
  description:
    "Stops a pending donation: no further attempt begins at the school's platform until it's released. An attempt " +
    "already in progress settles as the platform decides. Returns the donation as it is now: `held` is false if it " +
    "was settled before.",
  body: holdRequest,
});

export const releaseDonation = contract({
  ...oneDonation,
  id: "releaseDonation",
  method: "POST",
  path: "/v1/donations/{donation_id}/release",
  tag: "Donation list (extension)",
  summary: "Release a held donation",
  description:
    "Ends a hold that you began, or that unlinking an account with `fraud_review` did. Returns the donation as it is " +
    "now: `held` is still true if the operator holds it.",
});

const listQuery = z.object({
  bank_transaction_ref: field.textFilter.describe("Only the donation with this reference."),
  status: z.enum(STATUSES).optional().describe("Only donations in this status."),
  school_id: field.textFilter.describe("Only donations to this school."),
  service_user_id: field.uuid.optional().describe("Only donations by this account."),
  bank_user_id: field.textFilter.describe(
    "Only donations by the account of the customer with this ID of yours.",
  ),
  email: field.textFilter.describe(
    "Only donations by accounts with this email address, ignoring case.",
  ),
  dollar_amount: field.amountFilter
    .optional()
    .describe("Only donations of exactly this amount in US dollars."),
  gift_number: field.textFilter.describe(
    "Only the donation with this gift number, such as `G-7K3M9QX2V5TDH`.",
  ),
  school_confirmation_id: field.textFilter.describe(
    "Only donations that a school confirmed with this number.",
  ),
  customer_name: field.textFilter.describe(
    "Only donations by accounts whose `display_name` contains this, ignoring case.",
  ),
  held: field.flag
    .optional()
    .describe("Only donations that are held if true, only others if false."),
  flagged: field.flag
    .optional()
    .describe("Only flagged donations if true, only unflagged ones if false."),
  from: field.time.optional().describe("Only donations created at or after this time."),
  to: field.time.optional().describe("Only donations created before this time."),
  ...field.paging(50),
});

export type DonationFilters = z.output<typeof listQuery>;

export const listDonations = listContract({
  id: "listDonations",
  path: "/v1/donations",
  tag: "Donation list (extension)",
  summary: "List donations, newest first",
  query: listQuery,
  data: donation,
});

const eventData = bankDonationFields.extend({
  bank_user_id: field.nullableText.describe(
    "Your own ID for the customer. Null if no linked account gave.",
  ),
  sequence: z.int().describe("Increases with each event about the same donation."),
  ...sampleMark,
});

/** What a completed donation posts. */
const completedData = eventData.extend({
  transfers: z
    .array(transfer)
    .describe(
      "The transfers that it posted to the books: what your bank owes for it. An extension.",
    ),
});

const pointsToReturn = {
  points_to_return: z
    .int()
    .describe(
      "The points to give back. Add it up over all events that have it, each event once: nothing else says it. An extension.",
    ),
};

/** A donation that ended without a credit. */
const failedData = eventData.extend(pointsToReturn);

const corrected = {
  correction_id: field.responseUuid.describe("The correction that it's about. An extension."),
};

const canceledData = failedData.extend(corrected);

const reversedData = canceledData.extend({ transfers: completedData.shape.transfers });

const refusedData = eventData.extend({
  ...corrected,
  refusal_reason: z.string().describe("Why nothing was taken back. An extension."),
});

const donationWebhook = (type: string, summary: string, example: object, data = eventData) =>
  webhook(type, summary, data, { ...example, bank_user_id: "customer-1", sequence: 1 });

/** Webhooks about donations, including the authorizations before them. */
export const donationWebhooks: WebhookContract[] = [
  ...authorizationWebhooks,
  donationWebhook(
    "donation.completed",
    "The school's platform credited the donation",
    { ...COMPLETED, transfers: [TRANSFER_EXAMPLE] },
    completedData,
  ),
  donationWebhook(
    "donation.failed",
    "The school's platform permanently refused the donation: restore the points",
    {
      ...EXAMPLE,
      status: "failed",
      failure_reason: "The platform refused the credit",
      failed_at: "2026-11-21T14:05:11.020Z",
      points_to_return: 2500,
    },
    failedData,
  ),
  donationWebhook(
    "donation.canceled",
    "The donation was canceled before the school had it: restore the points",
    {
      ...EXAMPLE,
      status: "canceled",
      canceled_at: "2026-11-21T14:05:11.020Z",
      points_to_return: 2500,
      ...EXAMPLE_CORRECTION,
    },
    canceledData,
  ),
  donationWebhook(
    "donation.reversed",
    "The donation was reversed, or a part of it: restore its points",
    {
      ...COMPLETED,
      reversed_usd: 10,
      net_usd: 15,
      points_to_return: 1000,
      ...EXAMPLE_CORRECTION,
      transfers: [
        {
          ...TRANSFER_EXAMPLE,
          transfer_id: "01989b7a-6e30-7a11-b1c4-60f2d3a9e851",
          kind: "reversal",
          bank_effect_cents: -1000,
          corrects: TRANSFER_EXAMPLE.transfer_id,
        },
      ],
    },
    reversedData,
  ),
  donationWebhook(
    "donation.reversal_refused",
    "The school refused to take the donation back: nothing has changed",
    { ...COMPLETED, ...EXAMPLE_CORRECTION, refusal_reason: "The seats were already assigned" },
    refusedData,
  ),
  donationWebhook("donation.updated", "The school corrected its confirmation number", {
    ...COMPLETED,
    school_confirmation_id: "OSU-26-118240",
  }),
  donationWebhook(
    "donation.held",
    "A donation was held: it isn't sent to the school until it's released or canceled",
    { ...EXAMPLE, held: true },
  ),
  donationWebhook("donation.recurrence_due", "A recurring donation is due: submit the next one", {
    ...COMPLETED,
    recurring: true,
    recurrence_cadence: "monthly",
  }),
];

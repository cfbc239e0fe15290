/** A cardholder's donations in the portal: giving points, and reading past donations. */
import { z } from "zod";
import { contract, listContract } from "../contract.ts";
import { paging, printable, textFilter, time, uuid } from "../fields.ts";
import { cardholderDonation, donationRequest } from "./contract.ts";
import { SHARING } from "./sharing.ts";

const listQuery = z.object({
  status: textFilter.describe(
    "Only donations in this status: `pending`, `completed`, or `failed`. Any other value " +
      "matches nothing.",
  ),
  school_id: textFilter.describe("Only donations to this school."),
  from: time.optional().describe("Only donations created at or after this time."),
  to: time.optional().describe("Only donations created before this time."),
  ...paging(25),
});

export type CardholderDonationFilters = z.output<typeof listQuery>;

export const listCardholderDonations = listContract({
  id: "listPortalDonations",
  path: "/v1/portal/donations",
  tag: "Portal: donations",
  auth: "token",
  summary: "List the cardholder's donations, newest first",
  description: "Includes donations from all loyalty accounts and all channels.",
  query: listQuery,
  data: cardholderDonation,
});

export const getCardholderDonation = contract({
  id: "getPortalDonation",
  path: "/v1/portal/donations/{donation_id}",
  tag: "Portal: donations",
  auth: "token",
  summary: "Retrieve one of the cardholder's donations",
  params: z.object({ donation_id: uuid.describe("The donation's ID.") }),
  data: cardholderDonation,
  errors: ["DONATION_NOT_FOUND"],
});

export const portalDonationRequest = donationRequest
  .pick({ school_id: true, fund_designation: true, dollar_amount: true, cardholder_message: true })
  .extend({
    loyalty_account_id: uuid.describe("The loyalty account whose points are given."),
    notify_by_email: z
      .boolean()
      .default(true)
      .describe("Whether to email the cardholder when the school has confirmed the donation."),
    share_with_school: z
      .enum(SHARING)
      .nullish()
      .describe(
        "What the school learns about the donor: `name` (name and email address), `address` (also the postal address " +
          "in the profile), or `nothing`. Default: the cardholder's last choice, or else `name`. An extension.",
      ),
  })
  .meta({
    id: "PortalDonationRequest",
    examples: [
      {
        loyalty_account_id: "01989a64-1c5a-7d3e-8f21-5b0f4f0c9e77",
        school_id: "ohio-state",
        fund_designation: "annual-fund",
        dollar_amount: 25,
      },
    ],
  });

export type PortalDonationRequest = z.output<typeof portalDonationRequest>;

/** How long an idempotency key is valid, in hours. */
export const IDEMPOTENCY_KEY_HOURS = 24;

export const requestCardholderDonation = contract({
  id: "requestPortalDonation",
  method: "POST",
  path: "/v1/portal/donations",
  tag: "Portal: donations",
  auth: "token",
  summary: "Give points from a loyalty account",
  description:
    "The donation is accepted immediately and completed later: 202 means accepted, not completed. " +
    "The number of points is the amount times the program's rate, rounded up. The bank deducts " +
    "them when it's notified that the donation is completed. A program limits how much an account can give " +
    "per gift and per day: above that, the response is 422 with the type `limit_exceeded`, and says what's " +
    "left today. A bank can have limits of its own, with the same response. A bank may also approve each gift " +
    "first, which takes a few seconds at most, and hold the points until the gift is completed or failed.\n\n" +
    "With an `Idempotency-Key`, a request can be repeated safely.",
  headers: z.object({
    "Idempotency-Key": printable({ min: 1, max: 255 })
      .optional()
      .describe(
        "An extension. Your own key for this gift: 1 to 255 printable ASCII characters, for example " +
          "a UUID. Repeating an equivalent request with the same key returns the first response " +
          "without a second gift. A different request with the same key is refused with 422. Keys are " +
          "per cardholder and valid for 24 hours. A refused request doesn't use up its key.",
      ),
  }),
  body: portalDonationRequest,
  status: 202,
  data: cardholderDonation,
  errors: ["BANK_SUSPENDED", "AUTHORIZATION_DECLINED", "AUTHORIZATION_UNAVAILABLE"],
});

/** A cardholder's donations in the portal: giving points, and what has become of them. */
import { z } from "zod";
import { contract, listContract } from "../contract.ts";
import { cursor, dollarAmount, filterText, limit, text, time, uuid } from "../fields.ts";
import { ownDonation } from "./contract.ts";

const listQuery = z.object({
  status: filterText
    .optional()
    .describe("`pending`, `completed` or `failed`; nothing is in any other status."),
  school_id: filterText.optional().describe("To this school."),
  from: time.optional().meta({ description: "Created at this time or later." }),
  to: time.optional().meta({ description: "Created before this time." }),
  limit: limit(25),
  cursor,
});

export type OwnDonationFilters = z.output<typeof listQuery>;

export const listOwnDonations = listContract({
  id: "listPortalDonations",
  method: "GET",
  path: "/v1/portal/donations",
  tag: "Portal: donations",
  auth: "token",
  summary: "List the cardholder's donations, the latest first",
  description: "Over all loyalty accounts, wherever they were made.",
  query: listQuery,
  status: 200,
  data: ownDonation,
  errors: [],
});

export const getOwnDonation = contract({
  id: "getPortalDonation",
  method: "GET",
  path: "/v1/portal/donations/{donation_id}",
  tag: "Portal: donations",
  auth: "token",
  summary: "Get one of the cardholder's donations",
  params: z.object({ donation_id: uuid.describe("The donation's id.") }),
  status: 200,
  data: ownDonation,
  errors: ["DONATION_NOT_FOUND"],
});

export const portalDonationRequest = z
  .object({
    loyalty_account_id: uuid.describe("The loyalty account whose points are given."),
    school_id: text({ min: 1, max: 128 }).describe("The school's id, such as `ohio-state`."),
    fund_designation: text({ min: 1, max: 255 }).describe(
      "A fund's id or name; anything else goes to the school as written.",
    ),
    dollar_amount: dollarAmount,
    cardholder_message: text({ max: 500 }).nullish().describe("A word to the school."),
    notify_by_email: z
      .boolean()
      .default(true)
      .describe("Whether to send a mail when the school has confirmed it."),
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

export const requestOwnDonation = contract({
  id: "requestPortalDonation",
  method: "POST",
  path: "/v1/portal/donations",
  tag: "Portal: donations",
  auth: "token",
  summary: "Give points of a loyalty account; accepted at once and completed later",
  description:
    "202 means accepted, not completed. The points are the amount times the program's rate, rounded " +
    "up; the bank takes them when it hears that the donation is completed.",
  body: portalDonationRequest,
  status: 202,
  data: ownDonation,
  errors: [],
});

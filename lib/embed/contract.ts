/** Embed tokens, which a bank requests before its app opens the embedded flow. */

import { z } from "zod";
import { redirectUrl } from "../banks/redirects.ts";
import { pointsBalance } from "../cardholders/points-balance.ts";
import { contract } from "../contract.ts";
import { portalDonationRequest } from "../donations/portal-contract.ts";
import * as field from "../fields.ts";

export const embedTokenRequest = z
  .object({
    service_user_id: field
      .text({ min: 1, max: 255 })
      .describe("The linked account that gives. It must be active."),
    cancel_url: redirectUrl
      .nullish()
      .describe(
        "Where the customer goes after canceling. An `https` URL, or a URL with an app scheme " +
          "registered for your bank.",
      ),
    return_url: redirectUrl
      .nullish()
      .describe(
        "Where the customer goes after giving. An `https` URL, or a URL with an app scheme " +
          "registered for your bank.",
      ),
    dollar_amount: field.dollarAmount
      .nullish()
      .describe("The preset amount in US dollars, with at most two decimals."),
    expires_in: field.integer
      .gte(60)
      .lte(900)
      .default(600)
      .describe("The token's lifetime in seconds, 60 to 900."),
    fund_designation: field.text({ min: 1, max: 255 }).nullish().describe("The preset fund."),
    school_id: field.text({ min: 1, max: 255 }).nullish().describe("The preset school's ID."),
    lock_amount: z
      .boolean()
      .default(false)
      .describe("Whether to lock the amount. Requires `dollar_amount`."),
    lock_school: z
      .boolean()
      .default(false)
      .describe(
        "Whether to lock the school, and the fund if you preset one. Requires `school_id`.",
      ),
    points_balance: pointsBalance
      .nullish()
      .describe(
        "The points in the account, which the customer sees next to what the gift takes. Stored with the " +
          "account, unless it has a later balance. An extension.",
      ),
    theme_override: z
      .record(z.string(), z.unknown())
      .nullish()
      .describe(
        "Any of `mode`, `primary`, `background`, `text`, `radius`, and `font`. Unknown tokens " +
          "and invalid values are ignored.",
      ),
  })
  .refine(({ lock_amount, dollar_amount }) => !(lock_amount === true && dollar_amount == null), {
    ...field.runEvenIfInvalid,
    path: ["lock_amount"],
    error: "Send a dollar_amount to lock",
  })
  .refine(({ lock_school, school_id }) => !(lock_school === true && school_id == null), {
    ...field.runEvenIfInvalid,
    path: ["lock_school"],
    error: "Send a school_id to lock",
  })
  .meta({
    id: "EmbedTokenRequest",
    examples: [
      {
        service_user_id: "01989a64-1c5a-7d3e-8f21-5b0f4f0c9e77",
        dollar_amount: 25,
        lock_amount: true,
        return_url: "examplebank://donated",
        cancel_url: "examplebank://cancelled",
        theme_override: { mode: "dark", primary: "#0b5fff" },
      },
    ],
  });

export type EmbedTokenRequest = z.output<typeof embedTokenRequest>;

/** The fields that the customer fills in. The rest comes from the session. */
export const embedDonationRequest = portalDonationRequest.omit({ loyalty_account_id: true });

const EXAMPLE_EMBED_TOKEN = {
  embed_token: "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl",
  embed_url: "https://points.example/embed/session?token=eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl",
  expires_at: "2026-11-21T14:15:00.000Z",
};

export const embedToken = field.component("EmbedToken", [EXAMPLE_EMBED_TOKEN], {
  embed_token: z
    .string()
    .describe("The token for this one donation, valid until it's made or the token expires."),
  embed_url: z.url().describe("The URL to open in the webview or frame. It contains the token."),
  expires_at: field.responseTime.describe("When the token expires."),
});

export type EmbedToken = z.infer<typeof embedToken>;

export const createEmbedToken = contract({
  id: "createEmbedToken",
  method: "POST",
  path: "/v1/embed/token",
  tag: "Embed",
  summary: "Create an embed token",
  description:
    "Creates a short-lived token for one donation by one account. Create it on your server when " +
    "the customer opens the flow; never put the API key in an app.",
  body: embedTokenRequest,
  data: embedToken,
  errors: ["BANK_SUSPENDED"],
});

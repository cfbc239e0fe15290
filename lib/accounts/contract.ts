/** Accounts: a bank's customers as that bank links them. */
import { z } from "zod";
import { contract } from "../contract.ts";
import { email, metadata, redirectAddress, text, timeOut, uuidOut } from "../fields.ts";

export const linkRequest = z.object({
  bank_user_id: text({ min: 1, max: 128 }),
  display_name: text({ min: 1, max: 255 }),
  email,
  loyalty_program_id: text({ min: 1, max: 64 }),
  fund_designation: text({ min: 1, max: 255 }).nullish(),
  metadata: metadata.nullish(),
  phone: text({ max: 40 }).nullish(),
  redirect_uri: redirectAddress
    .nullish()
    .meta({ description: "When present, the account waits as pending_oauth." }),
  school_id: text({ min: 1, max: 128 }).nullish(),
  tax_receipt_email: email.nullish(),
});

export type LinkRequest = z.output<typeof linkRequest>;

export const linkResult = z.object({
  service_user_id: uuidOut,
  status: z.enum(["active", "pending_oauth"]),
  oauth_redirect_url: z.url().nullable(),
  linked_at: timeOut,
});

export type LinkResult = z.infer<typeof linkResult>;

export const linkAccount = contract({
  id: "linkAccount",
  method: "POST",
  path: "/v1/accounts/link",
  tag: "Accounts",
  summary: "Link a cardholder of the bank",
  body: linkRequest,
  status: 201,
  data: linkResult,
  errors: ["ACCOUNT_ALREADY_LINKED"],
});

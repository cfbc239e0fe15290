/** What a cardholder is shown of themselves, and may change. */
import { z } from "zod";
import { contract } from "../contract.ts";
import { dollarsOut, email, text, timeOut, uuidOut } from "../fields.ts";

const EXAMPLE = {
  cardholder_id: "01989a64-1b02-7e5f-9d3c-4a6b8c0d2e11",
  email: "pat@example.com",
  display_name: "Pat Sample",
  phone: "+1 614 555 0100",
  preferred_school_id: "ohio-state",
  preferred_fund: "annual-fund",
  tax_receipt_email: null,
  mfa_enabled: false,
  role: "cardholder",
  created_at: "2026-11-21T14:03:22.118Z",
  donation_count: 1,
  lifetime_donated_usd: 25,
};

export const profile = z
  .object({
    cardholder_id: uuidOut.describe("The cardholder's id here."),
    email: z.string().describe("The address that they sign in with."),
    display_name: z
      .string()
      .describe("As they want to be called; else as their oldest account does."),
    phone: z.string().nullable().describe("As they have written it."),
    preferred_school_id: z.string().nullable().describe("The school that is offered first."),
    preferred_fund: z.string().nullable().describe("The fund that is offered first."),
    tax_receipt_email: z.string().nullable().describe("Where tax receipts go, if not to `email`."),
    mfa_enabled: z.boolean().describe("Whether signing in asks for a code as well."),
    role: z.literal("cardholder").describe("What they may do."),
    created_at: timeOut.describe("When a bank first linked them."),
    donation_count: z.int().describe("Completed donations, over all loyalty accounts."),
    lifetime_donated_usd: dollarsOut.describe("Sum of completed donations, US dollars."),
  })
  .meta({ id: "Profile", examples: [EXAMPLE] });

export type Profile = z.infer<typeof profile>;

const passwords = z.object({
  current_password: text({ max: 1_024 }).describe("The one that is good until now."),
  new_password: text({ max: 128 }).describe("The one that is to be good from now on."),
});

export const profileUpdate = z
  .object({
    display_name: text({ min: 1, max: 255 })
      .nullish()
      .describe("How to be called; null: as the oldest account says."),
    phone: text({ max: 40 }).nullish().describe("A phone number, in any form."),
    preferred_fund: text({ min: 1, max: 255 })
      .nullish()
      .describe("The fund that the portal offers first. No bank is shown it."),
    preferred_school_id: text({ min: 1, max: 128 })
      .nullish()
      .describe("The school that the portal offers first. No bank is shown it."),
    tax_receipt_email: email.nullish().describe("Where tax receipts go; null: to `email`."),
    password: passwords.nullish().describe("Changes the password, and ends all other sessions."),
  })
  .meta({
    id: "ProfileUpdate",
    examples: [{ display_name: "Pat S.", preferred_school_id: "ohio-state", phone: null }],
  });

export type ProfileUpdate = z.output<typeof profileUpdate>;

const shared = {
  path: "/v1/portal/me",
  tag: "Portal: profile",
  auth: "token",
  status: 200,
  data: profile,
} as const;

export const getProfile = contract({
  ...shared,
  id: "getProfile",
  method: "GET",
  summary: "Get the cardholder's profile",
  errors: [],
});

export const updateProfile = contract({
  ...shared,
  id: "updateProfile",
  method: "PATCH",
  summary: "Change the cardholder's profile",
  description:
    "A field that is left out stays as it is; `null` clears it (`password`: changes nothing). All of " +
    "it is done or nothing: a wrong password leaves the rest as it was, too. No bank is shown any of it.",
  body: profileUpdate,
  errors: ["RATE_LIMITED"],
});

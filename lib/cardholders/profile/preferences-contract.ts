/** A cardholder's notification preferences. */
import { z } from "zod";
import { contract } from "../../contract.ts";
import { responseTime } from "../../fields.ts";

/** Name → description. */
const TOLD = {
  email_campaign_updates: "Email about schools' campaigns.",
  email_donation_confirmation: "Email when a school has confirmed a donation. On by default.",
  email_tax_receipt: "Email with the tax receipt for a donation. On by default.",
  email_service_newsletter: "Email with our newsletter.",
  marketing_opt_in: "Offers from partners.",
  push_donation_confirmation: "A push notification when a school has confirmed a donation.",
  push_school_campaigns: "Push notifications about schools' campaigns.",
  sms_campaign_alerts: "Text messages about schools' campaigns.",
  sms_donation_confirmation: "A text message when a school has confirmed a donation.",
} as const;

export type PreferenceName = keyof typeof TOLD;

/** A schema for each preference. */
function each<S extends z.ZodType>(schema: S): Record<PreferenceName, S> {
  const fields = Object.entries(TOLD).map(([name, about]) => [name, schema.describe(about)]);
  return Object.fromEntries(fields);
}

const EXAMPLE = {
  email_campaign_updates: false,
  email_donation_confirmation: true,
  email_tax_receipt: true,
  email_service_newsletter: false,
  marketing_opt_in: false,
  push_donation_confirmation: false,
  push_school_campaigns: false,
  sms_campaign_alerts: false,
  sms_donation_confirmation: false,
  updated_at: "2026-11-21T14:03:22.118Z",
};

export const preferences = z
  .object({
    ...each(z.boolean()),
    updated_at: responseTime
      .nullable()
      .describe("When a preference was last changed. Null if never."),
  })
  .meta({ id: "Preferences", examples: [EXAMPLE] });

export type Preferences = z.infer<typeof preferences>;

export const preferencesUpdate = z.object(each(z.boolean().nullish())).meta({
  id: "PreferencesUpdate",
  examples: [{ email_service_newsletter: true, email_tax_receipt: null }],
});

export type PreferencesUpdate = z.output<typeof preferencesUpdate>;

export const getPreferences = contract({
  id: "getPreferences",
  method: "GET",
  path: "/v1/portal/preferences",
  tag: "Portal: profile",
  auth: "token",
  summary: "Retrieve notification preferences",
  status: 200,
  data: preferences,
  errors: [],
});

export const updatePreferences = contract({
  id: "updatePreferences",
  method: "PATCH",
  path: "/v1/portal/preferences",
  tag: "Portal: profile",
  auth: "token",
  summary: "Update notification preferences",
  description:
    "Omitted fields don't change; `null` restores the default. Security alerts are always sent.",
  body: preferencesUpdate,
  status: 200,
  data: preferences,
  errors: [],
});

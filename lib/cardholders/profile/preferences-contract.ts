import { z } from "zod";
import { contract } from "../../contract.ts";
import { component, nullableTime } from "../../fields.ts";

const DESCRIPTIONS = {
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

export type PreferenceName = keyof typeof DESCRIPTIONS;

/** An object with a value for each preference. */
export function mapPreferences<T>(make: (name: PreferenceName) => T) {
  const names = Object.keys(DESCRIPTIONS) as PreferenceName[];
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<PreferenceName, T>;
}

export const isOnByDefault = (name: PreferenceName): boolean =>
  name === "email_donation_confirmation" || name === "email_tax_receipt";

const EXAMPLE = { ...mapPreferences(isOnByDefault), updated_at: "2026-11-21T14:03:22.118Z" };

export const preferences = component("Preferences", [EXAMPLE], {
  ...mapPreferences((name) => z.boolean().describe(DESCRIPTIONS[name])),
  updated_at: nullableTime.describe("When a preference was last changed. Null if never."),
});

export type Preferences = z.infer<typeof preferences>;

export const preferencesUpdate = z
  .object(mapPreferences((name) => z.boolean().nullish().describe(DESCRIPTIONS[name])))
  .meta({
    id: "PreferencesUpdate",
    examples: [{ email_service_newsletter: true, email_tax_receipt: null }],
  });

export type PreferencesUpdate = z.output<typeof preferencesUpdate>;

const shared = {
  path: "/v1/portal/preferences",
  tag: "Portal: profile",
  auth: "token",
  status: 200,
  data: preferences,
  errors: [],
} as const;

export const getPreferences = contract({
  ...shared,
  id: "getPreferences",
  summary: "Retrieve notification preferences",
});

export const updatePreferences = contract({
  ...shared,
  id: "updatePreferences",
  method: "PATCH",
  summary: "Update notification preferences",
  description:
    "Omitted fields don't change; `null` restores the default. Security alerts are always sent.",
  body: preferencesUpdate,
});

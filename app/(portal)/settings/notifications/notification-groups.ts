/** The notification preferences, grouped by what they are about, each with its channel. */
import type { PreferenceName } from "#lib/cardholders/profile/preferences-contract.ts";

type Group = {
  id: string;
  legend: string;
  choices: [PreferenceName, channel: string][];
};

export const GROUPS: Group[] = [
  {
    id: "gift_confirmations",
    legend: "When a school confirms a gift",
    choices: [
      ["email_donation_confirmation", "Email"],
      ["sms_donation_confirmation", "Text"],
      ["push_donation_confirmation", "Push"],
    ],
  },
  { id: "tax_receipts", legend: "Tax receipts", choices: [["email_tax_receipt", "Email"]] },
  {
    id: "school_news",
    legend: "News from schools",
    choices: [
      ["email_campaign_updates", "Email"],
      ["sms_campaign_alerts", "Text"],
      ["push_school_campaigns", "Push"],
    ],
  },
  { id: "newsletter", legend: "Our newsletter", choices: [["email_service_newsletter", "Email"]] },
  { id: "partner_offers", legend: "Partner offers", choices: [["marketing_opt_in", "Email"]] },
];

export const NAMES = GROUPS.flatMap(({ choices }) => choices.map(([name]) => name));

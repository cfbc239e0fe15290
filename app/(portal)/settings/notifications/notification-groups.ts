/** Labels of the notification preferences, grouped by channel. */
import type { PreferenceName } from "#lib/cardholders/profile/preferences-contract.ts";

type Group = {
  id: string;
  legend: string;
  help: string;
  choices: [PreferenceName, label: string][];
};

export const GROUPS: Group[] = [
  {
    id: "by_mail",
    legend: "By email",
    help: "Security alerts always come by email. No newsletters, campaign news, or partner offers are sent yet: your choices are saved for when they are.",
    choices: [
      ["email_donation_confirmation", "When a school confirms a gift"],
      ["email_tax_receipt", "Tax receipts"],
      ["email_campaign_updates", "News from schools"],
      ["email_service_newsletter", "Our newsletter"],
      ["marketing_opt_in", "Partner offers"],
    ],
  },
  {
    id: "by_text",
    legend: "By text message",
    help: "Your bank hasn’t turned on text messages. Your choices are saved for when it does.",
    choices: [
      ["sms_donation_confirmation", "When a school confirms a gift"],
      ["sms_campaign_alerts", "News from schools"],
    ],
  },
  {
    id: "by_push",
    legend: "By push notification",
    help: "Your bank hasn’t turned on push notifications. Your choices are saved for when it does.",
    choices: [
      ["push_donation_confirmation", "When a school confirms a gift"],
      ["push_school_campaigns", "News from schools"],
    ],
  },
];

export const NAMES = GROUPS.flatMap(({ choices }) => choices.map(([name]) => name));

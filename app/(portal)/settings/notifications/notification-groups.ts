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
    legend: "By e-mail",
    help: "Mail about the safety of your account always comes. We write no newsletter and no campaign news yet; we keep your choice for when we do.",
    choices: [
      ["email_donation_confirmation", "When a school has confirmed a donation"],
      ["email_tax_receipt", "The tax receipt of a donation"],
      ["email_campaign_updates", "News about campaigns of schools"],
      ["email_service_newsletter", "Our newsletter"],
      ["marketing_opt_in", "Offers from partners"],
    ],
  },
  {
    id: "by_text",
    legend: "By text message",
    help: "We send no text messages yet. We keep your choice for when we do.",
    choices: [
      ["sms_donation_confirmation", "When a school has confirmed a donation"],
      ["sms_campaign_alerts", "News about campaigns of schools"],
    ],
  },
  {
    id: "by_push",
    legend: "By push message",
    help: "We send no push messages yet. We keep your choice for when we do.",
    choices: [
      ["push_donation_confirmation", "When a school has confirmed a donation"],
      ["push_school_campaigns", "News about campaigns of schools"],
    ],
  },
];

export const NAMES = GROUPS.flatMap(({ choices }) => choices.map(([name]) => name));

import { Button } from "#components/ui/button.tsx";
import { Choice, Choices } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import type { PreferenceName, Preferences } from "#lib/cardholders/profile/preferences-contract.ts";
import { type FormOutcome, SettingsSection, stateOf } from "./settings-section.tsx";

/** A topic and its channels. */
type Group = {
  id: string;
  legend: string;
  choices: [PreferenceName, channel: string][];
};

const GROUPS: Group[] = [
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

const NAMES = GROUPS.flatMap(({ choices }) => choices.map(([name]) => name));

export function NotificationsSection({
  outcome,
  preferences,
}: {
  outcome: FormOutcome;
  preferences: Preferences;
}) {
  const state = stateOf("notifications", outcome);
  return (
    <SettingsSection
      id="notifications"
      outcome={outcome}
      intro="Security alerts always come by email. For now, we send only confirmations and receipts, and only by email. Your other choices are saved for later."
    >
      <Form method="post" action="/settings/notifications" className="grid gap-2">
        <input type="hidden" name="form" value="notifications" />
        {/* Browsers don't submit unchecked boxes, so this lists the boxes that were shown. */}
        <input type="hidden" name="shown" value={NAMES.join(" ")} />
        {GROUPS.map(({ id, legend, choices }) => (
          <Choices key={id} id={id} label={legend}>
            <div className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] border-line border-b pb-1">
              {choices.map(([name, channel]) => (
                <Choice
                  key={name}
                  type="checkbox"
                  id={name}
                  name={name}
                  value="yes"
                  label={channel}
                  defaultChecked={state ? name in state.values : preferences[name]}
                />
              ))}
            </div>
          </Choices>
        ))}
        <Button look="quiet" className="justify-self-start">
          Save notifications
        </Button>
      </Form>
    </SettingsSection>
  );
}

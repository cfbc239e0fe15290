import { Button } from "#components/ui/button.tsx";
import { Choice, Choices } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import type { PreferenceName, Preferences } from "#lib/cardholders/profile/preferences-contract.ts";
import { type FormOutcome, SettingsSection, stateOf } from "./settings-section.tsx";

/** What is sent today. The API also stores choices for what isn't sent yet. */
const CHOICES: [PreferenceName, label: string][] = [
  ["email_donation_confirmation", "When a school confirms my gift"],
  ["email_tax_receipt", "My tax receipts"],
];

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
      intro="Security alerts always come by email."
    >
      <Form method="post" action="/settings/notifications" className="grid gap-2">
        {/* Browsers don't submit unchecked boxes, so this lists the boxes that were shown. */}
        <input type="hidden" name="shown" value={CHOICES.map(([name]) => name).join(" ")} />
        <Choices id="emails" label="Email me">
          {CHOICES.map(([name, label]) => (
            <Choice
              key={name}
              type="checkbox"
              id={name}
              name={name}
              value="yes"
              label={label}
              defaultChecked={state ? name in state.values : preferences[name]}
            />
          ))}
        </Choices>
        <Button look="quiet" className="justify-self-start">
          Save notifications
        </Button>
      </Form>
    </SettingsSection>
  );
}

import { stateOf } from "#app/forms/form-state.ts";
import { Button } from "#components/ui/button.tsx";
import { Choice, Choices } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import type { Preferences } from "#lib/cardholders/profile/preferences-contract.ts";
import { NOTIFICATIONS } from "./forms.ts";
import { type FormOutcome, SettingsSection } from "./settings-section.tsx";

type NotificationsProps = { outcome: FormOutcome; preferences: Preferences };

export function NotificationsSection({ outcome, preferences }: NotificationsProps) {
  const state = stateOf(outcome.state, "notifications");
  return (
    <SettingsSection
      id="notifications"
      outcome={outcome}
      intro="Security alerts always come by email."
    >
      <Form method="post" action="/settings/notifications" className="grid gap-2">
        {/* Browsers don't submit unchecked boxes, so this lists the boxes that were shown. */}
        <input type="hidden" name="shown" value={NOTIFICATIONS.map(([name]) => name).join(" ")} />
        <Choices id="emails" label="Email me">
          {NOTIFICATIONS.map(([name, label]) => (
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

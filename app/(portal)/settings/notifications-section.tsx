import { Button } from "#components/ui/button.tsx";
import { Choice, Choices } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import type { Preferences } from "#lib/cardholders/profile/preferences-contract.ts";
import { GROUPS, NAMES } from "./notifications/notification-groups.ts";
import { type FormOutcome, SettingsSection, stateOf } from "./settings-section.tsx";

/** Notification preferences, by channel. */
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
      intro={
        <p>
          Security alerts always come by email. For now, we send only confirmations and receipts,
          and only by email. Your other choices are saved for later.
        </p>
      }
    >
      <Form method="post" action="/settings/notifications" className="grid gap-2">
        <input type="hidden" name="form" value="notifications" />
        {/* Unchecked boxes are not submitted; this lists the boxes that were shown. */}
        <input type="hidden" name="shown" value={NAMES.join(" ")} />
        {GROUPS.map(({ id, legend, choices }) => (
          <Choices key={id} id={id} legend={legend}>
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

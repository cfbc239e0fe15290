import type { FormState } from "#app/forms/form-state.ts";
import { newPasswordHelp } from "#app/forms/new-password.ts";
import { verifyPath } from "#app/paths.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { HiddenUsername } from "#components/ui/hidden-username.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { type FormOutcome, SettingsSection, stateOf } from "./settings-section.tsx";

function PasswordForm({ state, email }: { state: FormState | null; email: string }) {
  return (
    <Form method="post" action="/settings/password" className="grid gap-3">
      <HiddenUsername email={email} />
      <PasswordField
        id="current_password"
        label="Current password"
        autoComplete="current-password"
        error={state?.errors.current_password}
      />
      <PasswordField
        id="new_password"
        label="New password"
        help={newPasswordHelp()}
        autoComplete="new-password"
        error={state?.errors.new_password}
      />
      <Button look="quiet" className="justify-self-start">
        Change password
      </Button>
    </Form>
  );
}

type PasswordSectionProps = {
  outcome: FormOutcome;
  email: string;
  /** Whether a second factor has to be proved first. */
  needsProof: boolean;
};

export function PasswordSection({ outcome, email, needsProof }: PasswordSectionProps) {
  const state = stateOf("password", outcome);
  return (
    <SettingsSection
      id="password"
      outcome={outcome}
      intro="Changing it signs you out everywhere else."
    >
      {needsProof ? (
        <ButtonLink
          look="quiet"
          href={verifyPath({ next: "/settings#password" })}
          className="justify-self-start"
        >
          Change password
        </ButtonLink>
      ) : (
        <PasswordForm state={state} email={email} />
      )}
    </SettingsSection>
  );
}

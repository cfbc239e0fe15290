import { FormFields } from "#app/forms/form-fields.tsx";
import { stateOf } from "#app/forms/form-state.ts";
import { verifyPath } from "#app/paths.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { HiddenUsername } from "#components/ui/hidden-username.tsx";
import { forms } from "./forms.ts";
import { type FormOutcome, SettingsSection } from "./settings-section.tsx";

type PasswordSectionProps = {
  outcome: FormOutcome;
  email: string;
  /** Whether a second factor has to be proved first. */
  needsProof: boolean;
};

export function PasswordSection({ outcome, email, needsProof }: PasswordSectionProps) {
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
        <Form method="post" action="/settings/password" className="grid gap-3">
          <HiddenUsername email={email} />
          <FormFields form={forms.password} state={stateOf(outcome.state, "password")} />
          <Button look="quiet" className="justify-self-start">
            Change password
          </Button>
        </Form>
      )}
    </SettingsSection>
  );
}

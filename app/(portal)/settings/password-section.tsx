import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { env } from "#lib/env.ts";
import { SettingsSection, stateOf, type Told } from "./settings-section.tsx";

/** Changes the password, for whoever knows the present one. */
export function PasswordSection({ told, email }: { told: Told; email: string }) {
  const state = stateOf("password", told);
  return (
    <SettingsSection
      id="password"
      told={told}
      intro={<p>Changing it signs you out everywhere else.</p>}
    >
      <Form method="post" action="/settings/password" className="grid gap-3">
        <input type="hidden" name="form" value="password" />
        {/* Password managers keep the two together. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <Field
          id="current_password"
          type="password"
          label="Current password"
          autoComplete="current-password"
          error={state?.errors.current_password}
        />
        <Field
          id="new_password"
          type="password"
          label="New password"
          help={`At least ${env().passwordMinLength} characters. Several words that only you would put together are good.`}
          autoComplete="new-password"
          error={state?.errors.new_password}
        />
        <Button look="quiet" className="justify-self-start">
          Change password
        </Button>
      </Form>
    </SettingsSection>
  );
}

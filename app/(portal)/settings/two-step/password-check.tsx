import { Field } from "#components/ui/field.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";

/** Asks for the password again: an open session alone must not change sign-in settings. */
export function PasswordCheck({ error }: { error: string | undefined }) {
  return (
    <PasswordField
      id="password"
      label="Your password"
      autoComplete="current-password"
      error={error}
    />
  );
}

/** Asks for a code, too, when two-step sign-in is on. */
export function CodeCheck({ error }: { error: string | undefined }) {
  return (
    <Field
      id="code"
      label="Code"
      help="The six digits your app shows now, or one of your recovery codes."
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      error={error}
    />
  );
}

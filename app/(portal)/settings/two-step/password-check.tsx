import { Field } from "#components/ui/field.tsx";

/** Asks for the password once more: an open session alone must not change how one signs in. */
export function PasswordCheck({ error }: { error: string | undefined }) {
  return (
    <Field
      id="password"
      type="password"
      label="Your password"
      autoComplete="current-password"
      error={error}
    />
  );
}

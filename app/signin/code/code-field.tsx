import { Field } from "#components/ui/field.tsx";

/** The second step's field: an authenticator code or a recovery code. */
export function CodeField({
  withRecovery,
  error,
}: {
  withRecovery: boolean;
  error: string | undefined;
}) {
  if (withRecovery) {
    return (
      <Field
        id="mfa_code"
        type="text"
        label="Recovery code"
        help="One of your saved recovery codes. Each works once."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="figures"
        error={error}
      />
    );
  }
  return (
    <Field
      id="mfa_code"
      type="text"
      label="Code"
      help="Six digits from your authenticator app"
      autoComplete="one-time-code"
      inputMode="numeric"
      spellCheck={false}
      className="figures"
      error={error}
    />
  );
}

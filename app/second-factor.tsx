/** The forms that ask for a second factor: a passkey, a code of the app, or a recovery code. */
import { PasskeyButton } from "#components/portal/passkey-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import type { PasskeyPrompt } from "#lib/cardholders/mfa/passkeys.ts";

/** The field for an authenticator code, or for a recovery code. */
const FIELDS = {
  app: {
    label: "Code",
    help: "Six digits from your authenticator app",
    autoComplete: "one-time-code",
    inputMode: "numeric",
  },
  recovery: {
    label: "Recovery code",
    help: "One of your saved recovery codes. Each works once.",
    autoComplete: "off",
    autoCapitalize: "characters",
  },
} as const;

/** Error messages by kind of code. */
export const CODE_MESSAGES = {
  app: {
    MFA_REQUIRED: "Enter the six digits from your authenticator app.",
    MFA_INVALID:
      "Incorrect or already used code. Codes change every 30 seconds. Enter the one your app shows now.",
  },
  recovery: {
    MFA_REQUIRED: "Enter one of your recovery codes.",
    MFA_INVALID:
      "Incorrect or already used recovery code. Each works once. Check it, or try another one.",
  },
};

type SecondFactorFormsProps = {
  /** Where both forms are submitted. */
  action: string;
  /** The path to go to afterward. */
  next: string;
  /** The context to switch to first. */
  to?: string | undefined;
  /** Asks for a recovery code instead. */
  withRecovery: boolean;
  /** Whether there is an authenticator app. */
  hasApp: boolean;
  /** Null without a passkey. */
  prompt: PasskeyPrompt | null;
  /** What the main button says. */
  button: string;
  error: string | undefined;
};

export function SecondFactorForms(props: SecondFactorFormsProps) {
  const { action, next, to, withRecovery, hasApp, prompt, button, error } = props;
  const showsPasskey = prompt !== null && !withRecovery;
  return (
    <>
      {showsPasskey && (
        <Form method="post" action={action} className="grid gap-3">
          <input type="hidden" name="next" value={next} />
          {to && <input type="hidden" name="to" value={to} />}
          <PasskeyButton kind="get" prompt={prompt}>
            Use your passkey
          </PasskeyButton>
        </Form>
      )}
      {(withRecovery || hasApp) && (
        <Form method="post" action={action} className="grid gap-3">
          <input type="hidden" name="next" value={next} />
          {to && <input type="hidden" name="to" value={to} />}
          {withRecovery && <input type="hidden" name="with" value="recovery" />}
          <Field
            id="mfa_code"
            type="text"
            {...FIELDS[withRecovery ? "recovery" : "app"]}
            spellCheck={false}
            className="figures"
            error={error}
          />
          <Button look={showsPasskey ? "quiet" : "main"}>{button}</Button>
        </Form>
      )}
    </>
  );
}

/** The page's heading. */
export const secondFactorTitle = (withRecovery: boolean, prompt: PasskeyPrompt | null): string => {
  if (withRecovery) return "Enter a recovery code";
  return prompt ? "Confirm it’s you" : "Enter your code";
};

/** The link to the other form. */
export const otherFactorLabel = (withRecovery: boolean): string =>
  withRecovery ? "Use your passkey or your app instead" : "Use a recovery code instead";

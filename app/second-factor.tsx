/** The forms that ask for a second factor: a passkey, a code of the app, or a recovery code. */
import { PasskeyButton } from "#components/portal/passkey-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import type { PasskeyPrompt } from "#lib/cardholders/mfa/passkeys.ts";
import type { FieldTable } from "./forms/fields.ts";
import { FormFields } from "./forms/form-fields.tsx";
import type { FormPost } from "./forms/form-route.ts";
import type { FormState } from "./forms/form-state.ts";

const CODE = { type: "text", spellCheck: false, className: "figures", secret: true } as const;

/** The field for an authenticator code, or for a recovery code. */
export const CODE_FIELDS = {
  app: {
    ...CODE,
    label: "Code",
    help: "Six digits from your authenticator app",
    autoComplete: "one-time-code",
    inputMode: "numeric",
  },
  recovery: {
    ...CODE,
    label: "Recovery code",
    help: "One of your saved recovery codes. Each works once.",
    autoComplete: "off",
    autoCapitalize: "characters",
  },
} satisfies FieldTable;

/** Whether the form with a recovery code was sent. */
export const isRecovery = ({ fields }: Pick<FormPost, "fields">) =>
  fields.get("with") === "recovery";

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
  state: FormState | null;
};

export function SecondFactorForms(props: SecondFactorFormsProps) {
  const { action, next, to, withRecovery, hasApp, prompt, button, state } = props;
  const hidden = (
    <>
      <input type="hidden" name="next" value={next} />
      {to && <input type="hidden" name="to" value={to} />}
    </>
  );
  const showsPasskey = prompt !== null && !withRecovery;
  return (
    <>
      {showsPasskey && (
        <Form method="post" action={action} className="grid gap-3">
          {hidden}
          <PasskeyButton kind="get" prompt={prompt}>
            Use your passkey
          </PasskeyButton>
        </Form>
      )}
      {(withRecovery || hasApp) && (
        <Form method="post" action={action} className="grid gap-3">
          {hidden}
          {withRecovery && <input type="hidden" name="with" value="recovery" />}
          <FormFields
            form={{ fields: { mfa_code: CODE_FIELDS[withRecovery ? "recovery" : "app"] } }}
            state={state}
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

/** The forms of the sign-in: with a password, with a passkey alone, and the second step. */
import { readDeviceToken } from "#app/cookies.ts";
import { EMAIL } from "#app/forms/fields.ts";
import { FORM, FormError } from "#app/forms/form-errors.ts";
import { type FormPost, publicForm } from "#app/forms/form-route.ts";
import {
  PASSKEY_EXPIRED,
  PASSKEY_FIELDS,
  PASSKEY_REFUSED,
  readAnswer,
} from "#app/forms/passkey-answer.ts";
import { pathWithQuery, returnPath } from "#app/paths.ts";
import { CODE_FIELDS, CODE_MESSAGES, isRecovery } from "#app/second-factor.tsx";
import { loginRequest } from "#lib/cardholders/sign-in/contract.ts";
import { MfaRequired } from "#lib/cardholders/sign-in/password-proof.ts";
import {
  type Client,
  signIn,
  signInWithPasskey,
  signInWithSecondFactor,
} from "#lib/cardholders/sign-in/sign-in.ts";
import { ServiceError } from "#lib/errors.ts";
import {
  codePath,
  finishSignIn,
  passkeyPath,
  proofCookie,
  readProof,
  restartPath,
} from "./second-step.ts";

const UNAVAILABLE =
  "Something went wrong on our side, so we couldn’t sign you in. Try again in a moment.";

const NEEDS_PASSWORD = {
  [FORM]:
    "You’ve set a new password since you last used this passkey. Sign in with the password once, and confirm with the passkey.",
};

const nextOf = ({ fields }: FormPost) => returnPath(fields.get("next"));

const clientOf = async ({ caller }: FormPost): Promise<Client> => ({
  ...caller,
  device: await readDeviceToken(),
});

type CodeOrPasskey = { mfa_code: string; challenge: string; response: string };

async function confirmSignIn(sent: FormPost, values: CodeOrPasskey) {
  const factor = sent.fields.has("mfa_code") ? values.mfa_code : readAnswer(values);
  const scope = await signInWithSecondFactor(await readProof(), factor, await clientOf(sent));
  if (scope === "expired") throw new FormError(PASSKEY_EXPIRED);
  return scope;
}

/** The messages for a wrong passkey or code; null for any other error. */
function errorsFor(errorCode: string, sent: FormPost): Record<string, string> | null {
  if (errorCode !== "MFA_REQUIRED" && errorCode !== "MFA_INVALID") return null;
  if (!sent.fields.has("mfa_code")) return PASSKEY_REFUSED;
  return { mfa_code: CODE_MESSAGES[isRecovery(sent) ? "recovery" : "app"][errorCode] };
}

export const forms = {
  /** Leads to the second step if one is required. */
  submit: publicForm({
    page: (sent) => pathWithQuery("/signin", { next: nextOf(sent) }),
    fields: {
      email: { ...EMAIL, autoComplete: "username" },
      password: {
        as: "password",
        label: "Password",
        autoComplete: "current-password",
        blank: "Enter your password.",
        message: "Enter the password you set.",
      },
    },
    schema: loginRequest,
    messages: {
      // The same message for an unknown address and a wrong password, so it doesn't reveal which addresses exist.
      INVALID_CREDENTIALS: "Incorrect email or password. Check both, and try again.",
      RATE_LIMITED: "Too many attempts. Wait 15 minutes and try again.",
      [FORM]: UNAVAILABLE,
    },
    async submit({ values: { email, password }, ...sent }) {
      try {
        const scope = await signIn({ email, password }, await clientOf(sent));
        return await finishSignIn(scope, nextOf(sent));
      } catch (error) {
        if (!(error instanceof MfaRequired)) throw error;
        return { path: codePath(nextOf(sent)), cookies: [proofCookie.set(error.proof)] };
      }
    },
  }),

  /** The second step: a passkey or a code. */
  "code/submit": publicForm({
    page: (sent) => codePath(nextOf(sent), isRecovery(sent)),
    fields: { mfa_code: CODE_FIELDS.app, ...PASSKEY_FIELDS },
    messages: { [FORM]: UNAVAILABLE },
    async submit({ values, ...sent }) {
      const next = nextOf(sent);
      try {
        return await finishSignIn(await confirmSignIn(sent, values), next);
      } catch (error) {
        const errorCode = error instanceof ServiceError ? error.code : "";
        if (errorCode === "INVALID_CREDENTIALS") {
          return { path: restartPath(next), cookies: [proofCookie.clear()] };
        }
        const errors = errorsFor(errorCode, sent);
        throw errors ? new FormError(errors) : error;
      }
    },
  }),

  "passkey/submit": publicForm({
    page: (sent) => passkeyPath(nextOf(sent)),
    fields: PASSKEY_FIELDS,
    messages: { INVALID_CREDENTIALS: PASSKEY_REFUSED[FORM], [FORM]: UNAVAILABLE },
    async submit({ values, ...sent }) {
      const scope = await signInWithPasskey(readAnswer(values), await clientOf(sent));
      if (scope === "expired") throw new FormError(PASSKEY_EXPIRED);
      if (scope === "needs_password") throw new FormError(NEEDS_PASSWORD);
      return finishSignIn(scope, nextOf(sent));
    },
  }),
};

/** Handles the second sign-in step: a passkey or a code. */
import { readDeviceToken } from "#app/cookies.ts";
import { FORM, FormError } from "#app/forms/form-errors.ts";
import { type FormPost, publicForm } from "#app/forms/form-route.ts";
import {
  PASSKEY_EXPIRED,
  PASSKEY_FIELDS,
  PASSKEY_REFUSED,
  readAnswer,
} from "#app/forms/passkey-answer.ts";
import { returnPath } from "#app/paths.ts";
import { CODE_MESSAGES } from "#app/second-factor.tsx";
import {
  type Client,
  signInWithCode,
  signInWithSecondPasskey,
} from "#lib/cardholders/sign-in/sign-in.ts";
import { ServiceError } from "#lib/errors.ts";
import {
  clearProofCookie,
  codePath,
  finishSignIn,
  readProof,
  restartPath,
  UNAVAILABLE,
} from "../../second-step.ts";

const nextOf = ({ fields }: FormPost) => returnPath(fields.get("next"));
const isRecovery = ({ fields }: FormPost) => fields.get("with") === "recovery";

async function signInWith(fields: URLSearchParams, proof: string, client: Client) {
  const code = fields.get("mfa_code");
  if (code !== null) return signInWithCode(proof, code.trim(), client);
  const scope = await signInWithSecondPasskey(proof, readAnswer(fields), client);
  if (scope === "expired") throw new FormError(PASSKEY_EXPIRED);
  return scope;
}

/** The messages for a wrong passkey or code; null for any other error. */
function errorsFor(error: unknown, sent: FormPost): Record<string, string> | null {
  const errorCode = error instanceof ServiceError ? error.code : "";
  if (errorCode !== "MFA_REQUIRED" && errorCode !== "MFA_INVALID") return null;
  if (!sent.fields.has("mfa_code")) return PASSKEY_REFUSED;
  return { mfa_code: CODE_MESSAGES[isRecovery(sent) ? "recovery" : "app"][errorCode] };
}

export const POST = publicForm({
  page: (sent) => codePath(nextOf(sent), isRecovery(sent)),
  messages: { [FORM]: UNAVAILABLE },
  secrets: ["mfa_code", ...PASSKEY_FIELDS],
  async submit(sent) {
    const next = nextOf(sent);
    try {
      const client = { ...sent.caller, device: await readDeviceToken() };
      const scope = await signInWith(sent.fields, await readProof(), client);
      return await finishSignIn(scope, next);
    } catch (error) {
      if (error instanceof ServiceError && error.code === "INVALID_CREDENTIALS") {
        return { path: restartPath(next), cookies: [clearProofCookie()] };
      }
      const errors = errorsFor(error, sent);
      throw errors ? new FormError(errors) : error;
    }
  },
});

/** Handles the second sign-in step: the code. */
import { knownDeviceCookies, readDeviceToken } from "#app/cookies.ts";
import { FormError } from "#app/forms/form-errors.ts";
import { type FormPost, publicForm } from "#app/forms/form-route.ts";
import { FORM } from "#app/forms/form-state.ts";
import { returnPath } from "#app/paths.ts";
import { sessionCookiesFor } from "#app/session.ts";
import { signInWithCode } from "#lib/cardholders/sign-in/sign-in.ts";
import { ServiceError } from "#lib/errors.ts";
import {
  clearProofCookie,
  codePath,
  readProof,
  restartPath,
  UNAVAILABLE,
} from "../../second-step.ts";

const nextOf = ({ fields }: FormPost) => returnPath(fields.get("next"));
const isRecovery = ({ fields }: FormPost) => fields.get("with") === "recovery";

/** Error messages by kind of code. */
const CODE_MESSAGES = {
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

export const POST = publicForm({
  page: (sent) => codePath(nextOf(sent), isRecovery(sent)),
  messages: { [FORM]: UNAVAILABLE },
  async submit(sent) {
    const proof = await readProof();
    const code = (sent.fields.get("mfa_code") ?? "").trim();
    const next = nextOf(sent);
    try {
      const scope = await signInWithCode(proof, code, {
        ...sent.caller,
        device: await readDeviceToken(),
      });
      const cookies = [...(await sessionCookiesFor(scope)), ...(await knownDeviceCookies(scope))];
      return { path: next, cookies: [...cookies, clearProofCookie()] };
    } catch (error) {
      const errorCode = error instanceof ServiceError ? error.code : "";
      if (errorCode === "INVALID_CREDENTIALS") {
        return { path: restartPath(next), cookies: [clearProofCookie()] };
      }
      if (errorCode !== "MFA_REQUIRED" && errorCode !== "MFA_INVALID") throw error;
      const messages = CODE_MESSAGES[isRecovery(sent) ? "recovery" : "app"];
      throw new FormError({ mfa_code: messages[errorCode] });
    }
  },
});

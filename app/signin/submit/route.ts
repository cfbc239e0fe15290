/** Handles the first sign-in step. Redirects to the code page if a code is required. */
import { readDeviceToken } from "#app/cookies.ts";
import { type ErrorMessages, FORM } from "#app/forms/form-errors.ts";
import { type FormPost, publicForm } from "#app/forms/form-route.ts";
import { EMAIL_MESSAGES, typed } from "#app/forms/typed-text.ts";
import { returnPath } from "#app/paths.ts";
import { loginRequest } from "#lib/cardholders/sign-in/contract.ts";
import { MfaRequired } from "#lib/cardholders/sign-in/password-proof.ts";
import { signIn } from "#lib/cardholders/sign-in/sign-in.ts";
import { checkBody } from "#lib/http/request.ts";
import { codePath, finishSignIn, proofCookie, UNAVAILABLE } from "../second-step.ts";

// The same message for an unknown address and a wrong password, so it doesn't reveal which addresses exist.
const MISMATCH = "Incorrect email or password. Check both, and try again.";

const messages: ErrorMessages = {
  email: EMAIL_MESSAGES,
  password: { missing: "Enter your password.", other: "Enter the password you set." },
  INVALID_CREDENTIALS: MISMATCH,
  RATE_LIMITED: "Too many attempts. Wait 15 minutes and try again.",
  [FORM]: UNAVAILABLE,
};

const nextOf = ({ fields }: FormPost) => returnPath(fields.get("next"));

export const POST = publicForm({
  page: (sent) => `/signin?${new URLSearchParams({ next: nextOf(sent) })}`,
  messages,
  secrets: ["password"],
  async submit(sent) {
    const { email, password } = checkBody(loginRequest, {
      email: typed(sent.fields, "email"),
      password: sent.fields.get("password") || undefined,
    });
    try {
      const scope = await signIn(
        { email, password },
        { ...sent.caller, device: await readDeviceToken() },
      );
      return await finishSignIn(scope, nextOf(sent));
    } catch (error) {
      if (!(error instanceof MfaRequired)) throw error;
      return { path: codePath(nextOf(sent)), cookies: [proofCookie(error.proof)] };
    }
  },
});

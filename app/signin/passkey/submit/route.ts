/** Signs in with a passkey alone. */
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
import { signInWithPasskey } from "#lib/cardholders/sign-in/sign-in.ts";
import { finishSignIn, passkeyPath, UNAVAILABLE } from "../../second-step.ts";

const NEEDS_PASSWORD = {
  [FORM]:
    "You’ve set a new password since you last used this passkey. Sign in with the password once, and confirm with the passkey.",
};

const nextOf = ({ fields }: FormPost) => returnPath(fields.get("next"));

export const POST = publicForm({
  page: (sent) => passkeyPath(nextOf(sent)),
  messages: { INVALID_CREDENTIALS: PASSKEY_REFUSED[FORM], [FORM]: UNAVAILABLE },
  secrets: PASSKEY_FIELDS,
  async submit(sent) {
    const scope = await signInWithPasskey(readAnswer(sent.fields), {
      ...sent.caller,
      device: await readDeviceToken(),
    });
    if (scope === "expired") throw new FormError(PASSKEY_EXPIRED);
    if (scope === "needs_password") throw new FormError(NEEDS_PASSWORD);
    return finishSignIn(scope, nextOf(sent));
  },
});

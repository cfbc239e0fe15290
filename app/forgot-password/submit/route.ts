/** Handles the form that requests a password link. The response is the same for known and unknown addresses. */
import { carriedPath, encryptCarriedPath } from "#app/carried-path.ts";
import { type FormPost, publicForm } from "#app/forms/form-route.ts";
import { EMAIL_MESSAGES, typed } from "#app/forms/typed-text.ts";
import { pathWithQuery } from "#app/paths.ts";
import { requestPasswordReset } from "#lib/cardholders/password/links.ts";
import { forgotPasswordRequest } from "#lib/cardholders/sign-in/contract.ts";
import { checkBody } from "#lib/http/request.ts";

/** Where to continue after the sign-in. */
const nextOf = ({ fields }: FormPost) => carriedPath(fields.get("next") ?? "");

export const POST = publicForm({
  page: (sent) => pathWithQuery("/forgot-password", nextOf(sent)),
  messages: { email: EMAIL_MESSAGES },
  async submit(sent) {
    const { email } = checkBody(forgotPasswordRequest, {
      email: typed(sent.fields, "email"),
    });
    const next = nextOf(sent);
    await requestPasswordReset(email, sent.caller, await encryptCarriedPath(next.next));
    return pathWithQuery("/forgot-password", { done: "sent", ...next });
  },
});

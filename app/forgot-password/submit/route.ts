/** Handles the password-link form. The response is the same for known and unknown addresses. */
import { publicForm } from "#app/forms/form-route.ts";
import { requestPasswordReset } from "#lib/cardholders/password/links.ts";
import { forgotPasswordRequest } from "#lib/cardholders/sign-in/contract.ts";
import { checkBody } from "#lib/http/request.ts";

export const POST = publicForm({
  page: "/forgot-password",
  messages: {
    email: {
      missing: "Enter your email address.",
      other: "Enter a complete email address, such as name@example.com.",
    },
  },
  async submit({ fields, caller }) {
    const { email } = checkBody(forgotPasswordRequest, {
      email: fields.get("email")?.trim() || undefined,
    });
    await requestPasswordReset(email, caller);
    return "/forgot-password?done=sent";
  },
});

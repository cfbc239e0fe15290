/** Sets a new password, given the emailed link's token. */
import { publicForm } from "#app/forms/form-route.ts";
import { newPasswordWords } from "#app/forms/new-password.ts";
import { resetPassword } from "#lib/cardholders/password/reset.ts";
import { resetPasswordRequest } from "#lib/cardholders/sign-in/contract.ts";
import { ServiceError } from "#lib/errors.ts";
import { checkBody } from "#lib/http/request.ts";

const pageOf = (token: string | null) =>
  `/set-password?${new URLSearchParams({ token: token ?? "" })}`;

export const POST = publicForm({
  page: ({ fields }) => pageOf(fields.get("token")),
  messages: { new_password: newPasswordWords },
  async submit({ fields }) {
    const token = fields.get("token");
    try {
      await resetPassword(
        checkBody(resetPasswordRequest, {
          token: token ?? "",
          new_password: fields.get("new_password") || undefined,
        }),
      );
    } catch (error) {
      // The page itself shows that the link has expired.
      if (error instanceof ServiceError && error.code === "RESET_TOKEN_INVALID")
        return pageOf(token);
      throw error;
    }
    return "/signin?set=1";
  },
});

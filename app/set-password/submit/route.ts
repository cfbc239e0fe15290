/** Sets a new password, given the emailed link's token. */

import { decryptCarriedPath } from "#app/carried-path.ts";
import { type FormPost, publicForm } from "#app/forms/form-route.ts";
import { newPasswordError } from "#app/forms/new-password.ts";
import { pathWithQuery } from "#app/paths.ts";
import { applyLinkDecision } from "#lib/accounts/mutations.ts";
import { resetPassword } from "#lib/cardholders/password/reset.ts";
import { resetPasswordRequest } from "#lib/cardholders/sign-in/contract.ts";
import { ServiceError } from "#lib/errors.ts";
import { checkBody } from "#lib/http/request.ts";

function pageOf({ fields }: FormPost): string {
  const next = fields.get("next");
  const token = fields.get("token") ?? "";
  return pathWithQuery("/set-password", { token, ...(next ? { next } : {}) });
}

export const POST = publicForm({
  page: pageOf,
  messages: { new_password: newPasswordError },
  async submit(sent) {
    const { fields } = sent;
    const token = fields.get("token");
    try {
      await resetPassword(
        checkBody(resetPasswordRequest, {
          token: token ?? "",
          new_password: fields.get("new_password") || undefined,
        }),
        applyLinkDecision(fields.getAll("shown"), fields.getAll("accepted")),
      );
    } catch (error) {
      // The page says that the link has expired.
      if (error instanceof ServiceError && error.code === "RESET_TOKEN_INVALID")
        return pageOf(sent);
      throw error;
    }
    const next = await decryptCarriedPath(fields.get("next"));
    return pathWithQuery("/signin", { set: "1", ...(next ? { next } : {}) });
  },
});

/** Sets a new password, given the emailed link's token. */

import { decryptCarriedPath } from "#app/carried-path.ts";
import { type FormPost, publicForm } from "#app/forms/form-route.ts";
import { newPasswordError } from "#app/forms/new-password.ts";
import { HOME_PATHS, otherPath, pathWithQuery } from "#app/paths.ts";
import { isSomeoneElses } from "#app/set-password/owner.ts";
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
  secrets: ["token", "new_password"],
  async submit(sent) {
    const { fields } = sent;
    const token = fields.get("token");
    const isOther = await isSomeoneElses(token ?? "");
    try {
      await resetPassword(
        checkBody(resetPasswordRequest, {
          token: token ?? "",
          new_password: fields.get("new_password") || undefined,
        }),
        applyLinkDecision(fields.getAll("shown"), fields.getAll("accepted")),
        { undo: fields.get("undo") === "1" },
      );
    } catch (error) {
      // The page says that the link has expired.
      if (error instanceof ServiceError && error.code === "RESET_TOKEN_INVALID")
        return pageOf(sent);
      throw error;
    }
    const next = await decryptCarriedPath(fields.get("next"));
    const query = { set: "1", ...(next ? { next } : {}) } as const;
    return isOther
      ? otherPath({ ...query, next: next ?? HOME_PATHS.cardholder })
      : pathWithQuery("/signin", query);
  },
});

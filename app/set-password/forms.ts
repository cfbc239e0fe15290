import { decryptCarriedPath } from "#app/carried-path.ts";
import { type FormPost, publicForm } from "#app/forms/form-route.ts";
import { NEW_PASSWORD } from "#app/forms/new-password.ts";
import { HOME_PATHS, otherPath, pathWithQuery } from "#app/paths.ts";
import { applyLinkDecision } from "#lib/accounts/mutations.ts";
import { resetPassword } from "#lib/cardholders/password/reset.ts";
import { resetPasswordRequest } from "#lib/cardholders/sign-in/contract.ts";
import { nullIf } from "#lib/errors.ts";
import { isSomeoneElses } from "./owner.ts";

function pageOf({ fields }: FormPost): string {
  const token = fields.get("token") ?? "";
  return pathWithQuery("/set-password", { token, next: fields.get("next") || null });
}

export const forms = {
  /** Sets a new password, given the emailed link's token. */
  submit: publicForm({
    page: pageOf,
    fields: { token: { secret: true }, new_password: NEW_PASSWORD },
    schema: resetPasswordRequest,
    submit: async ({ values, ...sent }) => {
      const { fields } = sent;
      const isOther = await isSomeoneElses(values.token);
      const links = applyLinkDecision(fields.getAll("shown"), fields.getAll("accepted"));
      const options = { undo: fields.get("undo") === "1" };
      const reset = resetPassword(values, links, options).then(() => true);
      // The page says that the link has expired.
      if (!(await nullIf("RESET_TOKEN_INVALID", reset))) return pageOf(sent);
      const next = await decryptCarriedPath(fields.get("next"));
      return isOther
        ? otherPath({ set: "1", next: next ?? HOME_PATHS.cardholder })
        : pathWithQuery("/signin", { set: "1", next });
    },
  }),
};

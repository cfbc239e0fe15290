import { carriedPath, encryptCarriedPath } from "#app/carried-path.ts";
import { EMAIL } from "#app/forms/fields.ts";
import { type FormPost, publicForm } from "#app/forms/form-route.ts";
import { pathWithQuery } from "#app/paths.ts";
import { requestPasswordReset } from "#lib/cardholders/password/links.ts";
import { forgotPasswordRequest } from "#lib/cardholders/sign-in/contract.ts";

/** Where to continue after the sign-in. */
const nextOf = ({ fields }: FormPost) => carriedPath(fields.get("next") ?? "");

export const forms = {
  /** Requests a password link. The response is the same for known and unknown addresses. */
  submit: publicForm({
    page: (sent) => pathWithQuery("/forgot-password", nextOf(sent)),
    fields: {
      email: {
        ...EMAIL,
        help: "The one your bank has on file, or that was invited to a team.",
        autoComplete: "username",
      },
    },
    schema: forgotPasswordRequest,
    submit: async ({ values, ...sent }) => {
      const next = nextOf(sent);
      await requestPasswordReset(values.email, sent.caller, await encryptCarriedPath(next.next));
      return pathWithQuery("/forgot-password", { done: "sent", ...next });
    },
  }),
};

/** Turns two-step sign-in off, for whoever has the password and a code. */
import { portalForm } from "#app/forms/form-route.ts";
import { FormRefused } from "#app/forms/refusals.ts";
import { disableMfa } from "#lib/cardholders/mfa.ts";
import { settingsDone } from "../../../done.ts";
import { wrongPassword } from "../../password-sent.ts";

/** A field that was left empty is no guess. */
function refuseMissing(password: string, code: string): void {
  const errors = {
    ...(password ? {} : { password: "Enter your password." }),
    ...(code ? {} : { code: "Enter a code of your app, or a recovery code." }),
  };
  if (Object.keys(errors).length > 0) throw new FormRefused(errors);
}

export const POST = portalForm({
  page: "/settings/two-step/turn-off",
  take: async ({ scope, fields }) => {
    const password = fields.get("password") ?? "";
    const code = fields.get("code")?.trim() ?? "";
    refuseMissing(password, code);
    const outcome = await disableMfa(scope, password, code);
    if (outcome === "wrong_password") throw wrongPassword();
    if (outcome === "wrong_code") {
      throw new FormRefused({
        code: "That code is not right, or was used before. Enter the one that the app shows now.",
      });
    }
    return settingsDone("two-step-off");
  },
});

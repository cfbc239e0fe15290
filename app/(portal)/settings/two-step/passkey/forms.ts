/** The forms that add and remove passkeys. */
import { FORM, FormError } from "#app/forms/form-errors.ts";
import { portalForm } from "#app/forms/form-route.ts";
import { PASSKEY_FIELDS, readAnswer } from "#app/forms/passkey-answer.ts";
import { typed } from "#app/forms/typed-text.ts";
import { pathWithQuery } from "#app/paths.ts";
import {
  type AdditionFailure,
  addPasskey,
  beginPasskey,
  MAX_PASSKEY_NAME,
  MAX_PASSKEYS,
  removePasskey,
} from "#lib/cardholders/mfa/mutations.ts";
import { settingsPathWithFlash } from "../../sections.ts";
import { pathToCodes } from "../codes/codes-token.ts";
import { removalFlash, withPassword } from "../with-password.ts";
import { clearSetupCookie, readSetup, setupCookie } from "./setup-cookie.ts";

const PAGE = "/settings/two-step/passkey";

const FAILURES: Record<
  Exclude<AdditionFailure, "expired" | "link_required">,
  Record<string, string>
> = {
  refused: {
    [FORM]:
      "This passkey couldn’t be added. Create another one, on another device if it happens again.",
  },
  too_many: { [FORM]: `You have ${MAX_PASSKEYS} passkeys already. Remove one first.` },
  invalid_name: {
    name: `Use a name of at most ${MAX_PASSKEY_NAME} characters, without line breaks or unsupported characters.`,
  },
};

export const forms = {
  begin: portalForm({
    secrets: ["password"],
    submit: async ({ scope, fields, page }) => {
      const begun = await withPassword(fields, (password) => beginPasskey(scope, password));
      // The page says that a link is required.
      if (begun === "link_required") return page;
      return { path: `${page}/create`, cookies: [setupCookie(begun.setup)] };
    },
  }),

  /** Adds the passkey that the browser created. */
  add: portalForm({
    page: `${PAGE}/create`,
    secrets: PASSKEY_FIELDS,
    submit: async ({ scope, fields }) => {
      const name = typed(fields, "name") ?? "Passkey";
      const codes = await addPasskey(scope, await readSetup(), { name, ...readAnswer(fields) });
      if (codes === "expired") return `${PAGE}?expired=1`;
      if (codes === "link_required") return PAGE;
      if (typeof codes === "string") throw new FormError(FAILURES[codes]);
      const path =
        codes.length > 0
          ? await pathToCodes(scope, codes, "passkey-added")
          : settingsPathWithFlash("passkey-added");
      return { path, cookies: [clearSetupCookie()] };
    },
  }),

  "remove/submit": portalForm({
    page: ({ fields }) => pathWithQuery(`${PAGE}/remove`, { passkey: fields.get("passkey") ?? "" }),
    secrets: ["password"],
    submit: async ({ scope, fields }) => {
      const outcome = await withPassword(fields, (password) =>
        removePasskey(scope, fields.get("passkey") ?? "", password),
      );
      return outcome === "gone"
        ? settingsPathWithFlash("passkey-gone")
        : removalFlash(scope, "passkey-removed");
    },
  }),
};

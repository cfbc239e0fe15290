/** The forms that add and remove passkeys. */
import { FORM, FormError } from "#app/forms/form-errors.ts";
import { portalForm } from "#app/forms/form-route.ts";
import { PASSKEY_FIELDS, readAnswer } from "#app/forms/passkey-answer.ts";
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
import { pathAfterAdding } from "../codes/codes-note.ts";
import { accepted, PASSWORD, removalFlash } from "../with-password.ts";
import { setupCookie } from "./setup-cookie.ts";

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
    fields: PASSWORD,
    submit: async ({ scope, values, page }) => {
      const begun = accepted(await beginPasskey(scope, values.password));
      // The page says that a link is required.
      if (begun === "link_required") return page;
      return { path: `${page}/create`, cookies: [setupCookie.set(begun.setup)] };
    },
  }),

  /** Adds the passkey that the browser created. */
  add: portalForm({
    page: `${PAGE}/create`,
    fields: {
      name: {
        label: "Name",
        help: "So that you recognize it later.",
        autoComplete: "off",
        maxLength: MAX_PASSKEY_NAME,
      },
      ...PASSKEY_FIELDS,
    },
    submit: async ({ scope, values }) => {
      const passkey = { name: values.name || "Passkey", ...readAnswer(values) };
      const codes = await addPasskey(scope, (await setupCookie.read()) ?? "", passkey);
      if (codes === "expired") return `${PAGE}?expired=1`;
      if (codes === "link_required") return PAGE;
      if (typeof codes === "string") throw new FormError(FAILURES[codes]);
      const path = await pathAfterAdding(scope, codes, "passkey-added");
      return { path, cookies: [setupCookie.clear()] };
    },
  }),

  "remove/submit": portalForm({
    page: ({ fields }) => pathWithQuery(`${PAGE}/remove`, { passkey: fields.get("passkey") ?? "" }),
    fields: PASSWORD,
    submit: async ({ scope, fields, values }) => {
      const id = fields.get("passkey") ?? "";
      const outcome = accepted(await removePasskey(scope, id, values.password));
      return outcome === "gone"
        ? settingsPathWithFlash("passkey-gone")
        : removalFlash(scope, "passkey-removed");
    },
  }),
};

/** The form handlers that add and remove passkeys. */
import { FORM, FormError } from "#app/forms/form-errors.ts";
import { portalForm } from "#app/forms/form-route.ts";
import { PASSKEY_MISSING, readAnswer } from "#app/forms/passkey-answer.ts";
import { pathWithQuery } from "#app/paths.ts";
import {
  type AdditionFailure,
  addPasskey,
  beginPasskey,
  MAX_PASSKEY_NAME,
  MAX_PASSKEYS,
  removePasskey,
} from "#lib/cardholders/mfa/registration.ts";
import { settingsPathWithFlash } from "../../sections.ts";
import { pathToCodes } from "../codes/codes-token.ts";
import { LAST_FACTOR, readPassword, removalFlash, WRONG_PASSWORD } from "../forms.ts";
import { clearSetupCookie, readSetup, setupCookie } from "./setup-cookie.ts";

export const begin = portalForm({
  page: "/settings/two-step/passkey",
  submit: async ({ scope, fields }) => {
    const begun = await beginPasskey(scope, readPassword(fields));
    if (begun === "wrong_password") throw new FormError(WRONG_PASSWORD);
    // The page says that a link is required.
    if (begun === "link_required") return "/settings/two-step/passkey";
    return { path: "/settings/two-step/passkey/create", cookies: [setupCookie(begun.setup)] };
  },
});

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

/** Adds the passkey that the browser created. */
export const add = portalForm({
  page: "/settings/two-step/passkey/create",
  submit: async ({ scope, fields }) => {
    const answer = readAnswer(fields);
    if (!answer) throw new FormError(PASSKEY_MISSING);
    const name = fields.get("name")?.trim() || "Passkey";
    const codes = await addPasskey(scope, await readSetup(), { name, ...answer });
    if (codes === "expired") return "/settings/two-step/passkey?expired=1";
    if (codes === "link_required") return "/settings/two-step/passkey";
    if (typeof codes === "string") throw new FormError(FAILURES[codes]);
    const path =
      codes.length > 0
        ? await pathToCodes(scope, codes, "passkey-added")
        : settingsPathWithFlash("passkey-added");
    return { path, cookies: [clearSetupCookie()] };
  },
});

export const remove = portalForm({
  page: ({ fields }) =>
    pathWithQuery("/settings/two-step/passkey/remove", { passkey: fields.get("passkey") ?? "" }),
  submit: async ({ scope, fields }) => {
    const passkeyId = fields.get("passkey") ?? "";
    const outcome = await removePasskey(scope, passkeyId, readPassword(fields));
    if (outcome === "wrong_password") throw new FormError(WRONG_PASSWORD);
    if (outcome === "last_factor") throw new FormError(LAST_FACTOR);
    return outcome === "gone"
      ? settingsPathWithFlash("passkey-gone")
      : removalFlash(scope, "passkey-removed");
  },
});

/** Saves the profile. */
import { portalForm } from "#app/forms/form-route.ts";
import { profileUpdate } from "#lib/cardholders/profile/contract.ts";
import { updateCardholderProfile } from "#lib/cardholders/profile/mutations.ts";
import { checkBody } from "#lib/http/request.ts";
import { SETTINGS, settingsPathWithFlash } from "../flash-message.ts";

const MESSAGES = {
  display_name: {
    string_too_long: "Use at most 255 characters for your name.",
    other: "Your name contains an unsupported character. Please remove it.",
  },
  phone: {
    string_too_long: "Use at most 255 characters for your phone number.",
    other: "Your phone number contains an unsupported character. Please remove it.",
  },
  tax_receipt_email:
    "Enter an email address for receipts, such as name@example.com, or leave it blank.",
  preferred_school_id: {
    school_inactive: "That school isn’t accepting gifts right now. Choose another one, or none.",
    other: "Choose one of the schools in the list, or none.",
  },
  preferred_fund: "Choose one of the funds in the list, or none.",
};

/** Blank clears; a field missing from the form stays unchanged. */
function clearable(fields: URLSearchParams, name: string): string | null | undefined {
  return fields.has(name) ? fields.get(name)?.trim() || null : undefined;
}

/** A fund belongs to its school, so choosing another school clears the fund. */
function preferenceIn(fields: URLSearchParams) {
  const school = clearable(fields, "preferred_school_id");
  const isSame = school === undefined || school === clearable(fields, "shown_school");
  return isSame
    ? { preferred_fund: clearable(fields, "preferred_fund") }
    : { preferred_school_id: school, preferred_fund: null };
}

export const POST = portalForm({
  page: SETTINGS,
  messages: MESSAGES,
  submit: async ({ scope, fields }) => {
    const preference = preferenceIn(fields);
    const update = checkBody(profileUpdate, {
      display_name: clearable(fields, "display_name"),
      phone: clearable(fields, "phone"),
      tax_receipt_email: clearable(fields, "tax_receipt_email"),
      ...preference,
    });
    await updateCardholderProfile(scope, update);
    return settingsPathWithFlash(preference.preferred_school_id ? "school" : "profile");
  },
});

/** The settings' forms. */
import { knownDeviceCookies } from "#app/cookies.ts";
import { FormError } from "#app/forms/form-errors.ts";
import { portalForm } from "#app/forms/form-route.ts";
import { newPasswordError } from "#app/forms/new-password.ts";
import { acceptLink } from "#lib/accounts/acceptance/accept.ts";
import { disconnectAccount } from "#lib/accounts/mutations.ts";
import { signOut, signOutOtherSessions } from "#lib/auth/sessions.ts";
import { profileUpdate } from "#lib/cardholders/profile/contract.ts";
import { updateCardholderProfile } from "#lib/cardholders/profile/mutations.ts";
import { updateCardholderPreferences } from "#lib/cardholders/profile/preferences.ts";
import { preferencesUpdate } from "#lib/cardholders/profile/preferences-contract.ts";
import { checkBody } from "#lib/http/request.ts";
import { SETTINGS, settingsPathWithFlash } from "./sections.ts";

/** Rejects empty fields before they count as an attempt. @throws FormError */
function requireBoth(current: string, next: string): void {
  const errors = {
    ...(current ? {} : { current_password: "Enter your current password." }),
    ...(next ? {} : { new_password: "Enter a new password." }),
  };
  if (Object.keys(errors).length > 0) throw new FormError(errors);
}

const textMessages = (what: string, characters: number) => ({
  string_too_long: `Use at most ${characters} characters for your ${what}.`,
  other: `Your ${what} contains an unsupported character. Please remove it.`,
});

const PROFILE_MESSAGES = {
  display_name: textMessages("name", 255),
  phone: textMessages("phone number", 255),
  postal_address: textMessages("address", 500),
  tax_receipt_email:
    "Enter an email address for receipts, such as name@example.com, or leave it blank.",
  preferred_school_id: {
    school_inactive: "That school isn’t accepting gifts right now. Choose another one, or none.",
    other: "Choose one of the schools in the list, or none.",
  },
  preferred_fund: "Choose one of the funds in the list, or none.",
};

/** Null (clear) for a blank field; undefined (unchanged) for a field missing from the form. */
function clearable(fields: URLSearchParams, name: string): string | null | undefined {
  // Forms send line breaks as CRLF.
  const value = fields.get(name)?.replaceAll("\r\n", "\n").trim();
  return value === undefined ? undefined : value || null;
}

/** A fund belongs to its school, so choosing another school clears the fund. */
function preferenceIn(fields: URLSearchParams) {
  const school = clearable(fields, "preferred_school_id");
  const isSame = school === undefined || school === clearable(fields, "shown_school");
  return isSame
    ? { preferred_fund: clearable(fields, "preferred_fund") }
    : { preferred_school_id: school, preferred_fund: null };
}

export const forms = {
  profile: portalForm({
    messages: PROFILE_MESSAGES,
    submit: async ({ scope, fields }) => {
      const preference = preferenceIn(fields);
      const update = checkBody(profileUpdate, {
        display_name: clearable(fields, "display_name"),
        phone: clearable(fields, "phone"),
        tax_receipt_email: clearable(fields, "tax_receipt_email"),
        postal_address: clearable(fields, "postal_address"),
        ...preference,
      });
      await updateCardholderProfile(scope, update);
      return settingsPathWithFlash(preference.preferred_school_id ? "school" : "profile");
    },
  }),

  /** Accepts a bank's link to the cardholder's email address. */
  "accounts/accept": portalForm({
    page: SETTINGS,
    submit: async ({ scope, fields }) => {
      const isAccepted = await acceptLink(scope, fields.get("account_id") ?? "");
      return settingsPathWithFlash(isAccepted ? "accepted" : "accepted-before");
    },
  }),

  "accounts/disconnect": portalForm({
    page: SETTINGS,
    submit: async ({ scope, fields }) => {
      const bankId = await disconnectAccount(scope, fields.get("account_id") ?? "");
      return settingsPathWithFlash(bankId === undefined ? "disconnected-before" : "disconnected");
    },
  }),

  password: portalForm({
    messages: {
      current_password: "Incorrect current password. Check it and try again.",
      new_password: newPasswordError,
    },
    secrets: ["current_password", "new_password"],
    submit: async ({ scope, fields }) => {
      const current = fields.get("current_password") ?? "";
      const next = fields.get("new_password") ?? "";
      requireBoth(current, next);
      const password = { current_password: current, new_password: next };
      await updateCardholderProfile(scope, checkBody(profileUpdate, { password }));
      // Knowing the current password makes this a known device.
      return { path: settingsPathWithFlash("password"), cookies: await knownDeviceCookies(scope) };
    },
  }),

  /** Saves the choices that were shown, since browsers don't submit unchecked boxes. */
  notifications: portalForm({
    submit: async ({ scope, fields }) => {
      const shown = fields.get("shown")?.split(" ") ?? [];
      const choices = Object.fromEntries(shown.map((name) => [name, fields.has(name)]));
      await updateCardholderPreferences(scope, checkBody(preferencesUpdate, choices));
      return settingsPathWithFlash("notifications");
    },
  }),

  /** Signs out another of the cardholder's sessions. */
  "sessions/end": portalForm({
    page: SETTINGS,
    submit: async ({ scope, fields }) => {
      const ended = await signOut(scope, fields.get("session_id") ?? "");
      return settingsPathWithFlash(ended ? "session" : "session-gone");
    },
  }),

  "sessions/end-others": portalForm({
    page: SETTINGS,
    submit: async ({ scope }) => {
      await signOutOtherSessions(scope);
      return settingsPathWithFlash("sessions");
    },
  }),
};

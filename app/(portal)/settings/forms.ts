/** The settings' forms. */
import { knownDeviceCookies } from "#app/cookies.ts";
import { portalForm } from "#app/forms/form-route.ts";
import { NEW_PASSWORD } from "#app/forms/new-password.ts";
import { acceptLink } from "#lib/accounts/acceptance/accept.ts";
import { disconnectAccount } from "#lib/accounts/mutations.ts";
import { signOut, signOutOtherSessions } from "#lib/auth/sessions.ts";
import { MAX_ADDRESS_LENGTH, profileUpdate } from "#lib/cardholders/profile/contract.ts";
import { updateCardholderProfile } from "#lib/cardholders/profile/mutations.ts";
import { updateCardholderPreferences } from "#lib/cardholders/profile/preferences.ts";
import {
  type PreferenceName,
  preferencesUpdate,
} from "#lib/cardholders/profile/preferences-contract.ts";
import { checkBody } from "#lib/http/request.ts";
import { SETTINGS, settingsPathWithFlash } from "./sections.ts";

const textMessages = (what: string, characters: number) => ({
  string_too_long: `Use at most ${characters} characters for your ${what}.`,
  other: `Your ${what} contains an unsupported character. Please remove it.`,
});

/** The emails that are sent today. The API also stores choices for what isn't sent yet. */
export const NOTIFICATIONS: [PreferenceName, label: string][] = [
  ["email_donation_confirmation", "When a school confirms my gift"],
  ["email_tax_receipt", "My tax receipts"],
];

export const forms = {
  profile: portalForm({
    fields: {
      display_name: { label: "Name", autoComplete: "name", message: textMessages("name", 255) },
      phone: {
        type: "tel",
        label: "Phone",
        help: "Optional.",
        autoComplete: "tel",
        message: textMessages("phone number", 255),
      },
      postal_address: {
        as: "area",
        label: "Postal address",
        help: "Optional. A school learns it only with a gift that you share it with.",
        autoComplete: "street-address",
        maxLength: MAX_ADDRESS_LENGTH,
        message: textMessages("address", MAX_ADDRESS_LENGTH),
      },
      tax_receipt_email: {
        as: "email",
        label: "Email address for tax receipts",
        autoComplete: "email",
        message:
          "Enter an email address for receipts, such as name@example.com, or leave it blank.",
      },
      preferred_school_id: {
        as: "select",
        label: "Preferred school",
        message: {
          school_inactive:
            "That school isn’t accepting gifts right now. Choose another one, or none.",
          other: "Choose one of the schools in the list, or none.",
        },
      },
      preferred_fund: {
        as: "select",
        label: "Preferred fund",
        help: "Choose a different school and save to see its funds.",
        message: "Choose one of the funds in the list, or none.",
      },
    },
    schema: profileUpdate,
    submit: async ({ scope, values, fields }) => {
      // A fund belongs to its school, so choosing another school clears the fund.
      const { preferred_school_id: school, ...others } = values;
      const isSame = school === undefined || school === (fields.get("shown_school") || null);
      await updateCardholderProfile(scope, isSame ? others : { ...values, preferred_fund: null });
      return settingsPathWithFlash(!isSame && school ? "school" : "profile");
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
    fields: {
      current_password: {
        as: "password",
        label: "Current password",
        autoComplete: "current-password",
        blank: "Enter your current password.",
        message: "Incorrect current password. Check it and try again.",
      },
      new_password: { ...NEW_PASSWORD, blank: "Enter a new password." },
    },
    submit: async ({ scope, values: password }) => {
      await updateCardholderProfile(scope, checkBody(profileUpdate, { password }));
      // Knowing the current password makes this a known device.
      return { path: settingsPathWithFlash("password"), cookies: await knownDeviceCookies(scope) };
    },
  }),

  /** Saves the choices that were shown, since browsers don't submit unchecked boxes. */
  notifications: portalForm({
    fields: Object.fromEntries(NOTIFICATIONS.map(([name]) => [name, {}])),
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

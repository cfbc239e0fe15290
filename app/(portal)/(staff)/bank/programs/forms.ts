/** The forms of a bank's programs, limits, and approval address. */
import { collapseWhitespace, type FormField } from "#app/forms/fields.ts";
import { FormError } from "#app/forms/form-errors.ts";
import { staffForm, thenFlash } from "#app/forms/form-route.ts";
import { POINTS_CHECKS } from "#lib/banks/mutations.ts";
import {
  changeOwn,
  lowerLimits,
  MAX_PROGRAMS,
  ownCorrections,
  ownLimits,
  ownProgram,
  saveProgram,
} from "#lib/banks/own-settings.ts";
import {
  removeAuthorizationAddress,
  rotateAuthorizationSecret,
  setAuthorizationAddress,
} from "#lib/donations/authorize/address.ts";
import { testAuthorizationAddress } from "#lib/donations/authorize/authorization-request.ts";
import { parseDollars } from "#lib/money.ts";
import { addressProblem } from "#lib/webhooks/address.ts";
import { newSecret } from "../webhooks/new-secret.ts";

const PAGE = "/bank/programs";

const NUMBER: FormField = {
  inputMode: "decimal",
  // A number if it's one, otherwise what was typed, which is rejected at its field.
  read: (typed) => parseDollars(typed.trim()) ?? typed.trim(),
};
const DOLLARS: FormField = {
  ...NUMBER,
  message: {
    value_error: "Only the operator raises a limit. Enter at most what is in force.",
    other: "Enter an amount in dollars above $0, such as 1000 or 999.50.",
  },
};

const CHECKS: Record<(typeof POINTS_CHECKS)[number], string> = {
  off: "Accept the gift",
  flag: "Accept the gift, and list it",
  refuse: "Refuse the gift",
};

export const forms = {
  limits: staffForm("bank", "programs.change", {
    fields: {
      maxDonationCents: { ...DOLLARS, label: "Most for one gift, in dollars" },
      maxKeyDailyCents: { ...DOLLARS, label: "Most for an API key and day (UTC), in dollars" },
      maxUnpaidCents: { ...DOLLARS, label: "Most in unpaid gifts, in dollars" },
      correctionDailyCents: {
        ...DOLLARS,
        label: "Corrections in a day (UTC) before two people are needed, in dollars",
      },
    },
    schema: ownLimits,
    submit: ({ scope, values, page }) => thenFlash(page, "limits", lowerLimits(scope, values)),
  }),

  corrections: staffForm("bank", "programs.change", {
    fields: { correctionsByApi: { read: (typed) => typed === "on" } },
    schema: ownCorrections,
    submit: ({ scope, values, page }) =>
      thenFlash(page, "corrections", changeOwn(scope, "programs.change", values)),
  }),

  program: staffForm("bank", "programs.change", {
    page: PAGE,
    fields: {
      programId: {
        label: "Program ID",
        help: "As your programs send it in loyalty_program_id. One that exists is changed.",
        autoCapitalize: "none",
        spellCheck: false,
        blank: "Enter the program’s ID.",
        message: {
          value_error: `You have ${MAX_PROGRAMS} programs, which is the maximum.`,
          other: "Use up to 64 characters.",
        },
      },
      name: {
        label: "Name",
        help: "Customers see it.",
        blank: "Enter a name.",
        read: collapseWhitespace,
      },
      pointsPerDollar: {
        ...NUMBER,
        label: "Points per dollar",
        message: "Enter a number above 0.",
      },
      pointsCheck: {
        as: "select",
        label: "If points and dollars disagree with the rate",
        options: POINTS_CHECKS.map((value) => ({ value, text: CHECKS[value] })),
      },
      maxGiftCents: { ...DOLLARS, label: "Most for one gift of a customer, in dollars" },
      maxDailyCents: { ...DOLLARS, label: "Most for an account and day, in dollars" },
      timeZone: {
        label: "Time zone of a day",
        message: "Enter a time zone, such as America/New_York.",
      },
    },
    schema: ownProgram,
    submit: ({ scope, values, page }) => thenFlash(page, "program", saveProgram(scope, values)),
  }),

  approval: staffForm("bank", "programs.change", {
    fields: {
      url: { type: "url", label: "Approval address", blank: "Enter the URL." },
    },
    submit: async ({ scope, values: { url }, page }) => {
      const problem = addressProblem(url);
      if (problem) throw new FormError({ url: `This URL can’t be used: ${problem}.` });
      const secret = await setAuthorizationAddress(scope, url);
      return secret ? newSecret.pathTo(scope, { path: page, secret }) : `${page}?done=approval`;
    },
  }),

  rotate: staffForm("bank", "programs.change", {
    submit: async ({ scope, page }) => {
      const secret = await rotateAuthorizationSecret(scope);
      return secret ? newSecret.pathTo(scope, { path: page, secret }) : page;
    },
  }),

  remove: staffForm("bank", "programs.change", {
    submit: ({ scope, page }) => thenFlash(page, "removed", removeAuthorizationAddress(scope)),
  }),

  test: staffForm("bank", "programs.change", {
    submit: async ({ scope, page }) => {
      const result = await testAuthorizationAddress(scope);
      return result ? `${page}?done=${result.outcome}` : page;
    },
  }),
};

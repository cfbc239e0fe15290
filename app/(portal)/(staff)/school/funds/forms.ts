/** The forms of a school's funds. */
import { collapseWhitespace, type FormField } from "#app/forms/fields.ts";
import { staffForm, thenFlash } from "#app/forms/form-route.ts";
import { parseDollars } from "#lib/money.ts";
import { fundChanges, MAX_FUNDS, newFund } from "#lib/schools/funds/contract.ts";
import { changeFund, createFund } from "#lib/schools/funds/mutations.ts";
import { TAX_CLASSES } from "./tax-classes.ts";

const PAGE = "/school/funds";

const AMOUNT_MESSAGES = {
  decimal_max_places: "Enter an amount with no more than two decimals, such as 25.50.",
  greater_than: "Enter an amount above $0.",
  less_than_equal: "This amount is too large.",
  value_error: "Enter a value exactly if you chose “Includes benefits”.",
  other: "Enter an amount in dollars, such as 25 or 25.50.",
};

const LINE = { read: collapseWhitespace };

const AMOUNT: FormField = {
  inputMode: "decimal",
  message: AMOUNT_MESSAGES,
  // A number if it's an amount, otherwise what was typed, which is rejected at its field.
  read: (typed) => parseDollars(typed.trim()) ?? typed.trim(),
};

const CODE: FormField = { ...LINE, autoCapitalize: "none", spellCheck: false };

const PLATFORM_ID: FormField = {
  ...CODE,
  help: "On your ticketing platform. Sent with each gift to this fund.",
};

/** The fields of every school's funds. */
export const FUND_FIELDS: Record<string, FormField> = {
  name: {
    ...LINE,
    label: "Name",
    blank: "Enter a name.",
    message: {
      value_error: "Another fund in use has this name. Choose a different one.",
      other: "Use up to 100 characters on one line.",
    },
  },
  description: {
    ...LINE,
    as: "area",
    label: "Description",
    help: "What the fund supports, in a sentence. Donors read it when they choose.",
    message: "Use up to 500 characters.",
  },
  deductibility: {
    as: "radio",
    label: "Tax class",
    options: Object.entries(TAX_CLASSES).map(([value, { name, meaning }]) => ({
      value,
      label: name,
      help: meaning,
    })),
    message: "Choose how gifts to this fund are taxed.",
  },
  good_faith_value_usd: {
    ...AMOUNT,
    label: "Value of benefits, in dollars",
    help: "Your good-faith estimate. Only for a fund that includes benefits.",
  },
  minimum_donation_usd: {
    ...AMOUNT,
    label: "Minimum gift, in dollars",
    help: "Leave empty if your general minimum applies.",
  },
  platform_code: {
    ...CODE,
    label: "Code in your gift records",
    help: "For the files that you import.",
  },
};

/** With the IDs at the ticketing platform that gifts reach the school through. Other schools' funds keep theirs. */
export const PLATFORM_FUND_FIELDS: Record<string, FormField> = {
  ...FUND_FIELDS,
  attraction_id: { ...PLATFORM_ID, label: "Attraction ID" },
  venue_id: { ...PLATFORM_ID, label: "Venue ID" },
};

const messages = {
  TOO_MANY_FUNDS: `You have ${MAX_FUNDS} funds, which is the maximum. Reinstate or change one instead.`,
  LAST_FUND: "This is your only fund in use. Create another one before you retire it.",
};

export const forms = {
  "create/submit": staffForm("school", "funds.change", {
    fields: PLATFORM_FUND_FIELDS,
    schema: newFund,
    messages,
    submit: ({ scope, values }) => thenFlash(PAGE, "created", createFund(scope, values)),
  }),

  "[fund_id]/change": staffForm("school", "funds.change", {
    fields: PLATFORM_FUND_FIELDS,
    schema: fundChanges,
    messages,
    submit: ({ scope, values, params, shown }) =>
      thenFlash(PAGE, "changed", changeFund(scope, params.fund_id ?? "", values, shown)),
  }),

  "[fund_id]/retire": staffForm("school", "funds.change", {
    messages,
    submit: async ({ scope, fields, params }) => {
      const retired = fields.get("retired") !== "no";
      await changeFund(scope, params.fund_id ?? "", { retired });
      return `${PAGE}?done=${retired ? "retired" : "reinstated"}`;
    },
  }),
};

import type { ErrorMessages } from "#app/forms/form-errors.ts";
import { staffForm } from "#app/forms/form-route.ts";
import { maxCharacters, oneLine } from "#app/forms/typed-text.ts";
import { checkBody } from "#lib/http/request.ts";
import { parseDollars } from "#lib/money.ts";
import { fundChanges, MAX_FUNDS, newFund } from "#lib/schools/funds/contract.ts";
import { changeFund, createFund } from "#lib/schools/funds/mutations.ts";

const PAGE = "/school/funds";

const amount = {
  decimal_max_places: "Enter an amount with no more than two decimals, such as 25.50.",
  greater_than: "Enter an amount above $0.",
  less_than_equal: "This amount is too large.",
  other: "Enter an amount in dollars, such as 25 or 25.50.",
};

const messages: ErrorMessages = {
  name: {
    string_too_short: "Enter a name.",
    missing: "Enter a name.",
    value_error: "Another fund in use has this name. Choose a different one.",
    other: maxCharacters(100),
  },
  description: "Use up to 500 characters.",
  deductibility: "Choose how gifts to this fund are taxed.",
  good_faith_value_usd: ({ type }) => {
    if (type !== "value_error") return amount[type as keyof typeof amount] ?? amount.other;
    return "Enter a value exactly if you chose “Includes benefits”.";
  },
  minimum_donation_usd: amount,
  platform_code: maxCharacters(100),
  attraction_id: maxCharacters(255),
  venue_id: maxCharacters(255),
  TOO_MANY_FUNDS: `You have ${MAX_FUNDS} funds, which is the maximum. Reinstate or change one instead.`,
  LAST_FUND: "This is your only fund in use. Create another one before you retire it.",
};

/** A number if it's an amount, otherwise what was typed, which is refused at its field. */
function dollars(typed: string | null) {
  const trimmed = typed?.trim();
  return trimmed ? (parseDollars(trimmed) ?? trimmed) : null;
}

/** Fields that a form doesn't have stay as they are. */
function readFund(fields: URLSearchParams) {
  const codes = ["platform_code", "attraction_id", "venue_id"].filter((name) => fields.has(name));
  return {
    name: oneLine(fields.get("name")),
    description: oneLine(fields.get("description")),
    deductibility: fields.get("deductibility") ?? undefined,
    good_faith_value_usd: dollars(fields.get("good_faith_value_usd")),
    minimum_donation_usd: dollars(fields.get("minimum_donation_usd")),
    ...Object.fromEntries(codes.map((name) => [name, oneLine(fields.get(name)) || null])),
  };
}

export const forms = {
  "create/submit": staffForm("school", "funds.change", {
    messages,
    submit: async ({ scope, fields }) => {
      await createFund(scope, checkBody(newFund, readFund(fields)));
      return `${PAGE}?done=created`;
    },
  }),

  "[fund_id]/change": staffForm("school", "funds.change", {
    messages,
    submit: async ({ scope, fields, params }) => {
      const changes = checkBody(fundChanges, readFund(fields));
      await changeFund(scope, params.fund_id ?? "", changes, fields.get("shown") ?? "");
      return `${PAGE}?done=changed`;
    },
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

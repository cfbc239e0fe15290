/** The forms of gifts, and of the views of their list. */
import { chosenFilters } from "#app/filters.ts";
import { type FieldMessages, FORM, FormError } from "#app/forms/form-errors.ts";
import { type FormPost, staffForm } from "#app/forms/form-route.ts";
import { maxCharacters, oneLine, required, typed } from "#app/forms/typed-text.ts";
import { pathWithQuery } from "#app/paths.ts";
import type { SchoolScope } from "#lib/auth/scopes.ts";
import { confirmGifts } from "#lib/batches/confirm.ts";
import { confirmationRequest, numberCorrection } from "#lib/batches/contract.ts";
import { correctNumber } from "#lib/batches/mutations.ts";
import { getGift } from "#lib/batches/queries.ts";
import { MAX_VIEWS, newView, removeView, saveView } from "#lib/batches/saved-views.ts";
import { checkBody } from "#lib/http/request.ts";
import { GIFT_FILTERS, GIFTS } from "./gift-filter.ts";

/** The filter that the form was shown with. */
const filterIn = (fields: URLSearchParams) =>
  chosenFilters(Object.fromEntries(fields), GIFT_FILTERS);

const giftOf = ({ params }: FormPost) => `${GIFTS}/${encodeURIComponent(params.gift ?? "")}`;

const sentence: FieldMessages = ({ msg }) => `${msg}.`;
const MESSAGES = { confirmation_number: sentence, refusal_reason: sentence, gift: sentence };

type Decision = { confirmation_number: string } | { refusal_reason: string };

/** Decides the gift, and leads to its page, which says what was decided before, by someone else or in another tab. */
async function decide(sent: FormPost & { scope: SchoolScope }, decision: Decision) {
  const gifts = [{ gift: sent.params.gift ?? "", ...decision }];
  const request = checkBody(confirmationRequest, { gifts });
  const { already_decided } = await confirmGifts(sent.scope, request, false);
  return already_decided > 0 ? `${giftOf(sent)}?done=before` : giftOf(sent);
}

export const forms = {
  "views/save": staffForm("school", "gift-views.change", {
    page: ({ fields }) => pathWithQuery(GIFTS, filterIn(fields)),
    messages: {
      name: { missing: "Enter a name.", other: maxCharacters(60) },
      [FORM]: "This filter is too long to save.",
    },
    submit: async ({ scope, fields }) => {
      const filter = filterIn(fields);
      const view = checkBody(newView, { name: typed(fields, "name"), filter });
      const outcome = await saveView(scope, view);
      if (outcome === "name_taken") throw new FormError({ name: "Another view has this name." });
      if (outcome === "too_many") {
        throw new FormError(
          `Your team has ${MAX_VIEWS} views, which is the maximum. Remove one first.`,
        );
      }
      return pathWithQuery(GIFTS, { ...filter, done: "saved" });
    },
  }),

  "views/remove": staffForm("school", "gift-views.change", {
    page: GIFTS,
    submit: async ({ scope, fields }) => {
      await removeView(scope, fields.get("view_id") ?? "");
      return `${GIFTS}?done=removed`;
    },
  }),

  "[gift]/confirm": staffForm("school", "gifts.confirm", {
    messages: MESSAGES,
    submit: async (sent) => {
      const confirmation_number = required(
        sent.fields,
        "confirmation_number",
        "Enter your confirmation number.",
      );
      return decide(sent, { confirmation_number });
    },
  }),

  "[gift]/refuse/submit": staffForm("school", "gifts.confirm", {
    messages: MESSAGES,
    submit: async (sent) => {
      const reason = required(sent.fields, "refusal_reason", "Enter a reason.");
      return decide(sent, { refusal_reason: oneLine(reason) ?? "" });
    },
  }),

  "[gift]/correct": staffForm("school", "gifts.correct", {
    messages: {
      confirmation_number: {
        missing: "Enter the right number.",
        other: "Use letters, digits, spaces, and - / . # _ only.",
      },
      reason: { missing: "Enter a reason.", other: maxCharacters(500) },
    },
    submit: async (sent) => {
      const { fields, scope, page } = sent;
      const field = (name: string) => oneLine(fields.get(name)) || undefined;
      const correction = checkBody(numberCorrection, {
        confirmation_number: field("confirmation_number"),
        reason: field("reason"),
      });
      const shown = fields.get("shown") ?? "";
      if (correction.confirmation_number === shown) {
        throw new FormError({ confirmation_number: "It already has this number." });
      }
      const { donation_id: id } = await getGift(scope, sent.params.gift ?? "");
      await correctNumber(scope, id, correction, shown);
      return `${page}?done=corrected`;
    },
  }),
};

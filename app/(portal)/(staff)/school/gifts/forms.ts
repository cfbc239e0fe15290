/** The form handlers of gifts, and of the views of their list. */
import { chosenFilters } from "#app/filters.ts";
import { type FieldMessages, FORM, FormError } from "#app/forms/form-errors.ts";
import { type FormPost, staffForm } from "#app/forms/form-route.ts";
import { oneLine } from "#app/forms/typed-text.ts";
import { pathWithQuery } from "#app/paths.ts";
import type { SchoolScope } from "#lib/auth/scopes.ts";
import { confirmGifts } from "#lib/batches/confirm.ts";
import { confirmationRequest, numberCorrection } from "#lib/batches/contract.ts";
import { correctNumber } from "#lib/batches/mutations.ts";
import { getGift } from "#lib/batches/queries.ts";
import { MAX_VIEWS, newView, removeView, saveView } from "#lib/batches/saved-views.ts";
import { checkBody } from "#lib/http/request.ts";
import { CHANGED_SINCE } from "#lib/version-shown.ts";
import { GIFT_FILTERS, GIFTS } from "./gift-filter.ts";

/** The filter that the form was shown with. */
const filterIn = (fields: URLSearchParams) =>
  chosenFilters(Object.fromEntries(fields), GIFT_FILTERS);

export const save = staffForm("school", "gift-views.change", {
  page: ({ fields }) => pathWithQuery(GIFTS, filterIn(fields)),
  messages: {
    name: { missing: "Enter a name.", other: "Use up to 60 characters on one line." },
    [FORM]: "This filter is too long to save.",
  },
  submit: async ({ scope, fields }) => {
    const filter = filterIn(fields);
    const name = fields.get("name")?.trim() || undefined;
    const outcome = await saveView(scope, checkBody(newView, { name, filter }));
    if (outcome === "name_taken") throw new FormError({ name: "Another view has this name." });
    if (outcome === "too_many") {
      throw new FormError(
        `Your team has ${MAX_VIEWS} views, which is the maximum. Remove one first.`,
      );
    }
    return pathWithQuery(GIFTS, { ...filter, done: "saved" });
  },
});

export const remove = staffForm("school", "gift-views.change", {
  page: GIFTS,
  submit: async ({ scope, fields }) => {
    await removeView(scope, fields.get("view_id") ?? "");
    return `${GIFTS}?done=removed`;
  },
});

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

export const confirm = staffForm("school", "gifts.confirm", {
  page: giftOf,
  messages: MESSAGES,
  submit: async (sent) => {
    const confirmation_number = sent.fields.get("confirmation_number")?.trim();
    if (!confirmation_number) {
      throw new FormError({ confirmation_number: "Enter your confirmation number." });
    }
    return decide(sent, { confirmation_number });
  },
});

export const refuse = staffForm("school", "gifts.confirm", {
  page: (sent) => `${giftOf(sent)}/refuse`,
  messages: MESSAGES,
  submit: async (sent) => {
    const refusal_reason = oneLine(sent.fields.get("refusal_reason"));
    if (!refusal_reason) throw new FormError({ refusal_reason: "Enter a reason." });
    return decide(sent, { refusal_reason });
  },
});

export const correct = staffForm("school", "gifts.correct", {
  page: giftOf,
  messages: {
    confirmation_number: {
      missing: "Enter the right number.",
      other: "Use letters, digits, spaces, and - / . # _ only.",
    },
    reason: { missing: "Enter a reason.", other: "Use up to 500 characters on one line." },
    shown: CHANGED_SINCE,
  },
  submit: async (sent) => {
    const { fields, scope } = sent;
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
    return `${giftOf(sent)}?done=corrected`;
  },
});

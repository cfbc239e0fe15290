/** The forms of gifts, and of the views of their list. */
import { validate as isUuid } from "uuid";
import { chosenFilters } from "#app/filters.ts";
import { collapseWhitespace, type FormField, REASON } from "#app/forms/fields.ts";
import { type FieldMessages, FORM, FormError } from "#app/forms/form-errors.ts";
import { type FormPost, staffForm, thenFlash, UPLOADING } from "#app/forms/form-route.ts";
import { pathWithQuery } from "#app/paths.ts";
import type { SchoolScope } from "#lib/auth/scopes.ts";
import { confirmGifts } from "#lib/batches/confirm.ts";
import { confirmationRequest, numberCorrection } from "#lib/batches/contract.ts";
import { correctNumber } from "#lib/batches/mutations.ts";
import { getGift } from "#lib/batches/queries.ts";
import { MAX_VIEWS, newView, removeView, saveView } from "#lib/batches/saved-views.ts";
import { applyUpload, keepUpload } from "#lib/batches/uploads.ts";
import { InvalidInput } from "#lib/errors.ts";
import { checkBody } from "#lib/http/request.ts";
import { MAX_CSV_BYTES, oneUpload } from "#lib/http/uploads.ts";
import { answerForm } from "../../case-form.tsx";
import { agreeForm, disagreeForm } from "../../correction-forms.tsx";
import { decodeCsv } from "../../uploads.ts";
import { CONFIRM, GIFT_FILTERS, GIFTS } from "./gift-filter.ts";

/** The filter that the form was shown with. */
const filterIn = (fields: URLSearchParams) =>
  chosenFilters(Object.fromEntries(fields), GIFT_FILTERS);

const giftOf = ({ params }: FormPost) => `${GIFTS}/${encodeURIComponent(params.gift ?? "")}`;

const sentence: FieldMessages = ({ msg }) => `${msg}.`;

/** A foundation's own number for one gift, or for a batch. */
export const CONFIRMATION_NUMBER: FormField = {
  label: "Confirmation number",
  help: "Your number for it. The donor sees it.",
  maxLength: 40,
  blank: "Enter your confirmation number.",
  message: sentence,
};

/** The number that each row of a list has typed in, by its gift. */
const NUMBER = "number:";

const numbersIn = (fields: URLSearchParams) =>
  [...fields].flatMap(([name, number]): [gift: string, number: string][] =>
    name.startsWith(NUMBER) ? [[name.slice(NUMBER.length), number.trim()]] : [],
  );

/** Confirms the gifts that have a number. A wrong one is reported at its row, and none is confirmed. */
async function confirmEach(scope: SchoolScope, fields: URLSearchParams): Promise<void> {
  const typed = numbersIn(fields).filter(([, number]) => number);
  const gifts = typed.map(([gift, confirmation_number]) => ({ gift, confirmation_number }));
  if (gifts.length === 0) throw new FormError("Enter the number of at least one gift.");
  try {
    await confirmGifts(scope, checkBody(confirmationRequest, { gifts }), false);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const errors = error.violations.map(({ loc: [, , row], msg }) => [
      typed[Number(row)] ? NUMBER + typed[Number(row)]?.[0] : FORM,
      `${msg}.`,
    ]);
    throw new FormError(Object.fromEntries(errors));
  }
}

/** Confirms what is ready of a file. The page shows what is left of it, and why. */
async function confirmFile(scope: SchoolScope, id: string, fields: URLSearchParams) {
  const corrections = {
    numbers: new Map(numbersIn(fields)),
    accepted: new Set(fields.getAll("accept")),
  };
  const apply = () => applyUpload(scope, id, corrections);
  const applied = isUuid(id) ? await oneUpload(scope.schoolId, apply) : null;
  if (applied?.left === 0) return `${GIFTS}?done=confirmed`;
  if (applied?.decided === 0) throw new FormError("No gift is ready. Check the rows below.");
  return pathWithQuery(CONFIRM, { upload: id, done: "confirmed" });
}

/** The same gifts again, or the same file. */
function pageOfEach({ fields }: FormPost): string {
  const upload = fields.get("upload");
  if (upload !== null) return pathWithQuery(CONFIRM, { upload });
  const selected = numbersIn(fields).map(([gift]) => ["selected", gift]);
  return `${CONFIRM}?${new URLSearchParams(selected)}`;
}

/** The file's text, or what was pasted instead. @throws FormError */
function readCsv({ file }: FormPost, pasted: string): string {
  if (file && pasted) {
    throw new FormError({ pasted: "Choose a file or paste lines, but not both." });
  }
  const csv = file ? decodeCsv(file) : pasted;
  if (!csv) throw new FormError({ file: "Choose a file, or paste its lines below." });
  return csv;
}

type Decision = { confirmation_number: string } | { refusal_reason: string };

/** Decides the gift, and leads to its page, which says what was decided before, by someone else or in another tab. */
async function decide(sent: FormPost & { scope: SchoolScope }, decision: Decision) {
  const gifts = [{ gift: sent.params.gift ?? "", ...decision }];
  const request = checkBody(confirmationRequest, { gifts });
  const { already_decided } = await confirmGifts(sent.scope, request, false);
  return already_decided > 0 ? `${giftOf(sent)}?done=before` : giftOf(sent);
}

const VIEW_REFUSALS = {
  name_taken: { name: "Another view has this name." },
  too_many: { [FORM]: `Your team has ${MAX_VIEWS} views, which is the maximum. Remove one first.` },
};

export const policies = { "confirm/check/[token]": { upload: "gifts.confirm" } };

export const forms = {
  "views/save": staffForm("school", "gift-views.change", {
    page: ({ fields }) => pathWithQuery(GIFTS, filterIn(fields)),
    fields: {
      name: {
        label: "Name",
        help: "For everyone on your team.",
        className: "w-[16rem] max-w-full",
        blank: "Enter a name.",
      },
    },
    schema: newView.pick({ name: true }),
    messages: { [FORM]: "This filter is too long to save." },
    submit: async ({ scope, fields, values }) => {
      const filter = filterIn(fields);
      const outcome = await saveView(scope, checkBody(newView, { ...values, filter }));
      if (outcome !== "saved") throw new FormError(VIEW_REFUSALS[outcome]);
      return pathWithQuery(GIFTS, { ...filter, done: "saved" });
    },
  }),

  "views/remove": staffForm("school", "gift-views.change", {
    page: GIFTS,
    submit: ({ scope, fields }) =>
      thenFlash(GIFTS, "removed", removeView(scope, fields.get("view_id") ?? "")),
  }),

  "confirm/submit": staffForm("school", "gifts.confirm", {
    page: pageOfEach,
    fields: { number: {} },
    messages: { RATE_LIMITED: UPLOADING },
    submit: async ({ scope, fields }) => {
      const upload = fields.get("upload");
      if (upload !== null) return confirmFile(scope, upload, fields);
      await confirmEach(scope, fields);
      return `${GIFTS}?done=confirmed`;
    },
  }),

  /** Keeps an uploaded file, and shows its gifts with the numbers that they would get. */
  "confirm/check/[token]": staffForm("school", "gifts.confirm", {
    page: CONFIRM,
    fields: {
      file: {
        as: "file",
        maxBytes: MAX_CSV_BYTES,
        label: "From your system’s file",
        help: "Choose it, or drop it here: CSV in UTF-8, up to 1 MiB. You see each gift’s number before anything is final.",
        accept: ".csv,text/csv",
      },
      pasted: {
        as: "area",
        label: "Its lines",
        help: "With their header line.",
        rows: 6,
        autoCapitalize: "none",
        spellCheck: false,
        read: (typed) => typed.trim(),
      },
    },
    submit: async ({ scope, values, ...sent }) =>
      pathWithQuery(CONFIRM, { upload: await keepUpload(scope, readCsv(sent, values.pasted)) }),
  }),

  "[gift]/confirm": staffForm("school", "gifts.confirm", {
    fields: { confirmation_number: CONFIRMATION_NUMBER },
    messages: { gift: sentence },
    submit: async ({ values, ...sent }) => decide(sent, values),
  }),

  "[gift]/agree": agreeForm,
  "[gift]/disagree": disagreeForm,
  "[gift]/answer": answerForm("school"),

  "[gift]/refuse": staffForm("school", "gifts.confirm", {
    fields: {
      refusal_reason: {
        ...REASON,
        as: "area",
        help: "The bank and the donor see it.",
        message: sentence,
      },
    },
    messages: { gift: sentence },
    submit: async ({ values, ...sent }) => decide(sent, values),
  }),

  "[gift]/correct": staffForm("school", "gifts.correct", {
    fields: {
      confirmation_number: {
        label: "Right confirmation number",
        blank: "Enter the right number.",
        message: "Use letters, digits, spaces, and - / . # _ only.",
        read: collapseWhitespace,
      },
      reason: REASON,
    },
    schema: numberCorrection,
    submit: async ({ scope, values, params, shown, page }) => {
      if (values.confirmation_number === shown) {
        throw new FormError({ confirmation_number: "It already has this number." });
      }
      const { donation_id: id } = await getGift(scope, params.gift ?? "");
      await correctNumber(scope, id, values, shown);
      return `${page}?done=corrected`;
    },
  }),
};

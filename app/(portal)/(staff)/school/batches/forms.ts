/** The forms of batches. */
import { validate as isUuid } from "uuid";
import { type ErrorMessages, FormError } from "#app/forms/form-errors.ts";
import { type FormPost, staffForm, UPLOADING } from "#app/forms/form-route.ts";
import { required, typed } from "#app/forms/typed-text.ts";
import { confirmGifts } from "#lib/batches/confirm.ts";
import { confirmationRequest } from "#lib/batches/contract.ts";
import { closeBatch } from "#lib/batches/mutations.ts";
import { applyUpload, keepUpload } from "#lib/batches/uploads.ts";
import { checkBody } from "#lib/http/request.ts";
import { MAX_CSV_BYTES, oneUpload, otherThanCsv } from "#lib/http/uploads.ts";
import { batchOrNull } from "./batch-or-null.ts";

const PAGE = "/school/batches";

const pathOf = ({ params }: Pick<FormPost, "params">) =>
  `${PAGE}/${encodeURIComponent(params.batch_id ?? "")}`;

const NO_GIFTS: ErrorMessages = {
  BATCH_EMPTY: "This batch has no gifts that can be exported yet. All of them are being reviewed.",
  BATCH_OPEN: "This batch is still open. Close it first.",
};

const UPLOAD_PAGE = `${PAGE}/confirm`;

function decode(file: Uint8Array): string {
  const other = otherThanCsv(file);
  if (!other) return new TextDecoder().decode(file);
  throw new FormError({ file: `This file is ${other}. Save it as “CSV UTF-8” and try again.` });
}

/** The file's text, or what was pasted instead. */
function readCsv({ fields, file }: FormPost): string {
  const pasted = typed(fields, "pasted");
  if (file && pasted) {
    throw new FormError({ pasted: "Choose a file or paste lines, but not both." });
  }
  const csv = file ? decode(file) : pasted;
  if (!csv) throw new FormError({ file: "Choose a file, or paste its lines below." });
  return csv;
}

export const policies = { "confirm/check/[token]": { upload: "gifts.confirm" } };

export const forms = {
  "[batch_id]/close/submit": staffForm("school", "batches.close", {
    messages: NO_GIFTS,
    submit: async ({ scope, ...sent }) => {
      // The page says that there is no such batch.
      const batch = await batchOrNull(scope, sent.params);
      if (!batch) return pathOf(sent);
      await closeBatch(scope, batch.batch_id);
      return `${pathOf(sent)}?done=closed`;
    },
  }),

  "[batch_id]/confirm/submit": staffForm("school", "gifts.confirm", {
    messages: { ...NO_GIFTS, confirmation_number: ({ msg }) => `${msg}.` },
    submit: async ({ scope, fields, ...sent }) => {
      const batch = await batchOrNull(scope, sent.params);
      if (!batch) return pathOf(sent);
      const confirmation_number = required(
        fields,
        "confirmation_number",
        "Enter your confirmation number.",
      );
      const { batch_id } = batch;
      const request = checkBody(confirmationRequest, { batch_id, confirmation_number });
      await confirmGifts(scope, request, false);
      return `${pathOf(sent)}?done=confirmed`;
    },
  }),

  /** Keeps an uploaded file, and leads to its dry run. */
  "confirm/check/[token]": staffForm("school", "gifts.confirm", {
    page: UPLOAD_PAGE,
    file: { name: "file", maxBytes: MAX_CSV_BYTES },
    submit: async ({ scope, ...sent }) => {
      const id = await keepUpload(scope, readCsv(sent));
      return `${UPLOAD_PAGE}/${id}`;
    },
  }),

  /** Does what the dry run has shown. The page says what it did, or what is wrong. */
  "confirm/[upload_id]/submit": staffForm("school", "gifts.confirm", {
    messages: { RATE_LIMITED: UPLOADING },
    submit: async ({ scope, params, page }) => {
      const id = params.upload_id ?? "";
      if (isUuid(id)) await oneUpload(scope.schoolId, () => applyUpload(scope, id));
      return page;
    },
  }),
};

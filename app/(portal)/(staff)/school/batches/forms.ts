/** The forms of batches. */
import { validate as isUuid } from "uuid";
import { FormError } from "#app/forms/form-errors.ts";
import { type FormPost, staffForm, UPLOADING } from "#app/forms/form-route.ts";
import type { SchoolScope } from "#lib/auth/scopes.ts";
import { confirmGifts } from "#lib/batches/confirm.ts";
import { confirmationRequest } from "#lib/batches/contract.ts";
import { closeBatch } from "#lib/batches/mutations.ts";
import { getBatch } from "#lib/batches/queries.ts";
import { applyUpload, keepUpload } from "#lib/batches/uploads.ts";
import { nullIf } from "#lib/errors.ts";
import { checkBody } from "#lib/http/request.ts";
import { MAX_CSV_BYTES, oneUpload, otherThanCsv } from "#lib/http/uploads.ts";
import { CONFIRMATION_NUMBER } from "../gifts/forms.ts";

/** The school's batch with the ID in the URL, or null. */
export async function batchOrNull(
  scope: SchoolScope,
  { batch_id: id = "" }: Record<string, string>,
) {
  return isUuid(id) ? nullIf("BATCH_NOT_FOUND", getBatch(scope, id)) : null;
}

const PAGE = "/school/batches";

const pathOf = ({ params }: Pick<FormPost, "params">) =>
  `${PAGE}/${encodeURIComponent(params.batch_id ?? "")}`;

const NO_GIFTS = {
  BATCH_EMPTY: "This batch has no gifts that can be exported yet. All of them are being reviewed.",
  BATCH_OPEN: "This batch is still open. Close it first.",
};

const UPLOAD_PAGE = `${PAGE}/confirm`;

function decode(file: Uint8Array): string {
  const other = otherThanCsv(file);
  if (!other) return new TextDecoder().decode(file);
  throw new FormError({ file: `This file is ${other}. Save it as “CSV UTF-8” and try again.` });
}

/** The file's text, or what was pasted instead. @throws FormError */
function readCsv({ file }: FormPost, pasted: string): string {
  if (file && pasted) {
    throw new FormError({ pasted: "Choose a file or paste lines, but not both." });
  }
  const csv = file ? decode(file) : pasted;
  if (!csv) throw new FormError({ file: "Choose a file, or paste its lines below." });
  return csv;
}

export const policies = { "confirm/check/[token]": { upload: "gifts.confirm" } };

export const forms = {
  "[batch_id]/close": staffForm("school", "batches.close", {
    messages: NO_GIFTS,
    submit: async ({ scope, ...sent }) => {
      // The page says that there is no such batch.
      const batch = await batchOrNull(scope, sent.params);
      if (!batch) return pathOf(sent);
      await closeBatch(scope, batch.batch_id);
      return `${pathOf(sent)}?done=closed`;
    },
  }),

  "[batch_id]/confirm": staffForm("school", "gifts.confirm", {
    fields: { confirmation_number: { ...CONFIRMATION_NUMBER, label: "Your confirmation number" } },
    messages: NO_GIFTS,
    submit: async ({ scope, values, ...sent }) => {
      const batch = await batchOrNull(scope, sent.params);
      if (!batch) return pathOf(sent);
      const { batch_id } = batch;
      await confirmGifts(scope, checkBody(confirmationRequest, { batch_id, ...values }), false);
      return `${pathOf(sent)}?done=confirmed`;
    },
  }),

  /** Keeps an uploaded file, and leads to its dry run. */
  "confirm/check/[token]": staffForm("school", "gifts.confirm", {
    page: UPLOAD_PAGE,
    fields: {
      file: {
        type: "file",
        maxBytes: MAX_CSV_BYTES,
        label: "File",
        help: "CSV in UTF-8, up to 1 MiB: about 20,000 gifts with only the columns below, or 3,000 with all of ours.",
        accept: ".csv,text/csv",
        className: "pt-1 file:mr-1.5 file:cursor-pointer file:font-strong file:underline",
      },
      pasted: {
        as: "area",
        label: "Or paste its lines",
        help: "With their header line.",
        rows: 6,
        autoComplete: "off",
        autoCapitalize: "none",
        spellCheck: false,
        read: (typed) => typed.trim(),
      },
    },
    submit: async ({ scope, values, ...sent }) => {
      const id = await keepUpload(scope, readCsv(sent, values.pasted));
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

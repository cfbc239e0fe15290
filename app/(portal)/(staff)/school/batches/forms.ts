/** The forms of batches. */
import { validate as isUuid } from "uuid";
import { type FormPost, staffForm } from "#app/forms/form-route.ts";
import type { SchoolScope } from "#lib/auth/scopes.ts";
import { confirmGifts } from "#lib/batches/confirm.ts";
import { confirmationRequest } from "#lib/batches/contract.ts";
import { closeBatch } from "#lib/batches/mutations.ts";
import { getBatch } from "#lib/batches/queries.ts";
import { nullIf } from "#lib/errors.ts";
import { checkBody } from "#lib/http/request.ts";
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
};

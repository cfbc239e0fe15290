/** The form handlers of batches. */
import { z } from "zod";
import type { ErrorMessages } from "#app/forms/form-errors.ts";
import { type FormPost, staffForm } from "#app/forms/form-route.ts";
import { confirmGifts } from "#lib/batches/confirm.ts";
import { closeBatch } from "#lib/batches/mutations.ts";
import { text } from "#lib/fields.ts";
import { checkBody } from "#lib/http/request.ts";
import { findBatch } from "./find-batch.ts";

const PAGE = "/school/batches";

const pathOf = ({ params }: Pick<FormPost, "params">) =>
  `${PAGE}/${encodeURIComponent(params.batch_id ?? "")}`;

const NO_GIFTS: ErrorMessages = {
  BATCH_EMPTY: "This batch has no gifts that can be exported yet. All of them are being reviewed.",
  BATCH_OPEN: "This batch is still open. Close it first.",
};

export const close = staffForm("school", "batches.close", {
  page: (sent) => `${pathOf(sent)}/close`,
  messages: NO_GIFTS,
  submit: async ({ scope, ...sent }) => {
    // The page says that there is no such batch.
    const batch = await findBatch(scope, sent.params);
    if (!batch) return pathOf(sent);
    await closeBatch(scope, batch.batch_id);
    return `${pathOf(sent)}?done=closed`;
  },
});

const confirmation = z.object({ confirmation_number: text({ min: 1, max: 100 }) });

export const confirmAll = staffForm("school", "gifts.confirm", {
  page: (sent) => `${pathOf(sent)}/confirm`,
  messages: {
    ...NO_GIFTS,
    confirmation_number: {
      missing: "Enter your confirmation number.",
      other: "Use up to 100 characters.",
    },
  },
  submit: async ({ scope, fields, ...sent }) => {
    const batch = await findBatch(scope, sent.params);
    if (!batch) return pathOf(sent);
    const number = fields.get("confirmation_number")?.trim() || undefined;
    const { confirmation_number } = checkBody(confirmation, { confirmation_number: number });
    await confirmGifts(scope, { batch_id: batch.batch_id, confirmation_number }, false);
    return `${pathOf(sent)}?done=confirmed`;
  },
});

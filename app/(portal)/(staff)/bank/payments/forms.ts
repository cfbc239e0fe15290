/** What a bank says it has sent. */
import { v7 as uuidv7 } from "uuid";
import { staffForm } from "#app/forms/form-route.ts";
import { recordSent } from "#lib/books/payments/api.ts";
import { recordSent as api } from "#lib/books/payments/contract.ts";
import { wireFields } from "../../payment-fields.ts";

export const forms = {
  record: staffForm("bank", "payments.record", {
    fields: wireFields("school_id"),
    schema: api.body.omit({ payment_ref: true }),
    submit: async ({ scope, values, page }) => {
      const sent = await recordSent(scope, { ...values, payment_ref: uuidv7() });
      return `${page}/${sent.payment_id}?done=recorded`;
    },
  }),
};

/** What a foundation has received, paid back, or written off, and what came back. */
import { validate as isUuid, v7 as uuidv7 } from "uuid";
import { FormError } from "#app/forms/form-errors.ts";
import { staffForm } from "#app/forms/form-route.ts";
import { recordReceived } from "#lib/books/payments/api.ts";
import { recordReceived as api, returnRequest } from "#lib/books/payments/contract.ts";
import { approvePayment, returnPayment } from "#lib/books/payments/record.ts";
import { REASON, VALUE_DATE, wireFields } from "../../payment-fields.ts";

export const forms = {
  record: staffForm("school", "payments.record", {
    fields: {
      kind: {
        as: "select",
        label: "What happened",
        options: [
          { value: "received", text: "You received a payment" },
          { value: "refund", text: "You paid a credit back" },
          { value: "write_off", text: "You give up what is due: takes two people" },
        ],
      },
      ...wireFields("bank_id"),
      reason: { ...REASON, help: "For what you give up or pay back.", message: "Enter a reason." },
    },
    schema: api.body.omit({ payment_ref: true }),
    submit: async ({ scope, values, page }) => {
      // Without a wire, what is the same again is the same payment.
      const { wire_reference: wire, ...same } = values;
      const payment_ref = wire ? uuidv7() : Object.values(same).join(" ");
      const { payment_id, posted_at } = await recordReceived(scope, { ...values, payment_ref });
      return `${page}/${payment_id}?done=${posted_at ? "recorded" : "waiting"}`;
    },
  }),

  "[payment_id]/approve": staffForm("school", "payments.approve", {
    submit: async ({ scope, params: { payment_id: id = "" }, page }) => {
      if (!isUuid(id)) return page;
      if (await approvePayment(scope, id)) return `${page}?done=approved`;
      throw new FormError("It doesn’t wait for your approval: someone else has to approve it.");
    },
  }),

  "[payment_id]/return": staffForm("school", "payments.record", {
    fields: {
      value_date: { ...VALUE_DATE, id: "returned-on", label: "Day on which it came back" },
      reason: { ...REASON, id: "return-reason", blank: "Enter a reason." },
    },
    schema: returnRequest,
    submit: async ({ scope, params: { payment_id: id = "" }, page, values }) => {
      if (!isUuid(id)) return page;
      const returned = { valueDate: values.value_date, reason: values.reason };
      if (await returnPayment(scope, id, returned)) return `${page}?done=recorded`;
      throw new FormError("It came back before, or was never received.");
    },
  }),
};

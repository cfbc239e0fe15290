/** The forms of receipt details. */
import { collapseWhitespace, type FormField } from "#app/forms/fields.ts";
import { FormError } from "#app/forms/form-errors.ts";
import { staffForm, thenFlash } from "#app/forms/form-route.ts";
import {
  approveReceipts,
  type ReceiptDetails,
  receiptDetails,
  setReceiptDetails,
} from "#lib/schools/participation/receipts.ts";

const LINE = { read: collapseWhitespace };

export const DETAILS: Record<keyof ReceiptDetails, FormField & { label: string }> = {
  legalName: {
    ...LINE,
    label: "Legal name",
    help: "As registered with the IRS. Printed at the top. If you change it or the EIN, we check your registration again.",
    blank: "Enter the foundation’s legal name.",
  },
  ein: {
    label: "EIN",
    help: "The foundation’s employer identification number, such as 12-3456789.",
    inputMode: "numeric",
    blank: "Enter the EIN.",
    message: "Enter nine digits, such as 12-3456789.",
    read: (typed) => collapseWhitespace(typed).replace(/^(\d{2})-? ?(\d{7})$/, "$1-$2"),
  },
  mailingAddress: {
    as: "area",
    label: "Mailing address",
    blank: "Enter the mailing address.",
    message: "Use up to 500 characters on 6 lines.",
    read: (typed) =>
      typed
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter(Boolean)
        .join("\n"),
  },
  signatoryName: { ...LINE, label: "Signatory", help: "Whose name is below the text. Optional." },
  signatoryTitle: {
    ...LINE,
    label: "Title",
    help: "Theirs, such as Executive Director. Optional.",
  },
  receiptThanks: {
    ...LINE,
    as: "area",
    label: "Thank-you sentence",
    help: "One sentence above the details. Optional. The tax wording is ours, for each tax class.",
  },
  giftDate: {
    as: "select",
    label: "Date of a gift",
    help: "In your time zone. On receipts, statements, and reports, and in files. Gifts already confirmed keep theirs.",
    options: [
      { value: "confirmed", text: "The day you confirm it" },
      { value: "accepted", text: "The day the donor gives it" },
    ],
    message: "Choose a day.",
  },
};

export const forms = {
  change: staffForm("school", "receipts.change", {
    fields: { ...DETAILS, approve: {} },
    schema: receiptDetails,
    submit: async ({ scope, values, fields, shown, page }) => {
      if (values.signatoryTitle !== null && values.signatoryName === null) {
        throw new FormError({ signatoryName: "Enter whose title this is." });
      }
      const approve = fields.has("approve");
      await setReceiptDetails(scope, scope.schoolId, values, { shown, approve });
      return `${page}?done=${approve ? "approved" : "changed"}`;
    },
  }),

  approve: staffForm("school", "receipts.change", {
    submit: ({ scope, shown, page }) =>
      thenFlash(page, "approved", approveReceipts(scope, scope.schoolId, shown)),
  }),
};

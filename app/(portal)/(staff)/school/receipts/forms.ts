/** The forms of receipt details. */
import { FormError } from "#app/forms/form-errors.ts";
import { staffForm } from "#app/forms/form-route.ts";
import { maxCharacters, oneLine } from "#app/forms/typed-text.ts";
import { checkBody } from "#lib/http/request.ts";
import {
  approveReceipts,
  receiptDetails,
  setReceiptDetails,
} from "#lib/schools/participation/receipts.ts";

/** Lines without empty ones. */
const lines = (typed: string | null) =>
  typed
    ?.split(/\r?\n/)
    .map((each) => each.trim())
    .filter((each) => each !== "")
    .join("\n");

export const forms = {
  change: staffForm("school", "receipts.change", {
    messages: {
      legalName: { missing: "Enter the foundation’s legal name.", other: maxCharacters(255) },
      ein: { missing: "Enter the EIN.", other: "Enter nine digits, such as 12-3456789." },
      mailingAddress: {
        missing: "Enter the mailing address.",
        string_too_short: "Enter the mailing address.",
        other: "Use up to 500 characters on 6 lines.",
      },
      signatoryName: maxCharacters(100),
      signatoryTitle: maxCharacters(100),
      receiptThanks: maxCharacters(300),
      giftDate: "Choose a day.",
    },
    submit: async ({ scope, fields, page }) => {
      const ein = oneLine(fields.get("ein"))?.replace(/^(\d{2})-? ?(\d{7})$/, "$1-$2");
      const details = checkBody(receiptDetails, {
        legalName: oneLine(fields.get("legalName")) || undefined,
        ein: ein || undefined,
        mailingAddress: lines(fields.get("mailingAddress")),
        signatoryName: oneLine(fields.get("signatoryName")) || null,
        signatoryTitle: oneLine(fields.get("signatoryTitle")) || null,
        receiptThanks: oneLine(fields.get("receiptThanks")) || null,
        ...(fields.has("giftDate") && { giftDate: fields.get("giftDate") }),
      });
      if (details.signatoryTitle !== null && details.signatoryName === null) {
        throw new FormError({ signatoryName: "Enter whose title this is." });
      }
      const approve = fields.has("approve");
      const shown = fields.get("shown") ?? "";
      await setReceiptDetails(scope, scope.schoolId, details, { shown, approve });
      return `${page}?done=${approve ? "approved" : "changed"}`;
    },
  }),

  approve: staffForm("school", "receipts.change", {
    submit: async ({ scope, fields, page }) => {
      await approveReceipts(scope, scope.schoolId, fields.get("shown") ?? "");
      return `${page}?done=approved`;
    },
  }),
};

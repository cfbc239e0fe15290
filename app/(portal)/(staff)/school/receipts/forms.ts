/** The form handlers of receipt details. */
import { FormError } from "#app/forms/form-errors.ts";
import { staffForm } from "#app/forms/form-route.ts";
import { checkBody } from "#lib/http/request.ts";
import {
  approveReceipts,
  receiptDetails,
  setReceiptDetails,
} from "#lib/schools/participation/receipts.ts";
import { CHANGED_SINCE } from "#lib/version-shown.ts";

const PAGE = "/school/receipts";

const line = (characters: number) => `Use up to ${characters} characters on one line.`;

/** Text on one line; null if it's empty. */
const text = (typed: string | null) => typed?.replace(/\s+/g, " ").trim() || null;

/** Lines without empty ones. */
const lines = (typed: string | null) =>
  typed
    ?.split(/\r?\n/)
    .map((each) => each.trim())
    .filter((each) => each !== "")
    .join("\n");

export const change = staffForm("school", "receipts.change", {
  page: PAGE,
  messages: {
    legalName: { missing: "Enter the foundation’s legal name.", other: line(255) },
    ein: { missing: "Enter the EIN.", other: "Enter nine digits, such as 12-3456789." },
    mailingAddress: {
      missing: "Enter the mailing address.",
      string_too_short: "Enter the mailing address.",
      other: "Use up to 500 characters on 6 lines.",
    },
    signatoryName: line(100),
    signatoryTitle: line(100),
    receiptThanks: line(300),
    shown: CHANGED_SINCE,
  },
  submit: async ({ scope, fields }) => {
    const ein = text(fields.get("ein"))?.replace(/^(\d{2})-? ?(\d{7})$/, "$1-$2");
    const details = checkBody(receiptDetails, {
      legalName: text(fields.get("legalName")) ?? undefined,
      ein: ein ?? undefined,
      mailingAddress: lines(fields.get("mailingAddress")),
      signatoryName: text(fields.get("signatoryName")),
      signatoryTitle: text(fields.get("signatoryTitle")),
      receiptThanks: text(fields.get("receiptThanks")),
    });
    if (details.signatoryTitle !== null && details.signatoryName === null) {
      throw new FormError({ signatoryName: "Enter whose title this is." });
    }
    const approve = fields.has("approve");
    const shown = fields.get("shown") ?? "";
    await setReceiptDetails(scope, scope.schoolId, details, { shown, approve });
    return `${PAGE}?done=${approve ? "approved" : "changed"}`;
  },
});

export const approve = staffForm("school", "receipts.change", {
  page: PAGE,
  messages: { shown: CHANGED_SINCE },
  submit: async ({ scope, fields }) => {
    await approveReceipts(scope, scope.schoolId, undefined, fields.get("shown") ?? "");
    return `${PAGE}?done=approved`;
  },
});

/** What members of banks' and foundations' teams enter of payments. */
import { collapseWhitespace, type FormField } from "#app/forms/fields.ts";
import { parseDollars } from "#lib/money.ts";

export const VALUE_DATE: FormField = {
  type: "date",
  label: "Value date",
  help: "The day on which the money moved, as on your bank statement.",
  blank: "Enter the day.",
  message: ({ type, msg }) => (type === "value_error" ? `${msg}.` : "Enter a day."),
};

export const REASON: FormField = { label: "Reason", read: collapseWhitespace };

/** Of a wire. `other`: the field of whom it's with, whose label and choices are the page's. */
export const wireFields = (other: string): Record<string, FormField> => ({
  [other]: { as: "select", blank: "Choose one.", message: "Choose one." },
  amount_usd: {
    label: "Amount",
    inputMode: "decimal",
    blank: "Enter the amount.",
    message: ({ type, msg }) =>
      type === "value_error" ? `${msg}.` : "Enter an amount above $0, such as 25 or 25.50.",
    read: (typed) => parseDollars(typed.trim()) ?? typed.trim(),
  },
  value_date: VALUE_DATE,
  wire_reference: {
    ...REASON,
    label: "Wire reference",
    help: "As on your bank statement: by it, both sides’ payments meet.",
    message: ({ type }) =>
      type === "value_error"
        ? "Leave it blank: only a payment that you received has one."
        : "Enter the wire’s reference, in up to 140 characters.",
  },
});

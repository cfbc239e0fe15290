/** The customer's input: kept as entered, and validated at every step. */
import { messageIn } from "#app/giving/donation-errors.ts";
import { lockedIn } from "#lib/embed/donations.ts";
import type { EmbedSession } from "#lib/embed/sessions.ts";
import { parseDollars, toDollars } from "#lib/money.ts";

export type FormValues = {
  schoolId: string | null;
  fund: string | null;
  /** A preset amount, or the customer's own, which takes precedence. */
  amount: string;
  ownAmount: string;
  message: string;
  notify: boolean;
};

/** The initial values: those that the bank presets, otherwise the account's preferences. */
export function initialValues(session: EmbedSession): FormValues {
  return {
    schoolId: session.schoolId ?? session.preferredSchoolId,
    fund: null,
    amount: session.amountCents === null ? "" : String(toDollars(session.amountCents)),
    ownAmount: "",
    message: "",
    notify: true,
  };
}

/** The values of a submitted form. */
export function readFormValues(fields: URLSearchParams): FormValues {
  return {
    // The last value: the button that chooses a school comes after the form's own.
    schoolId: fields.getAll("school_id").at(-1) || null,
    fund: fields.get("fund_designation")?.trim() || null,
    amount: fields.get("amount")?.trim() ?? "",
    ownAmount: fields.get("own_amount")?.trim() ?? "",
    message: messageIn(fields) ?? "",
    notify: fields.has("notify_by_email"),
  };
}

/** The same as hidden form fields. */
export function toFields(entered: FormValues): Record<string, string> {
  const { amount, ownAmount, message, notify } = entered;
  return {
    amount,
    own_amount: ownAmount,
    cardholder_message: message,
    ...(notify ? { notify_by_email: "on" } : {}),
  };
}

/** The number of dollars; the text if it is not a valid amount; undefined if empty. */
function amountIn({ amount, ownAmount }: FormValues): number | string | undefined {
  const written = ownAmount || amount;
  return written ? (parseDollars(written) ?? written) : undefined;
}

/** The donation request, not validated yet; locked values are kept. */
export function requestOf(entered: FormValues, fund: string, session: EmbedSession): object {
  return {
    school_id: entered.schoolId ?? undefined,
    fund_designation: fund || undefined,
    dollar_amount: amountIn(entered),
    cardholder_message: entered.message || null,
    notify_by_email: entered.notify,
    ...lockedIn(session),
  };
}

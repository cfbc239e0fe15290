/** The customer's input: kept as entered, and validated at every step. */
import { lockedIn } from "#lib/embed/giving.ts";
import type { EmbedSession } from "#lib/embed/sessions.ts";
import { dollarsOf, readAmount } from "#lib/giving/amounts.ts";
import type { AmountEntry } from "#lib/giving/contract.ts";
import { noteIn } from "#lib/giving/messages.ts";
import { toDollars } from "#lib/money.ts";

export type FormValues = {
  schoolId: string | null;
  fund: string | null;
  entry: AmountEntry;
  note: string;
  notify: boolean;
};

/** The initial values: those that the bank presets, otherwise the account's preferences. */
export function initialValues(session: EmbedSession): FormValues {
  const { amountCents } = session;
  return {
    schoolId: session.schoolId ?? session.preferredSchoolId,
    fund: null,
    entry: { amount: amountCents === null ? "" : String(toDollars(amountCents)), otherAmount: "" },
    note: "",
    notify: true,
  };
}

/** The values of a submitted form. */
export function readFormValues(fields: URLSearchParams): FormValues {
  return {
    // The last value: the button that chooses a school comes after the form's own.
    schoolId: fields.getAll("school_id").at(-1) || null,
    fund: fields.get("fund_designation")?.trim() || null,
    entry: readAmount(fields),
    note: noteIn(fields) ?? "",
    notify: fields.has("notify_by_email"),
  };
}

/** The same as hidden form fields, without the school and its fund. */
export function toFields({ entry, note, notify }: FormValues): Record<string, string> {
  return {
    amount: entry.amount,
    other_amount: entry.otherAmount,
    cardholder_message: note,
    ...(notify ? { notify_by_email: "on" } : {}),
  };
}

/** The donation request, not validated yet; locked values are kept. */
export function requestOf(entered: FormValues, fund: string, session: EmbedSession): object {
  return {
    school_id: entered.schoolId ?? undefined,
    fund_designation: fund || undefined,
    dollar_amount: dollarsOf(entered.entry),
    cardholder_message: entered.note || null,
    notify_by_email: entered.notify,
    ...lockedIn(session),
  };
}

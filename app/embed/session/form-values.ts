/** What the customer has entered: kept as it was written, and looked at anew at every step. */
import { messageIn } from "#app/giving/donation-errors.ts";
import { lockedIn } from "#lib/embed/donations.ts";
import type { EmbedSession } from "#lib/embed/sessions.ts";
import { parseDollars, toDollars } from "#lib/money.ts";

export type FormValues = {
  schoolId: string | null;
  fund: string | null;
  /** One of the amounts that were offered, and one's own, which counts where there is one. */
  amount: string;
  ownAmount: string;
  message: string;
  notify: boolean;
};

/** What the flow begins with: what the bank offers, else what the account is set to. */
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

/** What a form of the flow has sent. */
export function readFormValues(fields: URLSearchParams): FormValues {
  return {
    // Last: the button that chooses a school comes after what the form carries.
    schoolId: fields.getAll("school_id").at(-1) || null,
    fund: fields.get("fund_designation")?.trim() || null,
    amount: fields.get("amount")?.trim() ?? "",
    ownAmount: fields.get("own_amount")?.trim() ?? "",
    message: messageIn(fields) ?? "",
    notify: fields.has("notify_by_email"),
  };
}

/** The same as fields that a form carries along. */
export function toFields(entered: FormValues): Record<string, string> {
  const { amount, ownAmount, message, notify } = entered;
  return {
    amount,
    own_amount: ownAmount,
    cardholder_message: message,
    ...(notify ? { notify_by_email: "on" } : {}),
  };
}

/** The number of dollars; what was written, where it is no amount; undefined where nothing was. */
function amountIn({ amount, ownAmount }: FormValues): number | string | undefined {
  const written = ownAmount || amount;
  return written ? (parseDollars(written) ?? written) : undefined;
}

/** The donation that is asked for, yet to be checked; what is locked stays as it is. */
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

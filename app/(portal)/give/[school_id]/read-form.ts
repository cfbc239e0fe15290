/** Maps the form's fields to a draft request, and errors back to the fields. */

import { toFormErrors } from "#app/forms/form-errors.ts";
import type { FormErrors } from "#app/forms/form-state.ts";
import { env } from "#lib/env.ts";
import { dollarsOf, readAmount } from "#lib/giving/amounts.ts";
import { givingMessages, noteIn } from "#lib/giving/messages.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";

/** The request as entered, not yet validated. */
export const readRequest = (fields: URLSearchParams, school: SchoolDetail) => ({
  loyalty_account_id: fields.get("loyalty_account_id") ?? undefined,
  school_id: school.school_id,
  fund_designation: fields.get("fund_designation")?.trim() || undefined,
  dollar_amount: dollarsOf(readAmount(fields)),
  cardholder_message: noteIn(fields),
  notify_by_email: fields.has("notify_by_email"),
});

/** Error messages by field. The school has none: its message stands above the form. */
export function tellAtFields(thrown: unknown, school: SchoolDetail): FormErrors {
  const messages = givingMessages({ ...school, maxCents: env().maxDonationCents });
  const { school_id: ofSchool, ...errors } = toFormErrors(thrown, messages);
  return { ...(ofSchool ? { "": ofSchool } : {}), ...errors };
}

/** Maps the form's fields to a draft request, and errors back to the fields. */

import { toFormErrors } from "#app/forms/form-errors.ts";
import type { FormErrors } from "#app/forms/form-state.ts";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { findAllowances } from "#lib/donations/accept/limits.ts";
import { env } from "#lib/env.ts";
import { mostOf } from "#lib/giving/allowance.ts";
import { dollarsOf, readAmount } from "#lib/giving/amounts.ts";
import { givingMessages, noteIn } from "#lib/giving/messages.ts";
import { findSource } from "#lib/giving/portal.ts";
import type { Cents } from "#lib/money.ts";
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

/** The most that the chosen account can give, for the messages. */
export async function findMost(scope: CardholderScope, accountId: string | undefined) {
  const source = accountId ? await findSource(scope, accountId) : undefined;
  const [allowance] = source ? await findAllowances([source]) : [];
  return mostOf(env().maxDonationCents, allowance);
}

/** Error messages by field. The school has none: its message stands above the form. */
export function tellAtFields(thrown: unknown, school: SchoolDetail, maxCents: Cents): FormErrors {
  const messages = givingMessages({ ...school, maxCents });
  const { school_id: ofSchool, ...errors } = toFormErrors(thrown, messages);
  return { ...(ofSchool ? { "": ofSchool } : {}), ...errors };
}

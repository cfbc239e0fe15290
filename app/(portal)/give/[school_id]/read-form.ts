/** Maps the form's fields to a draft request, and errors back to the fields. */

import { type ErrorMessages, toFormErrors } from "#app/forms/form-errors.ts";
import type { FormErrors } from "#app/forms/form-state.ts";
import {
  amountMessages,
  FUND_MESSAGES,
  MESSAGE_TEXT_MESSAGES,
  messageIn,
} from "#app/giving/donation-errors.ts";
import type { Source } from "#lib/donations/accept/sources.ts";
import {
  type Cents,
  centsFor,
  formatDollars,
  parseDollars,
  parsePoints,
  pointsFor,
  toDollars,
} from "#lib/money.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";

/** The school in the URL and the chosen account. */
export type Subject = { school: SchoolDetail; source: Source | undefined };

/** Dollars win; points count only when dollars are empty. */
const isInPoints = (fields: URLSearchParams) =>
  !fields.get("dollar_amount")?.trim() && Boolean(fields.get("points")?.trim());

/** The number of dollars, the raw text if it is not an amount, or undefined if empty. */
function amountIn(fields: URLSearchParams, source: Source | undefined) {
  if (isInPoints(fields)) {
    const points = parsePoints(fields.get("points") ?? "");
    return points === null || !source ? "no points" : toDollars(centsFor(points, source.rate));
  }
  const written = fields.get("dollar_amount")?.trim();
  return written ? (parseDollars(written) ?? written) : undefined;
}

/** The request as entered, not yet validated. */
export function readRequest(fields: URLSearchParams, { school, source }: Subject) {
  return {
    loyalty_account_id: fields.get("loyalty_account_id") ?? undefined,
    school_id: school.school_id,
    fund_designation: fields.get("fund_designation")?.trim() || undefined,
    dollar_amount: amountIn(fields, source),
    cardholder_message: messageIn(fields),
    notify_by_email: fields.has("notify_by_email"),
  };
}

function amountWords(inPoints: boolean, { school, source }: Subject): ErrorMessages[string] {
  const told = (cents: Cents) => {
    const dollars = formatDollars(cents);
    if (!inPoints || !source) return dollars;
    return `${pointsFor(cents, source.rate).toLocaleString("en-US")} points (${dollars})`;
  };
  return {
    ...amountMessages(school, told),
    missing: "Enter an amount, in dollars or in points.",
    ...(inPoints ? { other: "Enter the points as a whole number, such as 2,500." } : {}),
  };
}

const CHOOSE_ACCOUNT = "Choose one of your rewards accounts.";

function wordsFor(inPoints: boolean, subject: Subject): ErrorMessages {
  return {
    dollar_amount: amountWords(inPoints, subject),
    fund_designation: FUND_MESSAGES,
    loyalty_account_id: {
      account_not_active: "Your bank no longer links this rewards account. Choose another.",
      other: CHOOSE_ACCOUNT,
    },
    cardholder_message: MESSAGE_TEXT_MESSAGES,
    school_id: `${subject.school.name} takes no donations now.`,
  };
}

/** Error messages by the field that was filled in: dollars or points. */
export function tellAtFields(
  thrown: unknown,
  fields: URLSearchParams,
  subject: Subject,
): FormErrors {
  const inPoints = isInPoints(fields);
  const { school_id: ofSchool, ...errors } = toFormErrors(thrown, wordsFor(inPoints, subject));
  const entries = Object.entries({ ...(ofSchool ? { "": ofSchool } : {}), ...errors });
  return Object.fromEntries(
    entries.map(([field, told]) => [
      inPoints && field === "dollar_amount" ? "points" : field,
      told,
    ]),
  );
}

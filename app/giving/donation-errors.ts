/** Error messages of the donation form, shared by the portal and the embedded flow. */
import type { FieldMessages } from "#app/forms/form-errors.ts";
import { env } from "#lib/env.ts";
import { type Cents, formatDollars, toCents } from "#lib/money.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";

/** @param told formats an amount */
export function amountMessages(
  school: Pick<SchoolDetail, "name" | "minimum_donation_usd">,
  format: (cents: Cents) => string = formatDollars,
) {
  const least = `${school.name} takes ${format(toCents(school.minimum_donation_usd))} or more.`;
  return {
    missing: "Enter an amount, such as 25 or 25.50.",
    decimal_max_places: "Enter an amount with no more than two decimals, such as 25.50.",
    greater_than: least,
    below_school_minimum: least,
    less_than_equal: `Enter ${format(env().maxDonationCents)} or less: we take no larger donation.`,
    other: "Enter the amount as a number, such as 25 or 25.50.",
  };
}

export const FUND_MESSAGES: FieldMessages = {
  missing: "Choose what it is for.",
  string_too_long: "Say what it is for in at most 255 characters.",
  other: "Choose what it is for.",
};

export const MESSAGE_TEXT_MESSAGES: FieldMessages = {
  string_too_long: "Shorten your message to 500 characters.",
  other: "Your message has characters that cannot be kept. Write it anew.",
};

/** The form's message, or null. Forms submit line breaks as CRLF. */
export function messageIn(fields: URLSearchParams): string | null {
  return fields.get("cardholder_message")?.replaceAll("\r\n", "\n").trim() || null;
}

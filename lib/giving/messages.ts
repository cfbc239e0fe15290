/** What the donation form says about input that was refused, in the portal and in the embedded flow alike. */
import { ServiceError, type Violation, type ViolationType } from "../errors.ts";
import { type Cents, formatDollars, toCents } from "../money.ts";
import type { SchoolDetail } from "../schools/contract.ts";

type Limits = Pick<SchoolDetail, "name" | "minimum_donation_usd"> & { maxCents: Cents };

/** What is said where a gift could not be made, by error code. The bank's own reason is not for the person. */
export const BANK_MESSAGES = {
  AUTHORIZATION_DECLINED:
    "Your bank declined this gift. Nothing was given, and your points weren’t used. Ask your bank why.",
  AUTHORIZATION_UNAVAILABLE:
    "Your bank didn’t answer. Nothing was given. Try again in a few minutes.",
  BANK_SUSPENDED:
    "Your bank can’t accept gifts right now. Nothing was given, and your points weren’t used.",
  SERVICE_UNAVAILABLE:
    "We can’t take gifts right now. Nothing was given, and your points weren’t used. Try again later.",
  RATE_LIMITED: "Your bank was asked too often today. Nothing was given. Try again tomorrow.",
} as const;

/** The message for an error that was thrown; null for others. */
export const bankMessage = (thrown: unknown): string | null =>
  thrown instanceof ServiceError
    ? ((BANK_MESSAGES as Record<string, string>)[thrown.code] ?? null)
    : null;

/** What is said of an amount beyond a limit, which depends on what was given today; null for other violations. */
export const limitMessage = ({ type, msg }: Violation): string | null =>
  type === "limit_exceeded" ? msg : null;

const DAY_IS_FULL =
  "This rewards account has reached its limit of gifts for today. Give again tomorrow.";

/** Messages by violation type, for each field of the request. */
export function givingMessages({ name, minimum_donation_usd, maxCents }: Limits) {
  const least = formatDollars(toCents(minimum_donation_usd));
  const tooLittle = `Enter an amount of at least ${least}.`;
  const ofAmount: Partial<Record<ViolationType, string>> = {
    missing: "Choose an amount.",
    decimal_max_places: "Enter an amount with no more than two decimals, such as 25.50.",
    greater_than: tooLittle,
    below_school_minimum: tooLittle,
    less_than_equal: `The maximum gift is ${formatDollars(maxCents)}.`,
  };
  return {
    dollar_amount: (violation: Violation) =>
      limitMessage(violation) ??
      ofAmount[violation.type] ??
      "Enter an amount in dollars, such as 25 or 25.50.",
    fund_designation: {
      string_too_long: "Describe where your gift should go in 255 characters or fewer.",
      other: "Choose where your gift should go.",
    },
    cardholder_message: {
      string_too_long: "Shorten your note to 500 characters.",
      other: "Your note contains an unsupported character. Please remove it.",
    },
    school_id: `${name} isn’t accepting gifts right now.`,
    loyalty_account_id: {
      account_not_active: "Your bank no longer links this rewards account. Choose a different one.",
      limit_exceeded: DAY_IS_FULL,
      other: "Choose one of your rewards accounts.",
    },
    service_user_id: DAY_IS_FULL,
  };
}

/** The note to the school, or null. Forms submit line breaks as CRLF. */
export function noteIn(fields: URLSearchParams): string | null {
  return fields.get("cardholder_message")?.replaceAll("\r\n", "\n").trim() || null;
}

/** What is said about gifts that were refused, in the portal and in the embedded flow alike. */
import { toFormErrors } from "#app/forms/form-errors.ts";
import type { FormErrors } from "#app/forms/form-state.ts";
import { ServiceError, type Violation, type ViolationType } from "#lib/errors.ts";
import { type Cents, formatDollars, toCents } from "#lib/money.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";

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
function givingMessages({ name, minimum_donation_usd }: SchoolDetail, maxCents: Cents) {
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

type Asked = {
  school: SchoolDetail;
  /** The most that can be given. */
  maxCents: Cents;
  /** Whether the bank has locked the amount. */
  isAmountLocked?: boolean;
};

/** Messages by field; what the form has no field for stands above it. */
function tellAtFields(thrown: unknown, { school, maxCents, isAmountLocked }: Asked): FormErrors {
  const told = toFormErrors(thrown, givingMessages(school, maxCents));
  const { school_id, service_user_id, dollar_amount, ...others } = told;
  const ofAmount = dollar_amount ? { [isAmountLocked ? "" : "dollar_amount"]: dollar_amount } : {};
  const above = service_user_id ?? school_id;
  return { ...(above ? { "": above } : {}), ...ofAmount, ...others };
}

/**
 * All errors of a refused gift, by field. Business rules run only on a valid body, so an overlong note would hide
 * them: the rest is validated again without the note.
 * @param draft validates a request as the form does
 */
export async function collectErrors(
  thrown: unknown,
  input: object,
  draft: (input: object) => Promise<unknown>,
  asked: Asked,
): Promise<FormErrors> {
  const tell = (refusal: unknown) => tellAtFields(refusal, asked);
  const errors = tell(thrown);
  if (!errors.cardholder_message) return errors;
  const others = await draft({ ...input, cardholder_message: null }).then(() => ({}), tell);
  return { ...others, ...errors };
}

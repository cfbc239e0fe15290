/** Error messages for rejected gifts, shared by the portal and the embedded flow. */
import { type FormErrors, toFormErrors } from "#app/forms/form-errors.ts";
import { ServiceError, type Violation, type ViolationType } from "#lib/errors.ts";
import { type Cents, formatDollars, toCents } from "#lib/money.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";
import { findFund } from "./funds.ts";

/** Messages by error code. The bank's own reason isn't shown to the cardholder. */
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

/** The person has removed their address since they chose to share it, or never had one. */
export const NO_ADDRESS_TO_SHARE =
  "Add your postal address in your settings to share it with the school, or choose something else.";

/** Whether the bank declined this gift: it would decline the same one again. */
export const isDecline = (message: string | undefined): boolean =>
  message === BANK_MESSAGES.AUTHORIZATION_DECLINED;

/** The message for one of these errors; null for any other error. */
export const bankMessage = (thrown: unknown): string | null =>
  thrown instanceof ServiceError
    ? ((BANK_MESSAGES as Record<string, string>)[thrown.code] ?? null)
    : null;

/** The message for an amount beyond a limit, which includes what is left today; null for other violations. */
export const limitMessage = ({ type, msg }: Violation): string | null =>
  type === "limit_exceeded" ? msg : null;

const DAILY_LIMIT_REACHED =
  "This rewards account has reached its limit of gifts for today. Give again tomorrow.";

/** Messages by violation type, for each field of the request. */
function givingMessages({ name }: SchoolDetail, minCents: Cents, maxCents: Cents) {
  const belowMinimum = `Enter an amount of at least ${formatDollars(minCents)}.`;
  const amountMessages: Partial<Record<ViolationType, string>> = {
    missing: "Choose an amount.",
    decimal_max_places: "Enter an amount with no more than two decimals, such as 25.50.",
    greater_than: belowMinimum,
    below_school_minimum: belowMinimum,
    less_than_equal: `The maximum gift is ${formatDollars(maxCents)}.`,
  };
  return {
    dollar_amount: (violation: Violation) =>
      limitMessage(violation) ??
      amountMessages[violation.type] ??
      "Enter an amount in dollars, such as 25 or 25.50.",
    fund_designation: {
      string_too_long: "Describe where your gift should go in 255 characters or fewer.",
      other: "Choose where your gift should go.",
    },
    cardholder_message: {
      string_too_long: "Shorten your note to 500 characters.",
      other: "Your note contains an unsupported character. Please remove it.",
    },
    share_with_school: NO_ADDRESS_TO_SHARE,
    school_id: `${name} isn’t accepting gifts right now.`,
    loyalty_account_id: {
      account_not_active: "Your bank no longer links this rewards account. Choose a different one.",
      limit_exceeded: DAILY_LIMIT_REACHED,
      other: "Choose one of your rewards accounts.",
    },
    service_user_id: DAILY_LIMIT_REACHED,
  };
}

/** The school's minimum or, if it's higher, that of the chosen fund. */
function minimumFor(school: SchoolDetail, input: object): Cents {
  const designation = "fund_designation" in input ? String(input.fund_designation) : null;
  const ofFund = findFund(school.funds, designation)?.minimum_donation_usd;
  return toCents(ofFund ?? school.minimum_donation_usd);
}

type GiftLimits = {
  school: SchoolDetail;
  /** The largest gift allowed. */
  maxCents: Cents;
  /** Whether the bank has locked the amount. */
  isAmountLocked?: boolean;
};

/** Messages by field. Errors without a field go to the form as a whole. */
function errorsByField(
  thrown: unknown,
  input: object,
  { school, maxCents, isAmountLocked }: GiftLimits,
): FormErrors {
  const errors = toFormErrors(thrown, givingMessages(school, minimumFor(school, input), maxCents));
  const { school_id, service_user_id, dollar_amount, ...others } = errors;
  const amount = dollar_amount ? { [isAmountLocked ? "" : "dollar_amount"]: dollar_amount } : {};
  const form = service_user_id ?? school_id;
  return { ...(form ? { "": form } : {}), ...amount, ...others };
}

/**
 * All errors of a rejected gift, by field. Business rules run only on a valid body, so an overlong note would hide
 * their errors: the rest is validated again without the note.
 * @param draft validates a request the way the form does
 */
export async function collectErrors(
  thrown: unknown,
  input: object,
  draft: (input: object) => Promise<unknown>,
  limits: GiftLimits,
): Promise<FormErrors> {
  const toErrors = (error: unknown) => errorsByField(error, input, limits);
  const errors = toErrors(thrown);
  if (!errors.cardholder_message) return errors;
  const others = await draft({ ...input, cardholder_message: null }).then(() => ({}), toErrors);
  return { ...others, ...errors };
}

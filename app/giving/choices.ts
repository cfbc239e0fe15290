/** What a person has chosen about a gift, as the query parameters of the donation form's page. */
import { pathWithQuery } from "#app/paths.ts";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import { dollarAmount } from "#lib/fields.ts";
import { parseDollars } from "#lib/money.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";
import { findFund } from "./funds.ts";

type Choices = {
  /** In dollars. */
  amount?: number;
  /** The fund's ID. */
  fund?: string | null;
  /** The loyalty account's ID. */
  account?: string | undefined;
};

/** The path of a school's donation form, with these choices. */
export function formPath(schoolId = "", { amount, fund, account }: Choices = {}): string {
  return pathWithQuery(`/give/${encodeURIComponent(schoolId)}`, {
    amount: amount ? String(amount) : null,
    fund: fund || null,
    account: account || null,
  });
}

/** The path of a form with the choices of an earlier gift. */
export const againPath = (gift: CardholderDonation) =>
  formPath(gift.school_id, {
    amount: gift.dollar_amount,
    fund: gift.fund_id,
    account: gift.service_user_id,
  });

/**
 * The form's fields for the choices in a URL. Anyone can write a URL, so an amount that can't be given and a fund that
 * isn't the school's are ignored, and the form ignores accounts that aren't the cardholder's.
 */
export function readChoices(
  { funds }: Pick<SchoolDetail, "funds">,
  { amount = "", fund, account }: Record<string, string>,
): Record<string, string> {
  const { success, data: usd } = dollarAmount.safeParse(parseDollars(amount));
  const fundId = findFund(funds, fund)?.fund_id;
  return {
    ...(success ? { amount: String(usd) } : {}),
    ...(fundId ? { fund_designation: fundId } : {}),
    ...(account ? { loyalty_account_id: account } : {}),
  };
}

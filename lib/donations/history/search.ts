/** What a bank's one search box means. */
import { validate as isUuid } from "uuid";
import type { BankApiScope } from "../../auth/scopes.ts";
import { onlyRow, run } from "../../database/run.ts";
import { filterText } from "../../fields.ts";
import { amountIn } from "../../money.ts";
import { parseGiftNumber } from "../gift-number.ts";
import { type DonationConditions, namedBy } from "./sql.ts";

/**
 * An ID of a donation, a customer, an event, or an authorization; a gift number; the bank's reference or customer ID; a
 * school's confirmation number; an amount; an email address; or else a part of a customer's name.
 */
export async function conditionsFor(
  scope: BankApiScope,
  typed: string,
): Promise<DonationConditions> {
  // Text that can't be stored matches nothing.
  const text = filterText.parse(typed);
  if (parseGiftNumber(text) !== null) return { gift_number: text };
  const named = onlyRow(await run(namedBy(scope, text, isUuid(text) ? text : null)));
  if (named.donationId !== null) return { donation_id: named.donationId };
  if (named.accountId !== null) return { service_user_id: named.accountId };
  if (named.isReference) return { bank_transaction_ref: text };
  if (named.isCustomer) return { bank_user_id: text };
  if (named.isConfirmation) return { school_confirmation_id: text };
  const dollar_amount = amountIn(text);
  if (dollar_amount !== undefined) return { dollar_amount };
  return text.includes("@") ? { email: text } : { customer_name: text };
}

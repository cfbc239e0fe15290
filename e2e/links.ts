/** Links that cardholders haven't accepted, and banks that the operator suspended. */
import { randomUUID } from "node:crypto";
import { bank, query } from "./application.ts";
import { giveAndWait } from "./cardholder-donations.ts";
import { operate } from "./staff.ts";

/** The longest bank name allowed. */
export const LONG_BANK = "The First Savings and Loan Association of Winnipesaukee";

/** Moves the account to a separate bank, so that changes to the bank affect no other test. */
async function moveToOwnBank(accountId: string, changes: object): Promise<void> {
  const id = randomUUID();
  await query(
    `insert into bank select (jsonb_populate_record(b, $2)).* from bank b
     where id = (select bank_id from account where id = $1)`,
    [accountId, { id, ...changes }],
  );
  await query("update embed_session set bank_id = $2 where account_id = $1", [accountId, id]);
  await query("update account set bank_id = $2 where id = $1", [accountId, id]);
}

/** Another bank's link to the person's address, which they have not accepted. */
export async function linkUnasked(
  email: string,
  { bankName = "Harbor Bank", givesUsd = 0 } = {},
): Promise<void> {
  const body = {
    bank_user_id: randomUUID(),
    display_name: "Sam Sample",
    email,
    loyalty_program_id: "gold-rewards",
  };
  const { service_user_id: accountId } = (await bank().POST("/v1/accounts/link", { body })).data;
  if (givesUsd > 0) await giveAndWait({ accountId }, givesUsd);
  await moveToOwnBank(accountId, { name: bankName });
}

/** Reverts the acceptance of a link. */
export const unaccept = (accountId: string) =>
  query("update account set accepted_at = null where id = $1", [accountId]);

/** Suspends the account's bank. */
export const suspendBankOf = (accountId: string) =>
  moveToOwnBank(accountId, { name: "Harbor Bank", status: "suspended", status_reason: "a test" });

/** Lets the sandbox's school confirm a gift that it holds: `.94`. */
export const release = (donationId: string) =>
  operate("donation", "release", "--donation", donationId);

/** Holds a pending gift. */
export const hold = (donationId: string) =>
  query("update credit set held_at = now(), hold_reason = 'a test' where donation_id = $1", [
    donationId,
  ]);

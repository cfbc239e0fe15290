/** A cardholder's links with banks, over all banks that know their address. */
import type { CardholderScope } from "../../auth/scopes.ts";
import { toDollars } from "../../money.ts";
import type { LoyaltyAccount } from "./loyalty-contract.ts";
import { findLoyaltyAccounts } from "./sql.ts";

/** Points that make a dollar where the bank has set no rate for the program. */
export const STANDARD_RATE = 100;

/**
 * A person's accounts, for queries of theirs: all that are linked now, of which a bank may have few
 * (lib/accounts/mutations.ts), and the latest that are no more, of which it may have made any number.
 * $1 is the cardholder.
 */
export const OWN_ACCOUNTS = `
  (select id, bank_id, loyalty_program_id, status, linked_at from account
   where cardholder_id = $1 and status in ('active', 'pending_oauth')
   union all
   (select id, bank_id, loyalty_program_id, status, linked_at from account
    where cardholder_id = $1 and status = 'unlinked'
    order by linked_at desc, id desc limit 50))`;

/** The latest linked first. */
export async function listLoyaltyAccounts(scope: CardholderScope): Promise<LoyaltyAccount[]> {
  const { cardholderId } = scope;
  const rows = await findLoyaltyAccounts({ cardholderId, standardRate: STANDARD_RATE });
  return rows.map((row) => ({
    loyalty_account_id: row.id,
    service_user_id: row.id,
    bank_name: row.bankName,
    loyalty_program_id: row.loyaltyProgramId,
    points_per_dollar: row.pointsPerDollar,
    status: row.status as LoyaltyAccount["status"],
    linked_at: row.linkedAt.toISOString(),
    donation_count: row.donationCount,
    lifetime_donated_usd: toDollars(row.donatedCents),
  }));
}

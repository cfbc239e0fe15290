/** A cardholder's loyalty accounts at all banks that have linked their address. */
import type { CardholderScope } from "../../auth/scopes.ts";
import { toDollars } from "../../money.ts";
import type { LoyaltyAccount } from "./loyalty-contract.ts";
import { findLoyaltyAccounts } from "./sql.ts";

/** Points per dollar if the bank has set no rate for the program. */
export const STANDARD_RATE = 100;

/** Most recently linked first. */
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
    accepted: row.accepted,
    linked_at: row.linkedAt.toISOString(),
    donation_count: row.donationCount,
    lifetime_donated_usd: toDollars(row.donatedCents),
  }));
}

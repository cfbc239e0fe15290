/** A cardholder's links with banks, over all banks that know their address. */
import type { CardholderScope } from "../auth/scopes.ts";
import { pool } from "../db.ts";
import { toDollars } from "../money.ts";
import type { LoyaltyAccount } from "./loyalty-contract.ts";

/** Points that make a dollar where the bank has set no rate for the program. */
export const STANDARD_RATE = 100;

type LoyaltyRow = {
  id: string;
  bankName: string;
  programId: string;
  rate: number;
  status: LoyaltyAccount["status"];
  linkedAt: Date;
  donationCount: number;
  cents: number;
};

/** All of them, whatever their status, the latest linked first. */
export async function listLoyaltyAccounts(scope: CardholderScope): Promise<LoyaltyAccount[]> {
  const { rows } = await pool().query<LoyaltyRow>(
    `select a.id, b.name as "bankName", a.loyalty_program_id as "programId",
       coalesce(p.points_per_dollar, $2) as rate, a.status, a.linked_at as "linkedAt",
       a.donation_count as "donationCount", a.lifetime_donated_cents as cents
     from account a
     join bank b on b.id = a.bank_id
     left join loyalty_program p on p.bank_id = a.bank_id and p.program_id = a.loyalty_program_id
     where a.cardholder_id = $1
     order by a.linked_at desc, a.id desc`,
    [scope.cardholderId, STANDARD_RATE],
  );
  return rows.map((row) => ({
    loyalty_account_id: row.id,
    service_user_id: row.id,
    bank_name: row.bankName,
    loyalty_program_id: row.programId,
    points_per_dollar: row.rate,
    status: row.status,
    linked_at: row.linkedAt.toISOString(),
    donation_count: row.donationCount,
    lifetime_donated_usd: toDollars(row.cents),
  }));
}

/** Accounts as banks see them. */
import { serializeBalance } from "../cardholders/points-balance.ts";
import type { Query } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { toDollars } from "../money.ts";
import type { Account } from "./contract.ts";

/** A bank's accounts, with the columns that `serializeAccount` needs. */
export const accountsOf = (bankId: string) =>
  kysely
    .selectFrom("account")
    .select(["id", "bankUserId", "email", "displayName", "status", "linkedAt", "lastActiveAt"])
    .select(["loyaltyProgramId", "preferredSchoolId", "preferredFund", "phone", "taxReceiptEmail"])
    .select(["metadata", "donationCount", "lifetimeDonatedCents"])
    .select(["pointsBalance", "pointsBalanceAt"])
    .where("bankId", "=", bankId);

type RowOf<Q> = Q extends Query<infer Row> ? Row : never;

export type AccountRow = RowOf<ReturnType<typeof accountsOf>>;

/** The account in single and list responses. */
export function serializeAccount(row: AccountRow): Account {
  return {
    service_user_id: row.id,
    bank_user_id: row.bankUserId,
    email: row.email,
    display_name: row.displayName,
    status: row.status as Account["status"],
    linked_at: row.linkedAt.toISOString(),
    last_active_at: row.lastActiveAt.toISOString(),
    loyalty_program_id: row.loyaltyProgramId,
    preferred_school_id: row.preferredSchoolId,
    preferred_fund: row.preferredFund,
    phone: row.phone,
    tax_receipt_email: row.taxReceiptEmail,
    metadata: row.metadata as Account["metadata"],
    points_balance: serializeBalance(row),
    donation_count: row.donationCount,
    lifetime_donated_usd: toDollars(row.lifetimeDonatedCents),
  };
}

/** Accounts as banks see them. */
import { serializeBalance } from "../cardholders/points-balance.ts";
import type { Query } from "../database/run.ts";
import { serialize } from "../database/serialize.ts";
import { kysely } from "../database/tables.ts";
import { toDollars } from "../money.ts";
import { type Account, account } from "./contract.ts";

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
export const serializeAccount = (row: AccountRow): Account =>
  serialize(account, row, {
    service_user_id: row.id,
    metadata: row.metadata as Account["metadata"],
    points_balance: serializeBalance(row),
    lifetime_donated_usd: toDollars(row.lifetimeDonatedCents),
  });

/** Reads accounts. Every query filters by bank: another bank's account isn't found. */
import type { BankApiScope } from "../auth/scopes.ts";
import { serializeBalance } from "../cardholders/points-balance.ts";
import type { Page } from "../contract.ts";
import { containsText, equalIgnoringCase } from "../database/expressions.ts";
import { isSameReference } from "../database/reference-key.ts";
import { type Query, requireRow } from "../database/run.ts";
import { serialize } from "../database/serialize.ts";
import { kysely } from "../database/tables.ts";
import { toDollars } from "../money.ts";
import { readPage } from "../pagination/pages.ts";
import { createdBetween, totalOf } from "../pagination/totals.ts";
import { type Account, type AccountFilters, account } from "./contract.ts";

/** A bank's accounts, with the columns that `serializeAccount` needs. */
const accountsOf = (bankId: string) =>
  kysely
    .selectFrom("account")
    .select(["id", "bankUserId", "email", "displayName", "status", "linkedAt", "lastActiveAt"])
    .select(["loyaltyProgramId", "preferredSchoolId", "preferredFund", "phone", "taxReceiptEmail"])
    .select(["metadata", "donationCount", "lifetimeDonatedCents"])
    .select(["pointsBalance", "pointsBalanceAt"])
    .where("bankId", "=", bankId);

export type AccountRow = ReturnType<typeof accountsOf> extends Query<infer Row> ? Row : never;

/** The account in responses and events. */
export const serializeAccount = (row: AccountRow): Account =>
  serialize(account, row, {
    service_user_id: row.id,
    metadata: row.metadata as Account["metadata"],
    points_balance: serializeBalance(row),
    lifetime_donated_usd: toDollars(row.lifetimeDonatedCents),
  });

/** One of this bank's accounts, in any status. @throws ServiceError ACCOUNT_NOT_FOUND */
export async function getAccount(scope: BankApiScope, serviceUserId: string): Promise<Account> {
  const one = accountsOf(scope.bankId).where("id", "=", serviceUserId);
  return serializeAccount(await requireRow(one, "ACCOUNT_NOT_FOUND"));
}

/** One page of this bank's accounts in one status, most recently linked first. */
export async function listAccounts(
  scope: BankApiScope,
  filters: AccountFilters,
): Promise<Page<Account>> {
  const { status, created_after: from, created_before: to } = filters;
  const { bank_user_id: user, email, display_name: name } = filters;
  const isTallied = !from && !to && (user ?? email ?? name) === undefined;
  return readPage({
    list: "accounts",
    tenant: scope.bankId,
    filters,
    rows: accountsOf(scope.bankId)
      .where("status", "=", status)
      .where((of) => createdBetween(of.ref("linkedAt"), { from, to }))
      .$if(user !== undefined, (all) =>
        all.where(isSameReference("account", "bankUserId", user as string)),
      )
      .$if(email !== undefined, (all) =>
        all.where(equalIgnoringCase("account.email", email as string)),
      )
      .$if(name !== undefined, (all) => all.where(containsText("displayName", name as string))),
    by: { at: "linkedAt", id: "id" },
    total: isTallied ? totalOf("accounts", scope.bankId, status) : undefined,
    show: serializeAccount,
  });
}

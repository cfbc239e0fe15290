/** Reads accounts. Every query filters by bank: another bank's account isn't found. */
import { validate as isUuid } from "uuid";
import type { BankApiScope } from "../auth/scopes.ts";
import { serializeBalance } from "../cardholders/points-balance.ts";
import type { Page } from "../contract.ts";
import { containsText, equalIgnoringCase, given } from "../database/expressions.ts";
import { isSameReference } from "../database/reference-key.ts";
import { type Query, requireRow, runForOne } from "../database/run.ts";
import { serialize } from "../database/serialize.ts";
import { kysely } from "../database/tables.ts";
import { filterText } from "../fields.ts";
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

/** One account for the bank's team, with when and why it was unlinked; undefined if the bank has none with this ID. */
export const findCustomer = (scope: BankApiScope, id: string) =>
  isUuid(id)
    ? runForOne(
        accountsOf(scope.bankId).select(["unlinkedAt", "unlinkReason"]).where("id", "=", id),
      )
    : Promise.resolve(undefined);

type CustomerFilters = Pick<AccountFilters, "bank_user_id" | "email" | "display_name">;

/** What a bank's search box means: an ID of ours or its own, an email address, or a part of a name. */
export async function customersNamed(
  scope: BankApiScope,
  typed: string,
): Promise<CustomerFilters & { service_user_id?: string }> {
  const text = filterText.parse(typed);
  if (isUuid(text) && (await findCustomer(scope, text))) return { service_user_id: text };
  const own = accountsOf(scope.bankId).where(isSameReference("account", "bankUserId", text));
  if (await runForOne(own)) return { bank_user_id: text };
  return text.includes("@") ? { email: text } : { display_name: text };
}

type ListFilters = Omit<AccountFilters, "status"> & { status?: string; service_user_id?: string };

/** One page of this bank's accounts, in one status or any, most recently linked first. */
export async function listAccounts(
  scope: BankApiScope,
  filters: ListFilters,
  maxCounted?: number,
): Promise<Page<Account>> {
  const { status, service_user_id: id, created_after: from, created_before: to } = filters;
  const { bank_user_id: user, email, display_name: name } = filters;
  const isTallied = !from && !to && (id ?? user ?? email ?? name) === undefined;
  return readPage({
    list: "accounts",
    tenant: scope.bankId,
    filters,
    rows: accountsOf(scope.bankId)
      .where(({ and }) => and(given({ status, id })))
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
    maxCounted,
    show: serializeAccount,
  });
}

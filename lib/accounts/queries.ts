/** Reads accounts. Every query filters by bank: another bank's account isn't found. */
import type { BankScope } from "../auth/scopes.ts";
import type { Page } from "../contract.ts";
import { equalIgnoringCase } from "../database/expressions.ts";
import { isSameReference } from "../database/reference-key.ts";
import { requireRow } from "../database/run.ts";
import { readPage } from "../pagination/pages.ts";
import { createdBetween, totalOf } from "../pagination/totals.ts";
import type { Account, AccountFilters } from "./contract.ts";
import { accountsOf, serializeAccount } from "./serialize.ts";

/** One of this bank's accounts, in any status. @throws ServiceError ACCOUNT_NOT_FOUND */
export async function getAccount(scope: BankScope, serviceUserId: string): Promise<Account> {
  const one = accountsOf(scope.bankId).where("id", "=", serviceUserId);
  return serializeAccount(await requireRow(one, "ACCOUNT_NOT_FOUND"));
}

/** One page of this bank's accounts in one status, most recently linked first. */
export async function listAccounts(
  scope: BankScope,
  filters: AccountFilters,
): Promise<Page<Account>> {
  const { status, created_after: from, created_before: to } = filters;
  const { bank_user_id: user, email } = filters;
  const isTallied = !from && !to && user === undefined && email === undefined;
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
      ),
    by: { at: "linkedAt", id: "id" },
    total: isTallied ? totalOf("accounts", scope.bankId, status) : undefined,
    show: serializeAccount,
  });
}

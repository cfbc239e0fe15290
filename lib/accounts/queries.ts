/** Reading accounts. One query filters by id and bank together: not yours is not there. */
import { Prisma } from "../../generated/prisma/client.ts";
import type { BankScope } from "../auth/scopes.ts";
import type { Page } from "../contract.ts";
import { listKey } from "../cursor.ts";
import { db } from "../database/prisma.ts";
import { ServiceError } from "../errors.ts";
import { readPage } from "../pages.ts";
import { tallied } from "../tallies.ts";
import type { Account, AccountFilters } from "./contract.ts";
import { type ShownAccount, serializeAccount } from "./serialize.ts";

const { sql } = Prisma;

/** One account of this bank, whatever its status. @throws ServiceError ACCOUNT_NOT_FOUND */
export async function getAccount(scope: BankScope, serviceUserId: string): Promise<Account> {
  const row = await db().account.findFirst({
    where: { id: serviceUserId, bankId: scope.bankId },
  });
  if (!row) throw new ServiceError("ACCOUNT_NOT_FOUND");
  return serializeAccount(row);
}

const COLUMNS = sql`id, bank_user_id as "bankUserId", email, display_name as "displayName", status,
  linked_at as "linkedAt", last_active_at as "lastActiveAt",
  loyalty_program_id as "loyaltyProgramId", preferred_school_id as "preferredSchoolId",
  preferred_fund as "preferredFund", phone, tax_receipt_email as "taxReceiptEmail", metadata,
  donation_count as "donationCount",
  lifetime_donated_cents as "lifetimeDonatedCents"`;

/** One page of this bank's accounts in one status, the latest linked first. */
export async function listAccounts(
  scope: BankScope,
  filters: AccountFilters,
): Promise<Page<Account>> {
  const { status, created_after: after, created_before: before, limit, cursor } = filters;
  const where = [sql`bank_id = ${scope.bankId}::uuid`, sql`status = ${status}`];
  if (after) where.push(sql`linked_at >= ${after}`);
  if (before) where.push(sql`linked_at < ${before}`);
  return readPage<ShownAccount, Account>(
    {
      key: listKey("accounts", scope.bankId, filters),
      limit,
      cursor,
      columns: COLUMNS,
      from: sql`account`,
      where,
      by: { at: sql`linked_at`, id: sql`id` },
      total: after || before ? undefined : tallied("accounts", scope.bankId, status),
    },
    serializeAccount,
  );
}

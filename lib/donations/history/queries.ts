/** Reading donations. One query filters by id and tenant together: not yours is not there. */
import { type Expression, expressionBuilder, sql } from "kysely";
import type { BankScope } from "../../auth/scopes.ts";
import type { Page } from "../../contract.ts";
import { listKey } from "../../cursor.ts";
import { db } from "../../database/prisma.ts";
import { kysely, type Tables } from "../../database/tables.ts";
import { ServiceError } from "../../errors.ts";
import { readPage } from "../../pagination/pages.ts";
import { createdBetween, totalBetween, totalOf } from "../../pagination/totals.ts";
import type { Donation, DonationFilters } from "../contract.ts";
import { serializeDonation } from "../serialize.ts";
import { shownDonations } from "../sql.ts";
import { fromPrisma } from "../state.ts";

/** One donation of this bank. @throws ServiceError DONATION_NOT_FOUND */
export async function getDonation(scope: BankScope, donationId: string): Promise<Donation> {
  const row = await db().donation.findFirst({
    where: { id: donationId, bankId: scope.bankId },
    include: { credit: true },
  });
  if (!row) throw new ServiceError("DONATION_NOT_FOUND");
  return serializeDonation(fromPrisma(row));
}

const CREATED_AT = sql.ref<Date>("d.createdAt");

/** Every filter but the times. */
function filterOf(scope: BankScope, filters: DonationFilters) {
  const { status, bank_transaction_ref: reference, school_id, service_user_id } = filters;
  const eb = expressionBuilder<{ d: Tables["donation"] }, "d">();
  return eb.and([
    eb("d.bankId", "=", scope.bankId),
    ...(status ? [eb("d.status", "=", status)] : []),
    ...(reference === undefined ? [] : [eb("d.bankTransactionRef", "=", reference)]),
    ...(school_id === undefined ? [] : [eb("d.schoolId", "=", school_id)]),
    ...(service_user_id ? [eb("d.accountId", "=", service_user_id)] : []),
  ]);
}

/** The total, where it need not be counted: a reference or an account leaves few enough to count. */
function knownTotal(scope: BankScope, filters: DonationFilters): Expression<number> | undefined {
  const { status, school_id: part, from, to } = filters;
  if (filters.bank_transaction_ref !== undefined || filters.service_user_id) return undefined;
  if (part === undefined && !from && !to) return totalOf("donations", scope.bankId, status);
  const rows = kysely.selectFrom("donation as d").where(filterOf(scope, filters));
  const list = { list: "donations", owner: scope.bankId, rows, createdAt: CREATED_AT } as const;
  return totalBetween({ ...list, part, status, from, to });
}

/** One page of this bank's donations, newest first. */
export async function listDonations(
  scope: BankScope,
  filters: DonationFilters,
): Promise<Page<Donation>> {
  const { limit, cursor } = filters;
  return readPage(
    {
      key: listKey("donations", scope.bankId, filters),
      limit,
      cursor,
      rows: shownDonations
        .where(filterOf(scope, filters))
        .where(createdBetween(CREATED_AT, filters)),
      by: { at: "d.createdAt", id: "d.id" },
      total: knownTotal(scope, filters),
    },
    serializeDonation,
  );
}

/** Reading donations. One query filters by id and tenant together: not yours is not there. */
import { Prisma } from "../../generated/prisma/client.ts";
import type { BankScope } from "../auth/scopes.ts";
import type { Page } from "../contract.ts";
import { listKey } from "../cursor.ts";
import { db } from "../database/prisma.ts";
import { ServiceError } from "../errors.ts";
import { readPage } from "../pages.ts";
import { createdBetween, tallied, talliedBetween } from "../tallies.ts";
import type { Donation, DonationFilters } from "./contract.ts";
import { serializeDonation } from "./serialize.ts";
import type { ShownDonation } from "./state.ts";
import { SHOWN_COLUMNS } from "./statements.ts";

const { sql } = Prisma;
type Sql = Prisma.Sql;

/** One donation of this bank. @throws ServiceError DONATION_NOT_FOUND */
export async function getDonation(scope: BankScope, donationId: string): Promise<Donation> {
  const row = await db().donation.findFirst({
    where: { id: donationId, bankId: scope.bankId },
    include: { credit: true },
  });
  if (!row) throw new ServiceError("DONATION_NOT_FOUND");
  return serializeDonation(row);
}

const SHOWN = Prisma.raw(SHOWN_COLUMNS);
const BY = { at: sql`d.created_at`, id: sql`d.id` };

type Without<Name extends keyof DonationFilters> = Omit<DonationFilters, Name>;

/** Every filter but the times. */
function filtered(scope: BankScope, filters: Without<"from" | "to" | "limit" | "cursor">): Sql[] {
  const { status, bank_transaction_ref: reference, school_id, service_user_id } = filters;
  const where = [sql`d.bank_id = ${scope.bankId}::uuid`];
  if (status) where.push(sql`d.status = ${status}`);
  if (reference !== undefined) where.push(sql`d.bank_transaction_ref = ${reference}`);
  if (school_id !== undefined) where.push(sql`d.school_id = ${school_id}`);
  if (service_user_id) where.push(sql`d.account_id = ${service_user_id}::uuid`);
  return where;
}

/** The total, where it need not be counted: a reference or an account leaves few enough to count. */
function totalOf(scope: BankScope, filters: DonationFilters, where: Sql[]): Sql | undefined {
  const { status, school_id: part, from, to } = filters;
  if (filters.bank_transaction_ref !== undefined || filters.service_user_id) return undefined;
  if (part === undefined && !from && !to) return tallied("donations", scope.bankId, status);
  const rows = { table: sql`donation d`, where, createdAt: BY.at };
  return talliedBetween({ list: "donations", owner: scope.bankId, part, status, from, to, rows });
}

/** One page of this bank's donations, newest first. */
export async function listDonations(
  scope: BankScope,
  filters: DonationFilters,
): Promise<Page<Donation>> {
  const { from, to, limit, cursor, ...others } = filters;
  const where = filtered(scope, others);
  const total = totalOf(scope, filters, where);
  return readPage<ShownDonation, Donation>(
    {
      key: listKey("donations", scope.bankId, filters),
      limit,
      cursor,
      columns: SHOWN,
      from: sql`donation d left join credit c on c.donation_id = d.id`,
      where: [...where, ...createdBetween(BY.at, { from, to })],
      by: BY,
      total,
    },
    serializeDonation,
  );
}

/** Reading donations. One query filters by id and tenant together: not yours is not there. */
import { Prisma } from "../../generated/prisma/client.ts";
import type { BankScope, CardholderScope } from "../auth/scopes.ts";
import type { Page } from "../contract.ts";
import { listKey } from "../cursor.ts";
import { db, pool } from "../db.ts";
import { ServiceError } from "../errors.ts";
import { toDollars } from "../money.ts";
import { readPage } from "../pages.ts";
import { createdBetween, tallied, talliedBetween } from "../tallies.ts";
import type { Donation, DonationFilters, OwnDonation } from "./contract.ts";
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

type OwnRow = ShownDonation & { schoolName: string; fundName: string | null };

/** One page of this cardholder's donations, over all of their accounts, newest first. */
export async function listOwnDonations(
  scope: CardholderScope,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Page<OwnDonation>> {
  return readPage<OwnRow, OwnDonation>(
    {
      key: listKey("own-donations", scope.cardholderId, {}),
      limit,
      cursor,
      columns: sql`${SHOWN}, s.name as "schoolName", f.name as "fundName"`,
      from: sql`donation d join account a on a.id = d.account_id
        join school s on s.id = d.school_id
        left join credit c on c.donation_id = d.id
        left join fund f on f.school_id = d.school_id and f.fund_id = d.fund_id`,
      where: [sql`a.cardholder_id = ${scope.cardholderId}::uuid`],
      by: BY,
    },
    (row) => ({
      ...serializeDonation(row),
      school_name: row.schoolName,
      fund_name: row.fundName,
    }),
  );
}

export type Giving = {
  /** Sum of completed donations, and how many schools they went to. */
  givenUsd: number;
  schools: number;
  /** Sum of what is accepted and not yet confirmed. */
  pendingUsd: number;
};

type GivingRow = { given: number; schools: number; pending: number };

/** What this cardholder has given, over all of their accounts. */
export async function sumOwnGiving(scope: CardholderScope): Promise<Giving> {
  const { rows } = await pool().query<GivingRow>(
    `select
       coalesce(sum(amount_cents) filter (where d.status = 'completed'), 0)::bigint as given,
       count(distinct school_id) filter (where d.status = 'completed') as schools,
       coalesce(sum(amount_cents) filter (where d.status = 'pending'), 0)::bigint as pending
     from donation d join account on account.id = d.account_id
     where account.cardholder_id = $1`,
    [scope.cardholderId],
  );
  const { given, schools, pending } = rows[0] as GivingRow;
  return { givenUsd: toDollars(given), schools, pendingUsd: toDollars(pending) };
}

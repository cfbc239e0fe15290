/** Reading donations. One query filters by id and tenant together: not yours is not there. */
import type { Prisma } from "../../generated/prisma/client.ts";
import type { BankScope, CardholderScope } from "../auth/scopes.ts";
import type { Page } from "../contract.ts";
import { listKey, makeCursor, readCursor } from "../cursor.ts";
import { db, pool } from "../db.ts";
import { ServiceError } from "../errors.ts";
import { toDollars } from "../money.ts";
import type { Donation, OwnDonation } from "./contract.ts";
import { serializeDonation } from "./serialize.ts";

/** One donation of this bank. @throws ServiceError DONATION_NOT_FOUND */
export async function getDonation(scope: BankScope, donationId: string): Promise<Donation> {
  const row = await db().donation.findFirst({
    where: { id: donationId, bankId: scope.bankId },
    include: { credit: true },
  });
  if (!row) throw new ServiceError("DONATION_NOT_FOUND");
  return serializeDonation(row);
}

/** One page of this cardholder's donations, over all of their accounts, newest first. */
export async function listOwnDonations(
  scope: CardholderScope,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Page<OwnDonation>> {
  const key = listKey("own-donations", scope.cardholderId, {});
  const own: Prisma.DonationWhereInput = { account: { cardholderId: scope.cardholderId } };
  const after = cursor === undefined ? undefined : readCursor(key, cursor);
  const behind: Prisma.DonationWhereInput = after
    ? { OR: [{ createdAt: { lt: after[0] } }, { createdAt: after[0], id: { lt: after[1] } }] }
    : {};
  const [rows, total] = await Promise.all([
    db().donation.findMany({
      where: { AND: [own, behind] },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      // One more than asked for tells whether there is a next page.
      take: limit + 1,
      include: {
        credit: true,
        school: { select: { name: true, funds: { select: { fundId: true, name: true } } } },
      },
    }),
    db().donation.count({ where: own }),
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => ({
      ...serializeDonation(row),
      school_name: row.school.name,
      fund_name: row.school.funds.find(({ fundId }) => fundId === row.fundId)?.name ?? null,
    })),
    total,
    nextCursor:
      last && rows.length > page.length
        ? makeCursor(key, [last.createdAt.toISOString(), last.id])
        : null,
  };
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

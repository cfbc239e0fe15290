/**
 * Reading one's own donations, over all accounts: those that were accepted while this cardholder was
 * linked, whoever an account belongs to now. One query filters by id and cardholder together.
 */
import { Prisma } from "../../generated/prisma/client.ts";
import type { CardholderScope } from "../auth/scopes.ts";
import type { Page } from "../contract.ts";
import { listKey } from "../cursor.ts";
import { pool } from "../database/pool.ts";
import { ServiceError } from "../errors.ts";
import { readPage } from "../pages.ts";
import { createdBetween } from "../tallies.ts";
import type { OwnDonation } from "./contract.ts";
import type { OwnDonationFilters } from "./portal-contract.ts";
import { type OwnRow, serializeOwnDonation } from "./serialize.ts";
import { SHOWN_COLUMNS } from "./statements.ts";

const { sql } = Prisma;

const COLUMNS = Prisma.raw(`${SHOWN_COLUMNS}, s.name as "schoolName", f.name as "fundName"`);
const FROM = sql`donation d
  join school s on s.id = d.school_id
  left join credit c on c.donation_id = d.id
  left join fund f on f.school_id = d.school_id and f.fund_id = d.fund_id`;
const BY = { at: sql`d.created_at`, id: sql`d.id` };
const ofCardholder = (scope: CardholderScope) => sql`d.cardholder_id = ${scope.cardholderId}::uuid`;

/** One page of this cardholder's donations, newest first. */
export async function listOwnDonations(
  scope: CardholderScope,
  filters: OwnDonationFilters,
): Promise<Page<OwnDonation>> {
  const { status, school_id, from, to, limit, cursor } = filters;
  const where = [ofCardholder(scope), ...createdBetween(BY.at, { from, to })];
  if (status !== undefined) where.push(sql`d.status = ${status}`);
  if (school_id !== undefined) where.push(sql`d.school_id = ${school_id}`);
  const key = listKey("own-donations", scope.cardholderId, filters);
  return readPage<OwnRow, OwnDonation>(
    { key, limit, cursor, columns: COLUMNS, from: FROM, where, by: BY },
    serializeOwnDonation,
  );
}

/** One donation of this cardholder. @throws ServiceError DONATION_NOT_FOUND */
export async function getOwnDonation(
  scope: CardholderScope,
  donationId: string,
): Promise<OwnDonation> {
  const { text, values } = sql`select ${COLUMNS} from ${FROM}
    where d.id = ${donationId}::uuid and ${ofCardholder(scope)}`;
  const { rows } = await pool().query<OwnRow>({ text, values });
  if (!rows[0]) throw new ServiceError("DONATION_NOT_FOUND");
  return serializeOwnDonation(rows[0]);
}

/** What the bank is called through which this cardholder gave; undefined where it is not theirs. */
export async function findBankName(
  scope: CardholderScope,
  donationId: string,
): Promise<string | undefined> {
  const { rows } = await pool().query<{ name: string }>(
    `select b.name from donation d join bank b on b.id = d.bank_id
     where d.id = $1 and d.cardholder_id = $2`,
    [donationId, scope.cardholderId],
  );
  return rows[0]?.name;
}

export type OwnChoices = {
  /** All donations, whatever became of them. */
  count: number;
  /** When the first and the last were made; null where there are none. */
  firstAt: Date | null;
  lastAt: Date | null;
  /** The schools that they were for, by name. */
  schools: { schoolId: string; schoolName: string }[];
};

/** What there is to choose from among this cardholder's donations. */
export async function readOwnChoices(scope: CardholderScope): Promise<OwnChoices> {
  const { rows } = await pool().query<OwnChoices>(
    `with own as (
       select school_id, count(*) as count, min(created_at) as first, max(created_at) as last
       from donation where cardholder_id = $1 group by school_id
     )
     select coalesce(sum(count), 0)::bigint as count, min(first) as "firstAt", max(last) as "lastAt",
       coalesce(json_agg(json_build_object('schoolId', school_id, 'schoolName', name)
         order by sort_key, school_id), '[]') as schools
     from own join school on school.id = school_id`,
    [scope.cardholderId],
  );
  return rows[0] as OwnChoices;
}

export type OwnNews = {
  /** Another one whenever a donation has come or has been settled. */
  version: string;
  /** Whether a school is likely to answer within minutes. */
  soon: boolean;
};

/** Whether a page that shows this cardholder's donations is still up to date. */
export async function readOwnNews(scope: CardholderScope): Promise<OwnNews> {
  const { rows } = await pool().query<OwnNews>(
    `select concat_ws('.', count(*), count(completed_at), count(failed_at)) as version,
       coalesce(bool_or(d.status = 'pending' and d.created_at > now() - interval '10 minutes'), false)
         as soon
     from donation d where d.cardholder_id = $1`,
    [scope.cardholderId],
  );
  return rows[0] as OwnNews;
}

/**
 * Reading one's own donations, over all accounts: those that were accepted while this cardholder was
 * linked, whoever an account belongs to now. One query filters by id and cardholder together.
 */
import { sql } from "kysely";
import type { CardholderScope } from "../../auth/scopes.ts";
import type { Page } from "../../contract.ts";
import { listKey } from "../../cursor.ts";
import { pool } from "../../database/pool.ts";
import { runForOne } from "../../database/run.ts";
import { ServiceError } from "../../errors.ts";
import { readPage } from "../../pagination/pages.ts";
import { createdBetween } from "../../pagination/totals.ts";
import type { OwnDonation } from "../contract.ts";
import type { OwnDonationFilters } from "../portal-contract.ts";
import { serializeOwnDonation } from "../serialize.ts";
import { ownDonations } from "../sql.ts";

/** One page of this cardholder's donations, newest first. */
export async function listOwnDonations(
  scope: CardholderScope,
  filters: OwnDonationFilters,
): Promise<Page<OwnDonation>> {
  const { status, school_id, limit, cursor } = filters;
  const createdAt = sql.ref<Date>("d.createdAt");
  const rows = ownDonations
    .where("d.cardholderId", "=", scope.cardholderId)
    .where(createdBetween(createdAt, filters))
    .$if(status !== undefined, (all) => all.where("d.status", "=", status as string))
    .$if(school_id !== undefined, (all) => all.where("d.schoolId", "=", school_id as string));
  const key = listKey("own-donations", scope.cardholderId, filters);
  return readPage(
    { key, limit, cursor, rows, by: { at: "d.createdAt", id: "d.id" } },
    serializeOwnDonation,
  );
}

/** One donation of this cardholder. @throws ServiceError DONATION_NOT_FOUND */
export async function getOwnDonation(
  scope: CardholderScope,
  donationId: string,
): Promise<OwnDonation> {
  const row = await runForOne(
    ownDonations.where("d.id", "=", donationId).where("d.cardholderId", "=", scope.cardholderId),
  );
  if (!row) throw new ServiceError("DONATION_NOT_FOUND");
  return serializeOwnDonation(row);
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

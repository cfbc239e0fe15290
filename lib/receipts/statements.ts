/** The statements behind receipts: what one says, its number, and the row that keeps it. */

import { batchedLookup } from "../batch.ts";
import { bankNameOf } from "../cardholders/names.ts";
import { pool } from "../database/pool.ts";
import type { Transaction } from "../database/transaction.ts";
import type { Cents } from "../money.ts";
import type { Receipt } from "./contract.ts";
import type { Deductibility } from "./wording.ts";

/** A donation of a cardholder, with all that its receipt says, as things stand now. */
export type Gift = {
  id: string;
  status: string;
  /** The day of the confirmation, in the foundation's time zone; null before. */
  day: string | null;
  schoolId: string;
  foundation: string;
  ein: string | null;
  mailingAddress: string | null;
  schoolName: string;
  fundDesignation: string;
  fundName: string | null;
  deductibility: Deductibility;
  goodFaithValueCents: Cents | null;
  amountCents: Cents;
  pointsRedeemed: number;
  pointsPerDollar: number | null;
  donorName: string;
  donorEmail: string;
  /** The receipt as it was issued, if it was. */
  content: Receipt | null;
};

/** In the foundation's zone: there a donation of New Year's Eve is one of the old year. */
const DAY = `(d.completed_at at time zone s.time_zone)::date`;

/** Whose donation it has to be. */
export type Wanted = { cardholderId: string; donationId: string };

/** Donations, each of its cardholder. Not theirs is not there. */
export async function findGifts(
  client: Pick<Transaction, "query">,
  wanted: Wanted[],
): Promise<Map<string, Gift>> {
  const { rows } = await client.query<Gift>(
    `select found.* from unnest($1::uuid[], $2::uuid[]) as wanted (id, cardholder_id)
     cross join lateral (
       select d.id, d.status, ${DAY}::text as day, d.school_id as "schoolId",
         s.foundation_name as foundation, s.ein, s.mailing_address as "mailingAddress",
         s.name as "schoolName",
         d.fund_designation as "fundDesignation", f.name as "fundName", f.deductibility,
         f.good_faith_value_cents as "goodFaithValueCents", d.amount_cents as "amountCents",
         d.points_redeemed as "pointsRedeemed", d.points_per_dollar as "pointsPerDollar",
         coalesce(p.display_name, a.display_name, p.email) as "donorName",
         -- A bank's address only while nobody has proved theirs: it may be anybody's, and would learn
         -- the name that the person has said or another bank has given.
         coalesce(p.tax_receipt_email, case when p.password_hash is null then a.tax_receipt_email end,
           p.email) as "donorEmail", r.content
       from donation d
       join cardholder p on p.id = d.cardholder_id
       -- The account that it went through, unless that is somebody else's by now.
       left join account a on a.id = d.account_id and a.cardholder_id = d.cardholder_id
       join school s on s.id = d.school_id
       left join fund f on f.school_id = d.school_id and f.fund_id = d.fund_id
       left join receipt r on r.donation_id = d.id
       where d.id = wanted.id and d.cardholder_id = wanted.cardholder_id offset 0
     ) found`,
    [wanted.map(({ donationId }) => donationId), wanted.map(({ cardholderId }) => cardholderId)],
  );
  return new Map(rows.map((gift) => [gift.id, gift]));
}

/** Holds donations until the transaction ends: of two that issue a receipt, one waits here. */
export async function holdDonations(tx: Transaction, donationIds: string[]): Promise<void> {
  await tx.query(
    "select 1 from donation where id = any($1::uuid[]) order by id for no key update",
    [donationIds],
  );
}

/** A foundation's year, which numbers its own receipts. */
export type Series = { schoolId: string; year: number };

/**
 * The next numbers of these, in their order; a series that stands here twice gives two. Others wait for
 * them, and a rollback gives them back: no gaps.
 */
export async function takeNumbers(tx: Transaction, series: Series[]): Promise<number[]> {
  const keyOf = ({ schoolId, year }: Series) => `${schoolId} ${year}`;
  const { rows } = await tx.query<Series & { next: number }>(
    `with taken as (
       insert into receipt_counter (school_id, year, last_number)
       select school_id, year, count(*) from unnest($1::text[], $2::int[]) as series (school_id, year)
       -- In one order: two that take of the same series cannot block each other.
       group by school_id, year order by school_id, year
       on conflict (school_id, year) do update
         set last_number = receipt_counter.last_number + excluded.last_number
       returning school_id, year, last_number
     )
     select school_id as "schoolId", year, last_number - count(*)::int + 1 as next
     from taken join unnest($1::text[], $2::int[]) as series (school_id, year) using (school_id, year)
     group by school_id, year, last_number`,
    [series.map(({ schoolId }) => schoolId), series.map(({ year }) => year)],
  );
  const next = new Map(rows.map((row) => [keyOf(row), row.next]));
  return series.map((one) => {
    const number = next.get(keyOf(one)) as number;
    next.set(keyOf(one), number + 1);
    return number;
  });
}

export type NewReceipt = { year: number; number: number; content: Receipt };

/** Keeps receipts as they were issued. Nothing in the product changes them afterwards. */
export async function keepReceipts(tx: Transaction, receipts: NewReceipt[]): Promise<void> {
  await tx.query(
    `insert into receipt (donation_id, school_id, year, number, issued_at, content)
     select * from unnest($1::uuid[], $2::text[], $3::int[], $4::int[], $5::timestamptz[], $6::jsonb[])`,
    [
      receipts.map(({ content }) => content.donation_id),
      receipts.map(({ content }) => content.school_id),
      receipts.map(({ year }) => year),
      receipts.map(({ number }) => number),
      receipts.map(({ content }) => content.issued_at),
      receipts.map(({ content }) => JSON.stringify(content)),
    ],
  );
}

/** Notes that these receipts go by mail. @returns those of which that was not noted yet */
export async function noteMailed(tx: Transaction, donationIds: string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>(
    `update receipt set mailed_at = now() where donation_id = any($1::uuid[]) and mailed_at is null
     returning donation_id as id`,
    [donationIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Whose receipt it is, where they want it mailed and it was not yet. */
export const findRecipient = batchedLookup<Wanted & { bankId: string }>(
  async (donationIds) => {
    const { rows } = await pool().query<Wanted & { bankId: string }>({
      name: "receipt-recipients",
      text: `
        select found.* from unnest($1::uuid[]) as wanted (id) cross join lateral (
          select d.id as "donationId", d.cardholder_id as "cardholderId", d.bank_id as "bankId"
          from donation d
          left join preference p on p.cardholder_id = d.cardholder_id
          left join receipt r on r.donation_id = d.id
          where d.id = wanted.id and d.status = 'completed' and d.notify_cardholder
            and d.cardholder_id is not null
            and coalesce(p.email_tax_receipt, true) and r.mailed_at is null offset 0
        ) found`,
      values: [donationIds],
    });
    return rows;
  },
  ({ donationId }) => donationId,
);

export type Donor = { name: string; email: string };

/** Whom a statement is for: by their own words, else by the name that their oldest account has. */
export async function findDonor(cardholderId: string): Promise<Donor> {
  const { rows } = await pool().query<Donor>(
    `select coalesce(p.display_name, ${bankNameOf("p.id")}, p.email) as name,
       coalesce(p.tax_receipt_email, p.email) as email
     from cardholder p where p.id = $1`,
    [cardholderId],
  );
  return rows[0] as Donor;
}

/** The one address that they have shown to be theirs: what a bank says of them shows nothing. */
export async function provenAddress(cardholderId: string): Promise<string | undefined> {
  const { rows } = await pool().query<{ email: string }>(
    "select email from cardholder where id = $1",
    [cardholderId],
  );
  return rows[0]?.email;
}

/** The statements behind receipts: what one says, its number, and the row that keeps it. */
import { pool, type Transaction } from "../db.ts";
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
  goodFaithValueCents: number | null;
  amountCents: number;
  pointsRedeemed: number;
  pointsPerDollar: number | null;
  donorName: string;
  donorEmail: string;
  /** The receipt as it was issued, if it was. */
  content: Receipt | null;
};

/** In the foundation's zone: there a donation of New Year's Eve is one of the old year. */
const DAY = `(d.completed_at at time zone s.time_zone)::date`;

/** One donation of this cardholder. Not theirs is not there. */
export async function findGift(
  client: Pick<Transaction, "query">,
  cardholderId: string,
  donationId: string,
): Promise<Gift | undefined> {
  const { rows } = await client.query<Gift>(
    `select d.id, d.status, ${DAY}::text as day, d.school_id as "schoolId",
       s.foundation_name as foundation, s.ein, s.mailing_address as "mailingAddress",
       s.name as "schoolName",
       d.fund_designation as "fundDesignation", f.name as "fundName", f.deductibility,
       f.good_faith_value_cents as "goodFaithValueCents", d.amount_cents as "amountCents",
       d.points_redeemed as "pointsRedeemed", d.points_per_dollar as "pointsPerDollar",
       coalesce(p.display_name, a.display_name) as "donorName",
       coalesce(p.tax_receipt_email, a.tax_receipt_email, p.email) as "donorEmail", r.content
     from donation d
     join account a on a.id = d.account_id
     join cardholder p on p.id = a.cardholder_id
     join school s on s.id = d.school_id
     left join fund f on f.school_id = d.school_id and f.fund_id = d.fund_id
     left join receipt r on r.donation_id = d.id
     where d.id = $1 and a.cardholder_id = $2`,
    [donationId, cardholderId],
  );
  return rows[0];
}

/** Holds a donation until the transaction ends: of two that issue its receipt, one waits here. */
export async function holdDonation(tx: Transaction, donationId: string): Promise<void> {
  await tx.query("select 1 from donation where id = $1 for no key update", [donationId]);
}

/** The next number of a foundation's year. Others wait for it, and a rollback gives it back: no gaps. */
export async function takeNumber(tx: Transaction, schoolId: string, year: number): Promise<number> {
  const { rows } = await tx.query<{ number: number }>(
    `insert into receipt_counter (school_id, year, last_number) values ($1, $2, 1)
     on conflict (school_id, year) do update set last_number = receipt_counter.last_number + 1
     returning last_number as number`,
    [schoolId, year],
  );
  return (rows[0] as { number: number }).number;
}

export type NewReceipt = { year: number; number: number; content: Receipt };

/** Keeps a receipt as it was issued. Nothing in the product changes it afterwards. */
export async function keepReceipt(
  tx: Transaction,
  { year, number, content }: NewReceipt,
): Promise<void> {
  await tx.query(
    `insert into receipt (donation_id, school_id, year, number, issued_at, content)
     values ($1, $2, $3, $4, $5, $6)`,
    [content.donation_id, content.school_id, year, number, content.issued_at, content],
  );
}

/** A completed donation, and its receipt if there is one. */
export type YearsDonation = { id: string; content: Receipt | null };

/** This cardholder's completed donations of a year, the first one first. */
export async function donationsOfYear(
  cardholderId: string,
  year: number,
): Promise<YearsDonation[]> {
  const { rows } = await pool().query<YearsDonation>(
    `select d.id, r.content
     from donation d
     join account a on a.id = d.account_id
     join school s on s.id = d.school_id
     left join receipt r on r.donation_id = d.id
     where a.cardholder_id = $1 and d.status = 'completed'
       and coalesce(r.year, extract(year from ${DAY})) = $2
     order by d.completed_at, d.id`,
    [cardholderId, year],
  );
  return rows;
}

/** The years of this cardholder's completed donations, the latest first. */
export async function yearsOfDonations(cardholderId: string): Promise<number[]> {
  const { rows } = await pool().query<{ year: number }>(
    `select distinct coalesce(r.year, extract(year from ${DAY}))::int as year
     from donation d
     join account a on a.id = d.account_id
     join school s on s.id = d.school_id
     left join receipt r on r.donation_id = d.id
     where a.cardholder_id = $1 and d.status = 'completed'
     order by year desc`,
    [cardholderId],
  );
  return rows.map(({ year }) => year);
}

export type Donor = { name: string; email: string };

/** Whom a statement is for: by their own words, else by those of the bank that linked them last. */
export async function findDonor(cardholderId: string): Promise<Donor> {
  const { rows } = await pool().query<Donor>(
    `select coalesce(p.display_name, a.display_name, p.email) as name,
       coalesce(p.tax_receipt_email, a.tax_receipt_email, p.email) as email
     from cardholder p left join account a on a.cardholder_id = p.id
     where p.id = $1 order by a.linked_at desc nulls last limit 1`,
    [cardholderId],
  );
  return rows[0] as Donor;
}

/** The addresses that are known to be this cardholder's: theirs, and those that their banks gave. */
export async function ownAddresses(cardholderId: string): Promise<string[]> {
  const { rows } = await pool().query<{ address: string }>(
    `select email as address from cardholder where id = $1
     union select email from account where cardholder_id = $1
     union select tax_receipt_email from account
       where cardholder_id = $1 and tax_receipt_email is not null`,
    [cardholderId],
  );
  return rows.map((row) => row.address);
}

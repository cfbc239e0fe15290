/** Our side of the comparison with the platforms. */
import { pool } from "../database/pool.ts";
import type { Period } from "../ticketing/adapter.ts";
import type { OurDonation } from "./findings.ts";

const OURS = `d.id as "donationId", d.bank_transaction_ref as "bankTransactionRef",
  d.school_id as "schoolId", d.status, d.amount_cents as "amountCents",
  c.platform_credit_id as "creditId"`;

/** All banks' donations to these schools that were completed or failed in a period. */
export async function settledIn({ from, to }: Period, schoolIds: string[]): Promise<OurDonation[]> {
  // Bank by bank, as the index has them: so a day costs what the day holds.
  const { rows } = await pool().query<OurDonation>(
    `select ${OURS}
     from bank b
     join donation d on d.bank_id = b.id and d.status <> 'pending'
       and coalesce(d.completed_at, d.failed_at) >= $1
       and coalesce(d.completed_at, d.failed_at) < $2
     join credit c on c.donation_id = d.id
     where d.school_id = any($3)`,
    [from, to, schoolIds],
  );
  return rows;
}

/** Every school that has a platform, or to which something was settled in a period all the same. */
export async function schoolsToCompare({ from, to }: Period): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>(
    `select school_id as id from platform_config
     union
     select d.school_id from bank b
     join donation d on d.bank_id = b.id and d.status <> 'pending'
       and coalesce(d.completed_at, d.failed_at) >= $1
       and coalesce(d.completed_at, d.failed_at) < $2
     order by id`,
    [from, to],
  );
  return rows.map(({ id }) => id);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The donations that partner references name, of those that are any. */
export async function namedBy(references: string[]): Promise<OurDonation[]> {
  const { rows } = await pool().query<OurDonation>(
    `select ${OURS} from donation d join credit c on c.donation_id = d.id
     where d.id = any($1::uuid[])`,
    [references.filter((reference) => UUID.test(reference))],
  );
  return rows;
}

/**
 * The schools that a customer is likely to mean, as far as this bank's own account tells: the preferred
 * one, and those that they have given to through it. Nothing that they follow or prefer themselves: a
 * bank can link anybody's address, and holds the token.
 */
import type { EmbedScope } from "../auth/scopes.ts";
import { pool } from "../database/pool.ts";

/** How many of the latest gifts are looked at. */
const LATEST_GIFTS = 50;

/** A school in a list. */
export type LikelySchool = {
  school_id: string;
  name: string;
  city: string;
  state: string;
  conference: string;
};

/** Both, as far as they take donations, each school once. */
export async function likelySchools(
  { bankId, accountId, cardholderId }: EmbedScope,
  preferredId: string | null,
): Promise<{ preferred: LikelySchool[]; given: LikelySchool[] }> {
  const { rows } = await pool().query<LikelySchool>(
    `select id as school_id, name, city, state, conference from school
     where active and (id = $4 or id in (
       select school_id from (
         select school_id from donation
         where bank_id = $1 and account_id = $2 and cardholder_id = $3
         order by created_at desc, id desc limit ${LATEST_GIFTS}
       ) latest
     ))
     order by sort_key, id`,
    [bankId, accountId, cardholderId, preferredId],
  );
  return {
    preferred: rows.filter(({ school_id }) => school_id === preferredId),
    given: rows.filter(({ school_id }) => school_id !== preferredId),
  };
}

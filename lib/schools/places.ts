/** What a list of schools can be narrowed down to. */
import type { CardholderScope } from "../auth/scopes.ts";
import { pool } from "../database/pool.ts";

export type SchoolPlaces = { states: string[]; conferences: string[] };

/** The states and the conferences in which there is a school that takes donations now, in order. */
export async function listSchoolPlaces(_scope: CardholderScope): Promise<SchoolPlaces> {
  const { rows } = await pool().query<SchoolPlaces>(
    `select
       array(select distinct state from school where active order by state) as states,
       array(select distinct conference from school where active order by conference)
         as conferences`,
  );
  return rows[0] as SchoolPlaces;
}

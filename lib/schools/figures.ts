/** What the front page may say in numbers. */
import type { SystemScope } from "../auth/scopes.ts";
import { pool } from "../database/pool.ts";
import { promptStatement } from "../database/run.ts";
import { asCents, type Cents, toDollars } from "../money.ts";

export type GivenTo = { school_id: string; name: string; city: string; state: string; usd: number };

export type Figures = {
  schools: number;
  donations: number;
  givenUsd: number;
  /** The schools that have received most, at most five. */
  mostGivenTo: GivenTo[];
};

type SumRow = { school_id: string; name: string; city: string; state: string; cents: Cents };

/** Counts and sums over all schools, of completed donations. */
export async function readFigures(_scope: SystemScope): Promise<Figures> {
  const [totals, most] = await Promise.all([
    pool().query<{ schools: number; donations: number; cents: Cents }>(
      promptStatement(
        `select (select count(*) from school where active) as schools,
           coalesce(sum(donation_count), 0)::bigint as donations,
           coalesce(sum(donated_cents), 0)::bigint as cents
         from school_total`,
      ),
    ),
    pool().query<SumRow>(
      promptStatement(
        `select id as school_id, name, city, state, sum(donated_cents)::bigint as cents
         from school_total join school on school.id = school_id where active
         group by id order by cents desc, sort_key limit 5`,
      ),
    ),
  ]);
  const { schools = 0, donations = 0, cents = asCents(0) } = totals.rows[0] ?? {};
  const mostGivenTo = most.rows.map(({ cents, ...school }) => ({
    ...school,
    usd: toDollars(cents),
  }));
  return { schools, donations, givenUsd: toDollars(cents), mostGivenTo };
}

/** What a cardholder has given to one school. */
import type { CardholderScope } from "../auth/scopes.ts";
import { pool } from "../db.ts";
import { toDollars } from "../money.ts";

export type GivenToSchool = {
  /** Sum and number of the completed donations. */
  givenUsd: number;
  donations: number;
  /** Sum of what is accepted and not yet confirmed. */
  pendingUsd: number;
};

type SumRow = { given: number; donations: number; pending: number };

/** What this cardholder has given to a school, over all of their accounts. */
export async function sumGivenToSchool(
  scope: CardholderScope,
  schoolId: string,
): Promise<GivenToSchool> {
  const { rows } = await pool().query<SumRow>(
    `select
       coalesce(sum(amount_cents) filter (where d.status = 'completed'), 0)::bigint as given,
       count(*) filter (where d.status = 'completed') as donations,
       coalesce(sum(amount_cents) filter (where d.status = 'pending'), 0)::bigint as pending
     from donation d join account on account.id = d.account_id
     where account.cardholder_id = $1 and d.school_id = $2`,
    [scope.cardholderId, schoolId],
  );
  const { given, donations, pending } = rows[0] as SumRow;
  return { givenUsd: toDollars(given), donations, pendingUsd: toDollars(pending) };
}

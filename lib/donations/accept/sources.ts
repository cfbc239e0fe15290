/** Where a cardholder's points come from: their links with banks, as giving needs to know them. */
import type { CardholderScope } from "../../auth/scopes.ts";
import { OWN_ACCOUNTS, STANDARD_RATE } from "../../cardholders/profile/loyalty.ts";
import { pool } from "../../database/pool.ts";

export type Source = {
  accountId: string;
  bankId: string;
  bankName: string;
  programId: string;
  /** What the bank calls the program; its id, where the bank has not told. */
  programName: string;
  /** Points that make a dollar. */
  rate: number;
  /** Only an `active` one gives. */
  status: string;
};

/** The latest linked first. */
export async function listSources(scope: CardholderScope): Promise<Source[]> {
  const { rows } = await pool().query<Source>({
    name: "own-sources",
    text: `select a.id as "accountId", a.bank_id as "bankId", b.name as "bankName",
       a.loyalty_program_id as "programId",
       coalesce(p.name, a.loyalty_program_id) as "programName",
       coalesce(p.points_per_dollar, $2) as rate, a.status
     from ${OWN_ACCOUNTS} a
     join bank b on b.id = a.bank_id
     left join loyalty_program p on p.bank_id = a.bank_id and p.program_id = a.loyalty_program_id
     order by a.linked_at desc, a.id desc`,
    values: [scope.cardholderId, STANDARD_RATE],
  });
  return rows;
}

/** One of them; undefined where they have none with this id, whoever else has. */
export async function findSource(
  scope: CardholderScope,
  accountId: string,
): Promise<Source | undefined> {
  // A person has few.
  return (await listSources(scope)).find((source) => source.accountId === accountId);
}

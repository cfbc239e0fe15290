/** A cardholder's links with banks, over all banks that know their address. */
import type { CardholderScope } from "../auth/scopes.ts";
import { pool } from "../database/pool.ts";
import { type Cents, toDollars } from "../money.ts";
import type { LoyaltyAccount } from "./loyalty-contract.ts";

/** Points that make a dollar where the bank has set no rate for the program. */
export const STANDARD_RATE = 100;

/** How many accounts are shown that are linked no more. */
const UNLINKED_SHOWN = 50;

type LoyaltyRow = {
  id: string;
  bankName: string;
  programId: string;
  rate: number;
  status: LoyaltyAccount["status"];
  linkedAt: Date;
  donationCount: number;
  cents: Cents;
};

/**
 * A person's accounts, for queries of theirs: all that are linked now, of which a bank may have few
 * (lib/accounts/mutations.ts), and the latest that are no more, of which it may have made any number.
 * $1 is the cardholder.
 */
export const OWN_ACCOUNTS = `
  (select id, bank_id, loyalty_program_id, status, linked_at from account
   where cardholder_id = $1 and status in ('active', 'pending_oauth')
   union all
   (select id, bank_id, loyalty_program_id, status, linked_at from account
    where cardholder_id = $1 and status = 'unlinked'
    order by linked_at desc, id desc limit ${UNLINKED_SHOWN}))`;

/**
 * The latest linked first. The sums are of what this person has given: an account may have been somebody
 * else's before.
 */
export async function listLoyaltyAccounts(scope: CardholderScope): Promise<LoyaltyAccount[]> {
  const { rows } = await pool().query<LoyaltyRow>(
    `select a.id, b.name as "bankName", a.loyalty_program_id as "programId",
       coalesce(p.points_per_dollar, $2) as rate, a.status, a.linked_at as "linkedAt",
       coalesce(given.count, 0) as "donationCount", coalesce(given.cents, 0) as cents
     from ${OWN_ACCOUNTS} a
     join bank b on b.id = a.bank_id
     left join loyalty_program p on p.bank_id = a.bank_id and p.program_id = a.loyalty_program_id
     left join (
       select account_id, count(*) as count, sum(amount_cents)::bigint as cents
       from donation where cardholder_id = $1 and status = 'completed' group by account_id
     ) given on given.account_id = a.id
     order by a.linked_at desc, a.id desc`,
    [scope.cardholderId, STANDARD_RATE],
  );
  return rows.map((row) => ({
    loyalty_account_id: row.id,
    service_user_id: row.id,
    bank_name: row.bankName,
    loyalty_program_id: row.programId,
    points_per_dollar: row.rate,
    status: row.status,
    linked_at: row.linkedAt.toISOString(),
    donation_count: row.donationCount,
    lifetime_donated_usd: toDollars(row.cents),
  }));
}

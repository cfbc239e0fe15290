/**
 * Accepting: statements that must be one round trip. Their parameters are typed by what domains pass,
 * their results by the types below. Nothing else in the product writes donations or credits than these
 * and those of `push-statements.ts`.
 */

import { batch, NO_GATHER_DELAY } from "../batch.ts";
import { pool } from "../database/pool.ts";
import { promptStatement } from "../database/run.ts";
import type { Cents } from "../money.ts";

/** A donation about to be accepted. Text is as the bank sent it. */
export type NewDonation = {
  id: string;
  bankId: string;
  bankTransactionRef: string;
  requestHash: Uint8Array;
  schoolId: string;
  fundDesignation: string;
  accountId: string | null;
  /** Who gives, where they do so themselves: nobody else may be linked by then. Null: the bank gives. */
  cardholderId: string | null;
  amountCents: Cents;
  pointsRedeemed: number;
  pointsPerDollar: number | null;
  channel: "bank" | "portal" | "embed";
  loyaltyProgramId: string | null;
  cardholderMessage: string | null;
  notifyCardholder: boolean;
  metadata: Record<string, string> | null;
  recurring: boolean;
  recurrenceCadence: string | null;
  createdAt: Date;
  estimatedConfirmationAt: Date;
  /** Id of the promise to push, in the outbox. */
  jobId: string;
};

/** What the statement found and did. Where `accepted` is false nothing was written. */
export type Acceptance = {
  accepted: boolean;
  fundId: string | null;
  fundName: string | null;
  schoolName: string | null;
  schoolActive: boolean | null;
  minimumCents: Cents | null;
  accountStatus: string | null;
};

/** The donation that holds a reference. */
export type Prior = { id: string; status: string; requestHash: Buffer };

/**
 * Donations, each with its pending credit and the promise to push, in one statement and so in one
 * transaction: all of one exist or none. Each is written only where its reference is new, the school
 * active, the amount at least its minimum and the account (if any) an active one of its bank, and of its
 * giver; it belongs to the person who is linked now, whoever the account belongs to later. And the
 * statement reports what it saw, so that the caller can say why not. The unique reference is not looked
 * for first: a repeated one conflicts, and `findPrior` then tells whose it is, also where the winner is
 * a request of the same moment, whose row this statement cannot see.
 *
 * It is not prepared: a plan that is made once and while the tables are small reads them from end to
 * end ever after (measured: accepting fell to a fifth within seconds).
 */
export const ACCEPT = `
with asked as (
  select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[], $5::text[], $6::text[],
    $7::uuid[], $8::bigint[], $9::bigint[], $10::float8[], $11::text[], $12::text[], $13::text[],
    $14::boolean[], $15::jsonb[], $16::boolean[], $17::text[], $18::timestamptz[],
    $19::timestamptz[], $20::uuid[], $21::uuid[])
    as asked (id, bank_id, reference, request_hash, school_id, designation, account_id,
      amount_cents, points_redeemed, points_per_dollar, channel, program_id, message, notify,
      metadata, recurring, cadence, created_at, estimated_at, job_id, giver_id)
), seen as materialized (
  select asked.*, school.name as school_name, school.active as school_active,
    school.minimum_donation_cents as minimum_cents, fund.fund_id, fund.name as fund_name,
    account.status as account_status, account.cardholder_id
  from asked
  left join lateral (
    select name, active, minimum_donation_cents from school where id = asked.school_id offset 0
  ) school on true
  left join lateral (
    select fund_id, name from fund
    where school_id = asked.school_id
      and (fund_id = lower(asked.designation) or lower(name) = lower(asked.designation))
    order by fund_id = lower(asked.designation) desc limit 1
  ) fund on true
  left join lateral (
    -- "is true" keeps the tenant check from being taken for an index condition.
    select status, cardholder_id from account
    where id = asked.account_id and (bank_id = asked.bank_id) is true
      and (asked.giver_id is null or cardholder_id = asked.giver_id) offset 0
  ) account on true
), accepted as (
  insert into donation (id, bank_id, bank_transaction_ref, request_hash, school_id,
    fund_designation, fund_id, account_id, cardholder_id, amount_cents, points_redeemed, points_per_dollar,
    channel, loyalty_program_id, cardholder_message, notify_cardholder, metadata, recurring,
    recurrence_cadence, status, created_at, estimated_confirmation_at)
  select id, bank_id, reference, request_hash, school_id, designation, fund_id, account_id,
    cardholder_id, amount_cents, points_redeemed, points_per_dollar, channel, program_id, message, notify,
    metadata, recurring, cadence, 'pending', created_at, estimated_at
  from seen
  where school_active and amount_cents >= minimum_cents
    and (account_id is null or account_status = 'active')
  -- In one order, here and below: two that accept at the same moment cannot block each other.
  order by bank_id, reference
  -- On any: of two with the same id and reference, the later may meet the id's index first.
  on conflict do nothing
  returning id, bank_id, school_id, account_id, created_at
), credited as (
  insert into credit (donation_id, status) select id, 'pending' from accepted
), promised as (
  insert into outbox (id, name, data)
  select job_id, 'donation/push.requested',
    jsonb_build_object('donation_id', accepted.id, 'school_id', accepted.school_id,
      'bank_id', accepted.bank_id)
  from accepted join seen using (id)
), touched as (
  -- Not locked first: the update would wait for the version of before, and of three that accept from one
  -- account at the same moment two could block each other.
  update account set last_active_at = greatest(last_active_at, latest.at)
  from (
    select account_id, max(created_at) as at from accepted group by account_id order by account_id
  ) latest
  where account.id = latest.account_id
)
select seen.id, accepted.id is not null as "accepted", fund_id as "fundId",
  fund_name as "fundName", school_name as "schoolName", school_active as "schoolActive",
  minimum_cents as "minimumCents", account_status as "accountStatus"
from seen left join accepted using (id)`;

/** The statement's parameters: a column each. */
const columnsOf = (donations: NewDonation[]) => [
  donations.map(({ id }) => id),
  donations.map(({ bankId }) => bankId),
  donations.map(({ bankTransactionRef }) => bankTransactionRef),
  donations.map(({ requestHash }) => requestHash),
  donations.map(({ schoolId }) => schoolId),
  donations.map(({ fundDesignation }) => fundDesignation),
  donations.map(({ accountId }) => accountId),
  donations.map(({ amountCents }) => amountCents),
  donations.map(({ pointsRedeemed }) => pointsRedeemed),
  donations.map(({ pointsPerDollar }) => pointsPerDollar),
  donations.map(({ channel }) => channel),
  donations.map(({ loyaltyProgramId }) => loyaltyProgramId),
  donations.map(({ cardholderMessage }) => cardholderMessage),
  donations.map(({ notifyCardholder }) => notifyCardholder),
  donations.map(({ metadata }) => metadata && JSON.stringify(metadata)),
  donations.map(({ recurring }) => recurring),
  donations.map(({ recurrenceCadence }) => recurrenceCadence),
  donations.map(({ createdAt }) => createdAt),
  donations.map(({ estimatedConfirmationAt }) => estimatedConfirmationAt),
  donations.map(({ jobId }) => jobId),
  donations.map(({ cardholderId }) => cardholderId),
];

/** Runs the accepting statement, for all donations of the moment. */
export const acceptStatement = batch(
  // Of one reference only one at a time: the statement does not see what it writes itself.
  ({ bankId, bankTransactionRef }: NewDonation) => `${bankId} ${bankTransactionRef}`,
  async (donations): Promise<Acceptance[]> => {
    const { rows } = await pool().query<Acceptance & { id: string }>(
      promptStatement(ACCEPT, columnsOf(donations)),
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return donations.map(({ id }) => found.get(id) as Acceptance);
  },
  NO_GATHER_DELAY,
);

/** The donation that a bank's server has submitted under this reference. */
export async function findPrior(bankId: string, reference: string): Promise<Prior | undefined> {
  const { rows } = await pool().query<Prior>(
    `select id, status, request_hash as "requestHash" from donation
      where bank_id = $1 and bank_transaction_ref = $2 and channel = 'bank'`,
    [bankId, reference],
  );
  return rows[0];
}

/** A `ShownDonation`, of `donation d join credit c`. */
export const SHOWN_COLUMNS = `
  d.id, d.bank_id as "bankId", d.account_id as "accountId", d.school_id as "schoolId",
  d.fund_id as "fundId", d.fund_designation as "fundDesignation", d.amount_cents as "amountCents",
  d.points_redeemed as "pointsRedeemed", d.points_per_dollar as "pointsPerDollar",
  d.bank_transaction_ref as "bankTransactionRef", d.channel,
  d.loyalty_program_id as "loyaltyProgramId", d.cardholder_message as "cardholderMessage",
  d.metadata, d.recurring, d.recurrence_cadence as "recurrenceCadence", d.status,
  d.failure_reason as "failureReason", d.sequence, d.created_at as "createdAt",
  d.estimated_confirmation_at as "estimatedConfirmationAt", d.completed_at as "completedAt",
  d.failed_at as "failedAt", json_build_object('platformCreditId', c.platform_credit_id,
    'platformStatus', c.platform_status) as credit`;

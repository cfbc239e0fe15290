/** Pushing: what a push has to know of its donation, and what it makes of it. */

import { batchedLookup } from "../../batch.ts";
import { pool } from "../../database/pool.ts";
import type { Transaction } from "../../database/transaction.ts";
import type { Settlement, ShownDonation } from "../state.ts";
import { SHOWN_COLUMNS } from "../statements.ts";

/** Everything that a push needs to know of its donation. */
export type PushedDonation = ShownDonation & {
  notifyCardholder: boolean;
  generation: number;
  email: string | null;
  bankUserId: string | null;
  /** The linked account's program: whose points were given where the request names none. */
  accountProgramId: string | null;
  schoolName: string;
  fund: { name: string; attractionId: string | null; venueId: string | null } | null;
  bankName: string;
  /** Where to tell its giver what came of it; null where nobody is to be told. */
  mailTo: string | null;
  /** Who its giver is. */
  giverId: string | null;
};

/**
 * A donation as its push needs it, in one round trip for all that are looked up at the moment.
 * `offset 0` has each found through its key: a plan made while the tables are small would else read
 * them from end to end ever after.
 */
export const loadForPush = batchedLookup<PushedDonation>(
  async (donationIds) => {
    const { rows } = await pool().query<PushedDonation>({
      name: "load-for-push",
      text: `
        select found.* from unnest($1::uuid[]) as wanted (id) cross join lateral (
          select ${SHOWN_COLUMNS}, d.notify_cardholder as "notifyCardholder", c.generation,
            -- The account's, unless that is somebody else's by now.
            case when a.cardholder_id <> d.cardholder_id then h.email else a.email end as email,
            case when a.cardholder_id = d.cardholder_id then a.loyalty_program_id end
              as "accountProgramId",
            a.bank_user_id as "bankUserId", s.name as "schoolName",
            case when f.fund_id is not null then json_build_object('name', f.name,
              'attractionId', f.attraction_id, 'venueId', f.venue_id) end as fund,
            b.name as "bankName", h.id as "giverId",
            case when d.notify_cardholder and coalesce(p.email_donation_confirmation, true)
              then h.email end as "mailTo"
          from donation d
          join credit c on c.donation_id = d.id
          join school s on s.id = d.school_id
          join bank b on b.id = d.bank_id
          left join account a on a.id = d.account_id
          left join cardholder h on h.id = d.cardholder_id
          left join preference p on p.cardholder_id = d.cardholder_id
          left join fund f on f.school_id = d.school_id and f.fund_id = d.fund_id
          where d.id = wanted.id offset 0
        ) found`,
      values: [donationIds],
    });
    return rows;
  },
  (donation) => donation.id,
);

/** What a push has come to. */
export type Settled = { donationId: string; settlement: Settlement; at: Date };

/**
 * Ends pending donations, and with each its credit and, where completed, the account's and the
 * school's sums. Run it in the transaction that records the events. Not prepared, so that its plan
 * fits the tables as they are.
 * @returns the event's sequence for each donation that was still pending
 */
export async function settleStatement(
  tx: Transaction,
  settled: Settled[],
): Promise<Map<string, number>> {
  const outcomes = settled.map(({ settlement }) => settlement);
  const { rows } = await tx.query<{ id: string; sequence: number }>(
    `
      with outcome as (
        select * from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::text[], $5::text[],
          $6::text[]) as outcome (id, status, at, platform_credit_id, platform_status, reason)
      ), settled as (
        update donation d set status = outcome.status, sequence = sequence + 1,
          failure_reason = outcome.reason,
          completed_at = case when outcome.status = 'completed' then outcome.at end,
          recurrence_due_at = case when outcome.status = 'completed' and recurring then
            -- In UTC, so that a month is the same wherever the server stands.
            (created_at at time zone 'UTC' + case recurrence_cadence
              when 'monthly' then interval '1 month' else interval '3 months' end
            ) at time zone 'UTC' end,
          failed_at = case when outcome.status = 'failed' then outcome.at end
        from outcome where d.id = outcome.id and d.status = 'pending'
        returning d.id, d.sequence, d.status, d.account_id, d.school_id, d.amount_cents
      ), credited as (
        update credit set status = case when settled.status = 'completed' then 'credited' else 'refused' end,
          platform_credit_id = outcome.platform_credit_id, platform_status = outcome.platform_status,
          settled_at = outcome.at, flagged_at = null, attempt_count = attempt_count + 1,
          last_attempted_at = outcome.at, last_error = outcome.reason
        from settled join outcome using (id) where donation_id = settled.id
      ), given as (
        select account_id, count(*) as donations, sum(amount_cents) as cents
        from settled where status = 'completed' and account_id is not null
        -- In one order, here and below: two that settle at the same moment do not block each other.
        group by account_id order by account_id
      ), thanked as (
        update account set donation_count = donation_count + given.donations,
          lifetime_donated_cents = lifetime_donated_cents + given.cents
        from given where account.id = given.account_id
      ), total as (
        -- One of 32 slots at random: a school that everybody gives to is no single hot row.
        insert into school_total (school_id, slot, donation_count, donated_cents)
        select school_id, floor(random() * 32), count(*), sum(amount_cents)
        from settled where status = 'completed' group by school_id order by school_id
        on conflict (school_id, slot) do update set
          donation_count = school_total.donation_count + excluded.donation_count,
          donated_cents = school_total.donated_cents + excluded.donated_cents
      )
      select id, sequence from settled`,
    [
      settled.map(({ donationId }) => donationId),
      outcomes.map(({ status }) => status),
      settled.map(({ at }) => at),
      outcomes.map((one) => (one.status === "completed" ? one.creditId : null)),
      outcomes.map((one) => (one.status === "completed" ? one.platformStatus : null)),
      outcomes.map((one) => (one.status === "failed" ? one.reason : null)),
    ],
  );
  return new Map(rows.map(({ id, sequence }) => [id, sequence]));
}

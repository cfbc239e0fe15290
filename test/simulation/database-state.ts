/** The final state of the service's database. */
import type pg from "pg";
import { checkIn } from "#lib/books/check/check.ts";
import { LIMITS } from "./scenario.ts";

export type DonationRow = {
  id: string;
  bankId: string;
  reference: string;
  school: string;
  account: string | null;
  cents: number;
  status: "pending" | "completed" | "failed" | "canceled";
  sequence: number;
  reversedCents: number;
  redirectedFrom: string | null;
  /** Points that it took, or took over, and that neither its events have given back nor another gift has taken over. */
  pointsKept: number;
  pointsRedeemed: number;
  /** Its corrections that took something back, that were refused, and all. */
  reversals: number;
  refusals: number;
  corrections: number;
  creditStatus: string | null;
  creditId: string | null;
  flagged: boolean;
  recurring: boolean;
  notify: boolean;
  /** How many emails state its outcome, or only contain its receipt. */
  outcomeEmails: number;
  receiptOnlyEmails: number;
  /** How many of these contain its receipt number. */
  emailsWithReceipt: number;
};
export type EventRow = {
  id: string;
  bankId: string;
  /** Null if it is about an account. */
  donationId: string | null;
  type: string;
  sequence: number;
  body: string;
};
/** An account that was linked with consent. */
export type LinkedRow = {
  id: string;
  bankId: string;
  status: string;
  cardholderId: string;
  linkedAt: Date;
  unlinkedAt: Date | null;
  isRedeemed: boolean;
};
/** A gift in a batch. */
export type LineRow = {
  donationId: string;
  cents: number;
  confirmationNumber: string | null;
  refusalReason: string | null;
};
export type DeliveryRow = {
  id: string;
  eventId: string;
  endpointId: string;
  status: "pending" | "delivered" | "dead" | "skipped";
  attempts: number;
};

export type DatabaseState = Awaited<ReturnType<typeof readDatabaseState>>;

/** Stored sums that differ from computed ones, or exceed their limit. */
const WRONG_SUMS = {
  "what accounts have given on a day": `
    select account_id, day, sum(cents) as cents from (
      select account_id, day, donated_cents as cents from daily_gift_total
      union all
      select account_id, limit_day, reversed_cents - amount_cents from donation
      where limit_day is not null and status not in ('failed', 'canceled') and waits_for is null
    ) both_sides group by 1, 2 having sum(cents) <> 0`,
  "more than a day's limit": `
    select account_id, limit_day, sum(amount_cents - reversed_cents) as cents from donation
    where limit_day is not null and status not in ('failed', 'canceled') and waits_for is null
    group by 1, 2 having sum(amount_cents - reversed_cents) > ${LIMITS.maxDailyCents}`,
  "what banks have not paid": `
    select bank_id, unpaid_cents from bank_limit where unpaid_cents is distinct from ((
      select coalesce(sum(amount_cents), 0) from donation
      where donation.bank_id = bank_limit.bank_id and status not in ('failed', 'canceled') and waits_for is null) + (
      select coalesce(sum(case when kind in ('payment_return', 'refund') then cents else -cents end), 0)
      from ledger_transfer where book_id = bank_limit.bank_id and kind <> 'gift'))`,
  "authorizations that are used, but not by their donation": `
    select g.id from gift_authorization g left join donation d on d.id = g.donation_id
      and d.authorization_id = g.id and d.hold_reference is not distinct from g.hold_reference
      and d.amount_cents = g.amount_cents and d.points_redeemed = g.points
    where g.status = 'used' and d.id is null`,
  "gifts that the bank has not approved": `
    select d.id from donation d join authorization_address a on a.bank_id = d.bank_id
    left join gift_authorization g on g.id = d.authorization_id and g.status = 'used'
    where d.channel = 'portal' and g.id is null`,
  "authorizations whose expiration was not reported exactly once": `
    select * from (select g.id, g.status, (
      select count(*) from event where type = 'donation.authorization_expired'
        and body::json->'data'->>'authorization_id' = g.id::text) as reported
      from gift_authorization g) counted
    where reported <> case status when 'expired' then 1 else 0 end`,
  "closed batches whose totals differ from their gifts": `
    select b.id from gift_batch b left join gift_batch_line l on l.batch_id = b.id
    where closed_at is not null group by b.id
    having b.gift_count <> count(l.donation_id) or b.amount_cents <> coalesce(sum(l.amount_cents), 0)`,
  "portal gifts that do not count toward a limit": `
    select id from donation where (channel = 'portal') <> (limit_day is not null)`,
  "totals of schools": `
    select school_id, sum(count) as count, sum(cents) as cents from (
      select school_id, donation_count as count, donated_cents as cents from school_total
      union all
      select school_id, -1, reversed_cents - amount_cents from donation where status = 'completed'
    ) both_sides group by 1 having sum(count) <> 0 or sum(cents) <> 0`,
  "totals of accounts": `
    select id, sum(count) as count, sum(cents) as cents from (
      select id, donation_count as count, lifetime_donated_cents as cents from account
      union all
      select account_id, -1, reversed_cents - amount_cents from donation
      where status = 'completed' and account_id is not null
    ) both_sides group by 1 having sum(count) <> 0 or sum(cents) <> 0`,
  "what people have given": `
    select cardholder_id, attributed, account_id, day, school_id, status, sum(count) as count, sum(cents) as cents
    from (
      select * from giving_tally
      union all
      select cardholder_id, attributed, account_id, (created_at at time zone 'UTC')::date,
        school_id, status, -1, reversed_cents - amount_cents
      from donation where cardholder_id is not null and waits_for is null
    ) both_sides group by 1, 2, 3, 4, 5, 6 having sum(count) <> 0 or sum(cents) <> 0`,
  "gifts whose receipt in force states another amount": `
    select d.id, content ->> 'dollar_amount' as stated, d.amount_cents - d.reversed_cents as cents
    from donation d join receipt r on r.donation_id = d.id and replaced_at is null
    where (content ->> 'dollar_amount')::numeric * 100 <> d.amount_cents - d.reversed_cents`,
  "corrections that are not what was reversed": `
    select d.id, d.reversed_cents, sum(c.amount_cents) as cents from donation d
    left join correction c on c.donation_id = d.id and c.status = 'succeeded' and d.status = 'completed'
    group by 1, 2 having d.reversed_cents <> coalesce(sum(c.amount_cents), 0)`,
  tallies: `
    select list, owner, status, sum(count) as count from (
      select list, owner, status, count from tally where list <> 'accounts'
      union all select 'donations', bank_id, status, -1 from donation
      union all select 'events', bank_id, type, -1 from event
      union all select 'deliveries', endpoint_id, status, -1 from webhook_delivery
    ) both_sides group by 1, 2, 3 having sum(count) <> 0`,
  "tallies by day": `
    select list, owner, part, status, day, sum(count) as count from (
      select list, owner, part, status, day, count from day_tally
      union all select 'donations', bank_id, school_id, status,
        (created_at at time zone 'UTC')::date, -1 from donation
      union all select 'events', bank_id, '', type, (created_at at time zone 'UTC')::date, -1 from event
    ) both_sides group by 1, 2, 3, 4, 5 having sum(count) <> 0`,
};

/** What is wrong with the books. */
export async function brokenBooks(database: pg.Pool): Promise<string[]> {
  const client = await database.connect();
  try {
    const findings = await checkIn(client);
    return findings.map(({ check, ...found }) => `${check}: ${JSON.stringify(found)}`);
  } finally {
    client.release();
  }
}

/** Reads everything that the invariants check. */
export async function readDatabaseState(database: pg.Pool) {
  const rowsOf = async <Row extends pg.QueryResultRow>(text: string) =>
    (await database.query<Row>(text)).rows;
  const wrongSums = await brokenBooks(database);
  for (const [what, text] of Object.entries(WRONG_SUMS)) {
    for (const row of await rowsOf(text)) wrongSums.push(`${what}: ${JSON.stringify(row)}`);
  }
  return {
    wrongSums,
    donations: await rowsOf<DonationRow>(`
      select donation.id, bank_id as "bankId", bank_transaction_ref as reference, school_id as school,
        account_id as account, amount_cents::int as cents, donation.status, sequence,
        reversed_cents::int as "reversedCents", redirected_from as "redirectedFrom",
        points_redeemed::int as "pointsRedeemed",
        case when donation.status in ('pending', 'completed')
          then coalesce(points_carried, points_redeemed) - points_returned else 0 end::int as "pointsKept",
        (select count(*)::int from event e where e.donation_id = donation.id and e.type = 'donation.reversed') as reversals,
        (select count(*)::int from correction c where c.donation_id = donation.id and c.status = 'refused') as refusals,
        (select count(*)::int from correction c where donation.id in (c.donation_id, c.new_donation_id)) as corrections,
        credit.status as "creditStatus", platform_credit_id as "creditId",
        flagged_at is not null as flagged, recurring,
        notify_cardholder as notify,
        emails.*
      from donation left join credit on donation_id = id
      cross join lateral (
        select count(*) filter (where kind = 'donation')::int as "outcomeEmails",
          count(*) filter (where kind = 'receipt')::int as "receiptOnlyEmails",
          count(*) filter (where text like '%Receipt number%')::int as "emailsWithReceipt"
        from email where text like '%/donations/' || donation.id || '%'
      ) as emails
      order by donation.id`),
    events: await rowsOf<EventRow>(`
      select id, bank_id as "bankId", donation_id as "donationId", type, sequence, body
      from event order by id`),
    lines: await rowsOf<LineRow>(`
      select donation_id as "donationId", amount_cents::int as cents,
        confirmation_number as "confirmationNumber", refusal_reason as "refusalReason"
      from gift_batch_line where donation_id is not null order by donation_id`),
    deliveries: await rowsOf<DeliveryRow>(`
      select id, event_id as "eventId", endpoint_id as "endpointId", status,
        attempt_count as attempts from webhook_delivery order by id`),
    authorizations: await rowsOf<{ id: string; status: string }>(`
      select id, status from gift_authorization order by id`),
    linked: await rowsOf<LinkedRow>(`
      select account.id, bank_id as "bankId", status, account.cardholder_id as "cardholderId",
        linked_at as "linkedAt", unlinked_at as "unlinkedAt",
        account_link.redeemed_at is not null as "isRedeemed"
      from account left join account_link on account_id = account.id
      where account.redirect_uri is not null order by account.id`),
    queuedJobs: (await rowsOf("select id from outbox")).length,
    unfinishedRuns: await rowsOf<{
      functionId: string;
      data: { items?: { school_id?: string }[]; school_id?: string };
    }>(`
      select function_id as "functionId", event::json->'data' as data from executor_run
      where status = 'running'`),
    failedRuns: await rowsOf<{ functionId: string; error: string }>(`
      select function_id as "functionId", error from executor_run where status = 'failed'`),
  };
}

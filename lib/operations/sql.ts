/** SQL of operations: a snapshot, whose cost does not grow with the data, and the incidents of each kind. */
import { type RawBuilder, sql } from "kysely";
import { missingOfBank, unpaidOf } from "../banks/sql.ts";
import { raw } from "../database/expressions.ts";
import { runForOne } from "../database/run.ts";
import { CORRECTIONS, PUSHES } from "../donations/sql.ts";
import { EMAILS } from "../email/sql.ts";
import { problemIsOver, type Work } from "../jobs/sql.ts";
import { LATE } from "../jobs/sweep.ts";
import { EXPIRES_SOON_DAYS, expiresOn, missing } from "../schools/participation/sql.ts";
import { DELIVERIES } from "../webhooks/delivery/sql.ts";
import { REPLAYS } from "../webhooks/replay/sql.ts";

/** Backlogs are counted up to this limit. */
export const COUNTED_UP_TO = 10_000;

/** Backlog counts, and when the oldest of each kind was requested (null if there is none). The same in every process. */
export type Snapshot = {
  asOf: Date;
  donationsPending: number;
  oldestPending: Date | null;
  flagged: number;
  outbox: number;
  oldestOutbox: Date | null;
  runsRunning: number;
  runsDue: number;
  runsLate: number;
  oldestDueRun: Date | null;
  deliveriesPending: number;
  oldestDeliveryPending: Date | null;
  deliveriesDead: number;
  oldestDeliveryDead: Date | null;
  emailsPending: number;
  oldestEmail: Date | null;
  ledgerFindings: number;
  ledgerChecked: Date | null;
};

/** The number of rows, up to the limit. */
const upTo = (rows: RawBuilder<unknown>) =>
  sql`(select count(*) from (select 1 from ${rows} limit ${COUNTED_UP_TO}) counted)`;

/**
 * Queues with runs are found by a skip scan of the index, and the oldest of a kind at the head of an index per queue,
 * bank, or endpoint. A crashed holder's run counts as due: its lease has expired.
 */
export const snapshotQuery = raw(sql<Snapshot>`
  with recursive queue(queue) as (
    (select queue from executor_run where due_at is not null order by queue limit 1)
    union all
    select later.queue from queue cross join lateral (
      select r.queue from executor_run r where r.due_at is not null and r.queue > queue.queue
      order by r.queue limit 1) later
  ), first_due as (
    select min(head.due_at) as at from queue cross join lateral (
      select r.due_at from executor_run r where r.queue = queue.queue and r.due_at <= now()
      order by r.due_at limit 1) head
  ), due as (
    select count(*) as count, count(*) filter (where due_at < now() - interval '1 minute') as late
    from (
      select head.due_at from queue cross join lateral (
        select r.due_at from executor_run r where r.queue = queue.queue and r.due_at <= now()
        order by r.due_at limit ${COUNTED_UP_TO}) head
      limit ${COUNTED_UP_TO}) head
  ), first_pending as (
    select min(head.created_at) as at from bank cross join lateral (
      select d.created_at from donation d where d.bank_id = bank.id and d.status = 'pending'
      order by d.created_at limit 1) head
  ), endpoint as (
    select id from webhook_endpoint where status <> 'deleted'
  ), delivery as (
    select states.status, min(head.created_at) as oldest, (
      select coalesce(sum(count), 0)::int8 from tally
      where list = 'deliveries' and tally.status = states.status
        and owner in (select id from endpoint)) as count
    from (values ('pending'), ('dead')) states(status)
    left join endpoint on true
    left join lateral (
      select d.created_at from webhook_delivery d
      where d.endpoint_id = endpoint.id and d.status = states.status
      order by d.created_at limit 1) head on true
    group by states.status
  )
  select now() as as_of,
    (select coalesce(sum(count), 0)::int8 from tally
      where list = 'donations' and status = 'pending') as donations_pending,
    (select at from first_pending) as oldest_pending,
    ${upTo(sql`credit where flagged_at is not null`)} as flagged,
    ${upTo(sql`outbox`)} as outbox,
    (select created_at from outbox order by id limit 1) as oldest_outbox,
    (select count(*) from executor_run where held and due_at > now()) as runs_running,
    (select count from due) as runs_due,
    (select late from due) as runs_late,
    (select at from first_due) as oldest_due_run,
    (select count from delivery where status = 'pending') as deliveries_pending,
    (select oldest from delivery where status = 'pending') as oldest_delivery_pending,
    (select count from delivery where status = 'dead') as deliveries_dead,
    (select oldest from delivery where status = 'dead') as oldest_delivery_dead,
    ${upTo(sql`email where status = 'pending'`)} as emails_pending,
    (select created_at from email where status = 'pending'
      order by created_at limit 1) as oldest_email,
    coalesce((select finding_count from ledger_check), 0) as ledger_findings,
    (select checked_at from ledger_check) as ledger_checked`);

/** @throws the database's error, within about two seconds */
export async function readSnapshot(): Promise<Snapshot> {
  const snapshot = await runForOne(snapshotQuery, undefined, { onRequest: true });
  if (!snapshot) throw new Error("the snapshot has no row");
  return snapshot;
}

/** When a donation was last completed or failed. */
export const lastSettled = raw(sql<{ at: Date | null }>`
  select max(last.at) as at from bank b cross join lateral (
    select coalesce(completed_at, failed_at) as at from donation
    where bank_id = b.id and status <> 'pending'
    order by coalesce(completed_at, failed_at) desc limit 1) last`);

/** The maximum number of listed incidents per kind. All are counted. */
const MAX_LISTED = 20;

export type IncidentRow = {
  /** Its ID; for overdue work, the kind of work. */
  subject: string;
  /** The school, bank, or address concerned. */
  about: string;
  reason: string | null;
  since: Date;
  attempts: number | null;
  nextAttemptAt: Date | null;
  /** Another argument of its command, such as the bank's ID. */
  key: string | null;
  count: number;
};

/** The oldest of a kind. @param rows with the columns of an incident, in their order */
const incidents = (rows: RawBuilder<unknown>) =>
  raw(sql<IncidentRow>`
    select *, count(*) over () as count
    from (${rows}) incident(subject, about, reason, since, attempts, next_attempt_at, key)
    order by since limit ${MAX_LISTED}`);

/** Pending pushes that match a condition. @param cause the columns for the reason and since when */
const pushes = (cause: RawBuilder<unknown>, which: RawBuilder<unknown>) =>
  incidents(sql`
    select d.id, s.name || ', from ' || b.name, ${cause}, c.attempt_count,
      case when c.held_at is null then c.next_attempt_at end, d.school_id
    from credit c
    join donation d on d.id = c.donation_id
    join school s on s.id = d.school_id
    join bank b on b.id = d.bank_id
    where c.status = 'pending' and ${which}`);

const failed = sql`c.last_error, d.created_at`;

export const flaggedPushes = pushes(failed, sql`c.held_at is null and c.flagged_at is not null`);
export const retriedPushes = pushes(
  failed,
  sql`c.held_at is null and c.flagged_at is null and c.last_error is not null`,
);
/** Held by an operator or for a review. */
export const heldPushes = pushes(sql`c.hold_reason, c.held_at`, sql`c.held_at is not null`);

/** Corrections that nobody has to decide, and that aren't done a day later. */
export const stuckCorrections = incidents(sql`
  select c.id, s.name || ', from ' || b.name, c.last_error, c.created_at, c.attempt_count, c.next_attempt_at, null
  from correction c join school s on s.id = c.school_id join bank b on b.id = c.bank_id
  where c.status = 'pending' and not c.awaits_foundation and not ${CORRECTIONS.isWaiting}
    and coalesce(c.agreed_at, c.created_at) < now() - interval '1 day'`);

const endpoints = (reason: RawBuilder<unknown>, which: RawBuilder<unknown>) =>
  incidents(sql`
    select e.id, e.url || ', of ' || b.name, ${reason}, coalesce(e.failing_since, e.created_at),
      null::int, null::timestamptz, b.id
    from webhook_endpoint e join bank b on b.id = e.bank_id
    where ${which}`);

export const disabledEndpoints = endpoints(sql`e.disabled_reason`, sql`e.status = 'disabled'`);
export const failingEndpoints = endpoints(
  sql`'it hasn''t accepted a delivery since then'`,
  sql`e.status = 'enabled' and e.failing_since is not null`,
);

const records = (cause: RawBuilder<unknown>, which: RawBuilder<unknown>) =>
  incidents(sql`
    select s.id, s.name, ${cause}, r.created_at, null::int, null::timestamptz, s.id
    from school as s join school_record as r on r.school_id = s.id
    where ${which}`);

/** Banks that lack something on record. */
export const incompleteBanks = incidents(sql`
  select b.id, b.name, 'missing: ' || array_to_string(${missingOfBank}, ', '), b.created_at,
    null::int, null::timestamptz, b.id
  from bank b where b.status = 'active' and ${missingOfBank} <> '{}'`);

/** Schools that have begun to take part, and lack something on record. */
export const incompleteRecords = records(
  sql`'missing: ' || array_to_string(${missing}, ', ')`,
  sql`${missing} <> '{}'`,
);

/** Complete records with a check that counts for only a few more days. */
export const expiringRecords = records(
  sql`'its checks count until ' || ${expiresOn}`,
  sql`${missing} = '{}' and (${expiresOn})::date
    <= (now() at time zone 'UTC')::date + ${sql.lit(EXPIRES_SOON_DAYS)}`,
);

/** Banks whose limit counts something else as unpaid than their gifts add up to. Only banks with limits are added up. */
export const miscountedLimits = incidents(sql`
  select b.id, b.name, 'counts ' || unpaid_cents || ' cents as unpaid, but its gifts add up to ' || gifts.cents,
    now(), null::int, null::timestamptz, coalesce((max_unpaid_cents / 100.0)::numeric(16, 2)::text, 'none')
  from bank b join bank_limit l on l.bank_id = b.id
  cross join lateral (select ${unpaidOf(sql`b.id`)} as cents offset 0) gifts
  where unpaid_cents <> gifts.cents and num_nonnulls(max_unpaid_cents, max_key_daily_cents) > 0`);

/** What the last check of the books has found. */
export const ledgerFindings = incidents(sql`
  select 'the books', finding_count || ' findings', first, checked_at, null::int, null::timestamptz, null::text
  from ledger_check where finding_count > 0`);

/** That the books weren't checked for two days. They are every night. */
export const uncheckedLedger = incidents(sql`
  select 'the books', case when c.checked_at is null then 'never checked' else 'last checked two days ago or more' end,
    null::text, coalesce(c.checked_at, first.at), null::int, null::timestamptz, null::text
  from (select min(created_at) as at from bank) first left join ledger_check c on true
  where coalesce(c.checked_at, first.at) < now() - interval '2 days'`);

/** Statements that should have been closed or written an hour ago. */
export const lateStatements = incidents(sql`
  select b.id, b.name, null::text, l.period_ends_at, null::int, null::timestamptz, null::text
  from ledger_book l join bank b on b.id = l.id where l.period_ends_at < now() - interval '1 hour'
    or exists (select from statement where bank_id = b.id and issued_at is null and closed_at < now() - interval '1 hour')`);

/** Payments that wait for a second person. */
export const waitingPayments = incidents(sql`
  select p.id, s.name || ', from ' || b.name, 'recorded by ' || p.recorded_by, p.recorded_at, null::int,
    null::timestamptz, null::text
  from payment p join bank b on b.id = p.bank_id join school s on s.id = p.school_id
  where p.needs_approval and p.approved_by is null and p.returned_at is null`);

/** What banks say they have sent more than a week ago, and nobody has received. */
export const unmetClaims = incidents(sql`
  select p.id, s.name || ', from ' || b.name, 'wire ' || p.wire_reference, p.recorded_at, null::int,
    null::timestamptz, p.bank_id::text
  from payment p join bank b on b.id = p.bank_id join school s on s.id = p.school_id
  where p.kind = 'sent' and p.returned_at is null and p.value_date < (now() at time zone 'UTC')::date - 7
    and not exists (select from payment m where m.claim_id = p.id)`);

/** The kinds of work that the sweep requeues once they are overdue. */
export const UNFINISHED = {
  pushes: PUSHES as Work,
  deliveries: DELIVERIES as Work,
  replays: REPLAYS as Work,
  emails: EMAILS as Work,
  corrections: CORRECTIONS as Work,
};

/** Overdue work of one kind: one row, or none. */
const overdue = ([what, { table, isWaiting }]: [string, Work]) => sql`
  select ${what}::text as what, min(next_attempt_at) as since, count(*) as count
  from ${sql.table(table)}
  where status = 'pending' and next_attempt_at < now() - ${LATE.lateByMs} * interval '1 millisecond'
    and not ${isWaiting ?? sql`false`}
  having count(*) > 0`;

export const lateWork = incidents(sql`
  select what, what || ', ' || count || ' in total',
    'overdue, and no process is working on it', since, null::int, since, null
  from (${sql.join(Object.entries(UNFINISHED).map(overdue), sql` union all `)}) late`);

/** At most one: why an Inngest server gets no jobs. */
export const engineProblems = incidents(sql`
  select 'inngest', 'the Inngest server', reason, since, null::int, null::timestamptz, null
  from engine_problem where not (${problemIsOver})`);

/** Joined per endpoint, to match the index. Omits disabled endpoints, whose dead letters wait until they are enabled. */
export const deadLetters = incidents(sql`
  select v.id, v.type || ' for ' || e.url,
    coalesce(a.error, 'it responded with ' || a.response_code, e.disabled_reason),
    d.created_at, d.attempt_count, null::timestamptz, null
  from webhook_endpoint e
  join webhook_delivery d on d.endpoint_id = e.id and d.status = 'dead'
  join event v on v.id = d.event_id
  left join lateral (
    select error, response_code from webhook_attempt
    where delivery_id = d.id order by id desc limit 1) a on true
  where e.status = 'enabled'`);

export const failedEmails = incidents(sql`
  select id, subject, last_error, created_at, attempt_count, null::timestamptz, null
  from email where status = 'failed'`);

/** Per bank: donations flagged in the last seven days because points and dollars disagree, counted up to a limit. */
export const flaggedDonations = incidents(sql`
  select b.id, b.name || ', ' || d.flagged || ' in seven days',
    'points disagree with the program''s rate', d.oldest, null::int, null::timestamptz, b.id
  from bank b join lateral (
    select count(*) as flagged, min(recent.created_at) as oldest from (
      select created_at from donation
      where bank_id = b.id and points_mismatch and created_at > now() - interval '7 days'
      order by created_at desc limit 1000) recent) d on d.flagged > 0`);

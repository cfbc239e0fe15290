/** SQL of batches: closing, deciding, and reading their lines in order. Their gifts are in `gifts/`. */
import { type InferResult, type RawBuilder, sql } from "kysely";
import { raw } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";
import { IS_AWAITED } from "../donations/sql.ts";
import type { Cents } from "../money.ts";
import type { GiftRecord } from "./contract.ts";
import { type BatchSettings, type ClosedSettings, DEFAULT_CLOSE_HOUR } from "./settings.ts";

type Settings = {
  closeHour: number | null;
  settings: unknown;
  confirmationDays: number | null;
  fiscalYearMonth: number;
  giftDate: ClosedSettings["giftDate"];
};

/** The closing hour of a school `s`, null for only by hand, and its time at an instant. */
const closing = (at: RawBuilder<unknown>) => sql`
  left join batch_settings own on own.school_id = s.id cross join lateral (select
    case when own.school_id is null then ${sql.lit(DEFAULT_CLOSE_HOUR)} else own.close_hour end as hour,
    ${at} at time zone s.time_zone as local_time) closing`;

/** The closing hour on that day, so many days later. */
const closingAt = (days: RawBuilder<unknown>) => sql`(date_trunc('day', local_time)
  + make_interval(hours => hour, days => ${days})) at time zone s.time_zone`;
const isBefore = sql`extract(hour from local_time) < hour`;

/** A school's settings; `settings` is null if it has none of its own. */
export const findSettings = statement((params: Parameters<{ schoolId: string }>) =>
  raw<Settings>(sql`
    select own.settings, confirmation_days, fiscal_year_month, hour as close_hour,
      coalesce((select gift_date from school_record r where r.school_id = s.id), 'confirmed') as gift_date
    from school s ${closing(sql`now()`)} where s.id = ${params.schoolId}`),
);

/** When a school's open batch closes by its schedule; null for by hand. */
export const findSchedule = statement((params: Parameters<{ schoolId: string }>) =>
  raw<{ nextCloseAt: Date | null }>(sql`
    select ${closingAt(sql`case when ${isBefore} then 0 else 1 end`)} as next_close_at
    from school s ${closing(sql`now()`)} where s.id = ${params.schoolId}`),
);

type NewSettings = { schoolId: string; closeHour: number | null; settings: BatchSettings };

export const upsertSettings = statement((params: Parameters<NewSettings>) =>
  raw(sql`
    insert into batch_settings (school_id, close_hour, settings)
    values (${params.schoolId}, ${params.closeHour}, ${params.settings})
    on conflict (school_id) do update set
      close_hour = excluded.close_hour, settings = excluded.settings, updated_at = now()`),
);

/** Only for a school whose platform is `batch`: others answer at once. */
export const updatePromise = statement(
  (params: Parameters<{ schoolId: string; confirmationDays: number }>) =>
    raw(sql`
      update school set confirmation_days = ${params.confirmationDays}
      where id = ${params.schoolId} and confirmation_days is not null`),
);

export const updateFiscalYear = statement(
  (params: Parameters<{ schoolId: string; fiscalYearMonth: number }>) =>
    raw(sql`
      update school set fiscal_year_month = ${params.fiscalYearMonth} where id = ${params.schoolId}`),
);

/** Opens a batch for each school that has none open. Of concurrent calls, one opens it. */
export const openBatches = statement((params: Parameters<{ schoolIds: string[] }>) =>
  raw(sql`
    insert into gift_batch (id, school_id, number)
    select uuidv7(), school_id, coalesce((
      select max(number) from gift_batch where gift_batch.school_id = wanted.school_id), 0) + 1
    from unnest(${params.schoolIds}::text[]) as wanted(school_id)
    where not exists (
      select from gift_batch where gift_batch.school_id = wanted.school_id and closed_at is null)
    -- A fixed lock order, so that concurrent calls can't deadlock.
    order by school_id
    on conflict do nothing`),
);

/** The open batches, which stay open until the transaction ends: closing one waits. */
export const lockOpenBatches = statement((params: Parameters<{ schoolIds: string[] }>) =>
  raw<{ id: string; schoolId: string }>(sql`
    select id, school_id from gift_batch
    where school_id = any(${params.schoolIds}) and closed_at is null order by school_id for share`),
);

export type NewLine = {
  donationId: string;
  schoolId: string;
  amountCents: Cents;
  donorNumber: string | null;
  gift: GiftRecord;
};

/**
 * Puts gifts into batches, each only once. One that was accepted before its school promised a time for its confirmation
 * gets that time.
 */
export const insertLines = statement(
  (params: Parameters<{ lines: (NewLine & { batchId: string })[] }>) =>
    raw(sql`
      with line as (
        select * from ${recordset(params.lines, "line", {
          donationId: "uuid",
          schoolId: "text",
          amountCents: "int8",
          donorNumber: "text",
          gift: "jsonb",
          batchId: "uuid",
        })}
      ), entered as (
        insert into gift_batch_line (donation_id, batch_id, amount_cents, donor_number, gift)
        select donation_id, batch_id, amount_cents, donor_number, gift from line order by donation_id
        on conflict (donation_id) do nothing returning donation_id
      )
      update donation set estimated_confirmation_at = promised.at
      from (
        select id, confirmation_promise(created_at, time_zone, confirmation_days) as at
        from entered join donation on id = donation_id
        join (select id as school_id, time_zone, confirmation_days from school) s using (school_id)
        where confirmation_days is not null order by id
      ) promised
      where donation.id = promised.id and estimated_confirmation_at < promised.at`),
);

/**
 * Puts the reversal of a gift into a batch, once, with what its school was told of the gift.
 * @returns what the school has decided about it before, if it has
 */
export const insertReversal = statement(
  (params: Parameters<{ correctionId: string; batchId: string }>) =>
    raw<{ refusalReason: string | null }>(sql`
      with entered as (
        insert into gift_batch_line (correction_id, batch_id, amount_cents, donor_number, gift)
        select c.id, ${params.batchId}::uuid, -c.amount_cents, line.donor_number, line.gift
        from correction c join gift_batch_line line on line.donation_id = c.donation_id
        where c.id = ${params.correctionId} and c.status = 'pending'
        on conflict (id) do nothing
      )
      select refusal_reason from gift_batch_line
      where correction_id = ${params.correctionId} and decided_at is not null`),
);

type Ending = { correctionId: string; by: string; refusalReason: string | null };

/**
 * Ends a reversal's line if its school hasn't decided it there: the file says what was agreed, and an open batch doesn't carry
 * what was refused.
 * @returns whether the batch is closed, for a line that stays
 */
export const endReversal = statement((params: Parameters<Ending>) =>
  raw<{ isClosed: boolean }>(sql`
    with line as (
      select l.id, closed_at is not null as is_closed from gift_batch_line l join gift_batch b on b.id = batch_id
      where correction_id = ${params.correctionId} for share of b
    ), dropped as (
      delete from gift_batch_line l using line
      where l.id = line.id and not is_closed and ${params.refusalReason}::text is not null
    ), decided as (
      update gift_batch_line l set decided_at = now(), decided_by = ${params.by}, refusal_reason = ${params.refusalReason},
        confirmation_number = case when ${params.refusalReason}::text is null then gift ->> 'number' end
      from line where l.id = line.id and l.decided_at is null and (is_closed or ${params.refusalReason}::text is null)
    )
    select is_closed from line`),
);

export const endHolds = statement((params: Parameters<{ donationIds: string[] }>) =>
  raw(sql`
    update credit set held_at = null, hold_reason = null, released_at = now()
    where donation_id = any(${params.donationIds}::uuid[]) and status = 'pending' and held_at is not null`),
);

/** The files of a batch that closes carry its reversals. */
export const recordCarried = statement((params: Parameters<{ batchId: string }>) =>
  raw(sql`
    update correction c set legs = legs || jsonb_build_object('file',
      jsonb_build_object('state', 'done', 'at', now(), 'by', 'service'))
    from gift_batch_line l
    where l.batch_id = ${params.batchId} and l.correction_id = c.id and c.status = 'succeeded'
      and c.legs #>> '{file,state}' = 'pending'`),
);

/** Reversals that a school has to decide, the longest waiting first. */
export const findReversals = statement((params: Parameters<{ schoolId: string; limit: number }>) =>
  raw<{ id: string; cents: Cents; gift: GiftRecord; batchNumber: number; reason: string }>(sql`
    select l.id, c.amount_cents as cents, gift, b.number as batch_number, c.reason
    from correction c join gift_batch_line l on l.correction_id = c.id join gift_batch b on b.id = batch_id
    where c.school_id = ${params.schoolId} and c.status = 'pending' and awaits_foundation
      and closed_at is not null and l.decided_at is null
    order by l.entered_at, l.id limit ${params.limit}`),
);

export const findDecisions = statement((params: Parameters<{ donationIds: string[] }>) =>
  raw<Decision & { donationId: string }>(sql`
    select donation_id, id, confirmation_number, refusal_reason from gift_batch_line
    where donation_id = any(${params.donationIds}::uuid[])`),
);

type BatchKey = { schoolId: string; batchId: string };

/** Closes an open batch. Waits for gifts that are just entering it, which the next statement then sees. */
export const markClosed = statement((params: Parameters<BatchKey & { settings: ClosedSettings }>) =>
  raw<{ id: string }>(sql`
    update gift_batch set closed_at = now(), gift_count = 0, amount_cents = 0, settings = ${params.settings}
    where id = ${params.batchId} and school_id = ${params.schoolId} and closed_at is null
    returning id`),
);

/** Takes gifts out of a batch that mustn't be exported now: held ones, which enter another once they're released. */
export const removeHeld = statement((params: Parameters<{ batchId: string }>) =>
  raw(sql`
    delete from gift_batch_line as line using credit
    where batch_id = ${params.batchId} and credit.donation_id = line.donation_id
      and (credit.status <> 'pending' or held_at is not null)`),
);

export const recordTotals = statement((params: Parameters<{ batchId: string }>) =>
  raw<{ number: number; giftCount: number; lineCount: number; amountCents: Cents }>(sql`
    update gift_batch set gift_count = line.gifts, amount_cents = line.cents
    from (
      select count(donation_id) as gifts, count(*) as lines, coalesce(sum(amount_cents), 0) as cents
      from gift_batch_line where batch_id = ${params.batchId}
    ) line
    where id = ${params.batchId} returning number, gift_count, line.lines as line_count, gift_batch.amount_cents`),
);

/** The open batches that were opened before their school's latest closing hour. */
export const findDue = statement((params: Parameters<{ at: Date }>) =>
  raw<BatchKey>(sql`
    select batch.id as batch_id, batch.school_id
    from gift_batch batch join school s on s.id = batch.school_id ${closing(sql`${params.at}::timestamptz`)}
    where closed_at is null and hour is not null
      and opened_at < ${closingAt(sql`case when ${isBefore} then -1 else 0 end`)}
    order by batch.school_id`),
);

/** A gift as the school names it, or the reversal of one, with what is known of it. */
export type KnownGift = {
  /** The donation's, or the correction's. */
  id: string;
  isReversal: boolean;
  giftNumber: string;
  amountCents: Cents;
  batchId: string | null;
  closedAt: Date | null;
  decidedAt: Date | null;
  confirmationNumber: string | null;
  refusalReason: string | null;
  batchNumber: number | null;
  donorNumber: string | null;
  /** Its line in the batch, where it was asked for. */
  position: number | null;
};

type Named = { schoolId: string; ids: string[]; numbers: string[]; withPositions: boolean };

/** The school's gifts with these IDs, or these gift numbers, and the reversals in its batches. */
export const findNamed = statement((params: Parameters<Named>) =>
  raw<KnownGift>(sql`
    with named as (
      select id, amount_cents, false as is_reversal from donation where school_id = ${params.schoolId}
        and (id = any(${params.ids}::uuid[]) or gift_number(id) = any(${params.numbers}::bigint[]))
      union all
      select correction_id, l.amount_cents, true from gift_batch_line l join gift_batch b on b.id = batch_id
      where school_id = ${params.schoolId} and correction_id is not null
        and (l.id = any(${params.ids}::uuid[]) or gift_number(correction_id) = any(${params.numbers}::bigint[]))
    ), placed as (
      select id, (row_number() over (partition by batch_id order by id))::int as position
      from gift_batch_line where ${params.withPositions}::boolean and batch_id in (
        select batch_id from gift_batch_line join named using (id))
    )
    select d.id, is_reversal, gift_number(d.id)::text as gift_number, d.amount_cents, batch_id, closed_at, decided_at,
      confirmation_number, refusal_reason, batch.number as batch_number, donor_number, position
    from named d left join gift_batch_line line on line.id = d.id
    left join gift_batch batch on batch.id = batch_id left join placed on placed.id = d.id`),
);

type UploadPage = { schoolId: string; id: string; first: number; last: number };
type UploadRow = { createdAt: Date; problems: unknown; checked: unknown; rows: unknown };

/** An upload with some of its rows: one with many isn't read as a whole for each page. */
export const findUpload = statement((params: Parameters<UploadPage>) =>
  raw<UploadRow>(sql`
    select created_at, problems, checked, jsonb_path_query_array(decisions, '$[$first to $last]',
      jsonb_build_object('first', ${params.first}::int, 'last', ${params.last}::int)) as rows
    from decision_upload where id = ${params.id} and school_id = ${params.schoolId}`),
);

/** The school's decision about a gift or a reversal; both null if there is none yet. */
export type Decision = {
  /** The donation's, or the correction's. */
  id: string;
  confirmationNumber: string | null;
  refusalReason: string | null;
};

type Decisions = { schoolId: string; decidedBy: string; decisions: Decision[] };

/** Records decisions about lines of closed batches. The first one about a line stands. @returns the new ones */
export const recordDecisions = statement((params: Parameters<Decisions>) =>
  raw<{ id: string; isReversal: boolean }>(sql`
    with decision as (
      select * from ${recordset(params.decisions, "decision", {
        id: "uuid",
        confirmationNumber: "text",
        refusalReason: "text",
      })}
    ), undecided as (
      select line.id from gift_batch_line line join gift_batch batch on batch.id = batch_id
      where line.id = any(array(select id from decision))
        and decided_at is null and closed_at is not null and batch.school_id = ${params.schoolId}
      -- A fixed lock order, so that concurrent calls can't deadlock.
      order by line.id for update of line
    )
    update gift_batch_line as line set
      decided_at = now(), decided_by = ${params.decidedBy},
      confirmation_number = decision.confirmation_number, refusal_reason = decision.refusal_reason
    from undecided join decision using (id)
    where line.id = undecided.id returning line.id, line.correction_id is not null as is_reversal`),
);

type Correction = { schoolId: string; donationId: string; from: string; to: string };

/** Corrects a completed gift's confirmation number, if it's still the one that was shown. @returns the gift if so */
export const correctNumber = statement((params: Parameters<Correction>) =>
  raw<{ donationId: string }>(sql`
    with line as (
      update gift_batch_line set confirmation_number = ${params.to} from gift_batch batch
      where donation_id = ${params.donationId} and batch.id = batch_id and batch.school_id = ${params.schoolId}
        and confirmation_number = ${params.from}
      returning donation_id
    )
    update credit set platform_credit_id = ${params.to} from line
    where credit.donation_id = line.donation_id and status = 'credited' returning credit.donation_id`),
);

type LinePage = { batchId: string; after: string; limit: number };

/** What a batch's files say of a donor, beside the gift's record. */
export type Giver = { gift: GiftRecord; giverId: string | null; encryptedAddress: Buffer | null };

export type BatchLine = Giver & {
  /** The gift's, or the correction's. */
  id: string;
  isReversal: boolean;
  amountCents: Cents;
  decidedAt: Date | null;
  benefitCents: Cents | null;
};

const giver = sql`d.cardholder_id as giver_id, d.encrypted_donor_address as encrypted_address`;

/** Text that may be longer than what an import format takes (formats/). */
const isLong = sql`(length(gift #>> '{donor,name}') > 40 or length(gift #>> '{donor,email}') > 80
  or length(gift #>> '{bank,name}') > 100 or length(gift #>> '{fund,name}') > 100
  or length(gift ->> 'message') > 255 or octet_length(d.encrypted_donor_address) > 80)
  and correction_id is null`;

const linesAfter = (page: Parameters<LinePage>, isWanted: RawBuilder<unknown>) =>
  raw<BatchLine>(sql`
    select line.id, correction_id is not null as is_reversal, line.amount_cents, gift, decided_at, ${giver},
      case when correction_id is null then d.fund_good_faith_value_cents end as benefit_cents
    from gift_batch_line line left join donation d on d.id = coalesce(line.donation_id,
      (select donation_id from correction c where c.id = correction_id))
    where batch_id = ${page.batchId} and line.id > ${page.after} and ${isWanted}
    order by line.id limit ${page.limit}`);

/** Lines of a batch after another, in order. Their order never changes once the batch is closed. */
export const findLines = statement((page: Parameters<LinePage>) => linesAfter(page, sql`true`));

/** Those of them that may have more text than an import format takes. */
export const findLongLines = statement((page: Parameters<LinePage>) => linesAfter(page, isLong));

/** Each donor whose number follows, in order, as of their latest gift, or the latest one that shares their address. */
export const findDonors = statement((params: Parameters<LinePage>) =>
  raw<Giver & { donorNumber: string }>(sql`
    select donor_number, latest.* from (
      select distinct donor_number from gift_batch_line
      where batch_id = ${params.batchId} and donor_number > ${params.after} and correction_id is null
      order by donor_number limit ${params.limit}) donor
    cross join lateral (
      select gift, ${giver} from gift_batch_line line left join donation d on d.id = donation_id
      where batch_id = ${params.batchId} and line.donor_number = donor.donor_number and correction_id is null
      order by d.encrypted_donor_address is null, donation_id desc limit 1) latest
    order by donor_number`),
);

/** One line of each bank, in order of its number. */
export const findBanks = statement((params: Parameters<{ batchId: string }>) =>
  raw<{ gift: GiftRecord }>(sql`
    select distinct on (gift #>> '{bank,number}') gift from gift_batch_line
    where batch_id = ${params.batchId} and correction_id is null order by gift #>> '{bank,number}', id`),
);

/** Batches with their counts. An open batch's are counted, a closed one's were recorded. */
export const batches = kysely
  .selectFrom("giftBatch as b")
  .leftJoinLateral(
    (of) =>
      of
        .selectFrom("giftBatchLine as l")
        .select([
          sql<number>`count(l.donation_id)`.as("count"),
          sql<Cents>`coalesce(sum(l.amount_cents), 0)::int8`.as("cents"),
        ])
        .whereRef("l.batchId", "=", "b.id")
        .where("b.closedAt", "is", null)
        .as("entered"),
    (join) => join.onTrue(),
  )
  .select(["b.id", "b.schoolId", "b.number", "b.openedAt", "b.closedAt", "b.settings"])
  .select([
    sql<number>`coalesce(b.gift_count, entered.count)::int`.as("giftCount"),
    sql<Cents>`coalesce(b.amount_cents, entered.cents)`.as("amountCents"),
  ])
  .select([
    sql<number>`(select count(*)::int from gift_batch_line l
      where l.batch_id = b.id and l.correction_id is not null)`.as("reversalCount"),
    sql<number>`(select count(*)::int from gift_batch_line l
      where l.batch_id = b.id and l.decided_at is null)`.as("undecidedCount"),
    sql<number>`(select count(*)::int from gift_batch_line l
      where l.batch_id = b.id and l.refusal_reason is not null)`.as("refusedCount"),
  ]);

/** What a closed batch waits for: its undecided gifts and reversals, and when the first one's donor expects an answer. */
type WaitingBatch = {
  id: string;
  number: number;
  closedAt: Date;
  count: number;
  cents: Cents;
  /** Null if no gift among them is awaited. */
  dueAt: Date | null;
};

/** A school's closed batches with undecided gifts, the most urgent first. @param batchId only this one */
export const waitingBatches = (schoolId: string, { batchId }: { batchId?: string } = {}) =>
  raw<WaitingBatch>(sql`
    select b.id, b.number, b.closed_at, left_over.count, left_over.cents, left_over.due_at
    from gift_batch b cross join lateral (
      select count(*)::int as count, sum(l.amount_cents)::int8 as cents,
        min(d.estimated_confirmation_at) filter (where ${IS_AWAITED}) as due_at
      from gift_batch_line l left join donation d on d.id = l.donation_id left join credit c using (donation_id)
      where l.batch_id = b.id and l.decided_at is null) left_over
    where b.school_id = ${schoolId} and b.closed_at is not null and left_over.count > 0
      ${batchId === undefined ? sql`` : sql`and b.id = ${batchId}`}
    order by left_over.due_at, b.number`);

/** What a school has promised to confirm soon, and has not confirmed although the time has passed. */
type DuePromise = {
  schoolId: string;
  schoolName: string;
  timeZone: string;
  dueCount: number;
  dueCents: Cents;
  dueAt: Date;
  lateCount: number;
};

type DueBetween = { at: Date; until: Date };

/** Schools with promises that pass between two times, unless they were reminded on that day in their time zone. */
export const findDuePromises = statement((params: Parameters<DueBetween>) =>
  raw<DuePromise>(sql`
    select s.id as school_id, s.name as school_name, s.time_zone, due.count as due_count,
      due.cents as due_cents, due.at as due_at, due.late_count
    from school s cross join lateral (
      select count(*) filter (where is_due)::int as count, (count(*) filter (where not is_due))::int as late_count,
        sum(amount_cents) filter (where is_due)::int8 as cents, min(promised_at) filter (where is_due) as at
      from (
        select d.amount_cents, d.estimated_confirmation_at as promised_at,
          d.estimated_confirmation_at > ${params.at}::timestamptz as is_due
        from donation d join credit c on c.donation_id = d.id
        left join gift_batch_line l on l.donation_id = d.id
        where d.school_id = s.id and ${IS_AWAITED}
          and d.estimated_confirmation_at <= ${params.until}::timestamptz) undecided) due
    where s.confirmation_days is not null and due.count > 0 and not exists (
      select from batch_reminder r
      where r.school_id = s.id and r.day >= (${params.at}::timestamptz at time zone s.time_zone)::date)
    order by s.id`),
);

/** Claims the reminder of a school's day. @returns none if another run has */
export const claimReminder = statement(
  (params: Parameters<{ schoolId: string; at: Date; timeZone: string }>) =>
    raw<{ schoolId: string }>(sql`
      insert into batch_reminder as r (school_id, day)
      values (${params.schoolId}, (${params.at}::timestamptz at time zone ${params.timeZone})::date)
      on conflict (school_id) do update set day = excluded.day where r.day < excluded.day
      returning school_id`),
);

export type BatchRow = InferResult<typeof batches>[number];

/** Ticketing SQL: configurations, accounts on platforms, and the sandbox platform's tables. */
import { sql } from "kysely";
import { raw } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import type { Cents } from "../money.ts";
import type { BookedCredit, CreditInstruction } from "./adapter.ts";

export type Configuration = { schoolId: string; adapter: string; encryptedConfig: Buffer };

export const findConfiguration = statement((params: Parameters<{ schoolId: string }>) =>
  raw<Configuration>(sql`
    select school_id, adapter, encrypted_config from platform_config where school_id = ${params.schoolId}`),
);

/** Makes a school promise to confirm gifts within two business days, unless it has promised something else; or ends that. */
export const setPromise = statement(
  (params: Parameters<{ schoolId: string; awaitsFoundation: boolean }>) =>
    raw(sql`
      update school set confirmation_days =
        case when ${params.awaitsFoundation}::boolean then coalesce(confirmation_days, 2) end
      where id = ${params.schoolId}`),
);

/** How far back the last success and failure are looked for. */
export const RECENT_GIFTS = 1_000;

type PlatformHealth = {
  onTheirWay: number;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  lastFailure: string | null;
};

/** How the platform has answered, for the newest gifts, and how many are on their way. */
export const findPlatformHealth = statement((params: Parameters<{ schoolId: string }>) =>
  raw<PlatformHealth>(sql`
    with recent as (
      select id from donation where school_id = ${params.schoolId}
      order by created_at desc, id desc limit ${sql.lit(RECENT_GIFTS)}
    ), answered as materialized (
      select c.settled_at, c.platform_credit_id, c.last_attempted_at, c.last_error
      from recent join credit c on c.donation_id = recent.id
    ), waiting as (
      select count(*)::int as on_their_way from donation where school_id = ${params.schoolId} and status = ${"pending"}
    ), failure as (
      select last_attempted_at as last_failure_at, last_error as last_failure from answered
      where last_error is not null and last_attempted_at is not null
      order by last_attempted_at desc limit 1
    )
    select waiting.*, failure.*,
      (select max(settled_at) from answered where platform_credit_id is not null) as last_success_at
    from waiting left join failure on true`),
);

/** A school, which then accepts no gift and can't be imported until the transaction ends. */
export const lockSchool = statement((params: Parameters<{ schoolId: string }>) =>
  raw(sql`select from school where id = ${params.schoolId} for update`),
);

/**
 * A school's pending gifts that aren't in a batch, of which no attempt begins until the transaction ends, and whether its
 * platform may have credited one. Doesn't wait for a gift whose attempt is being recorded: it fails with `55P03`.
 */
export const lockPending = statement((params: Parameters<{ schoolId: string }>) =>
  raw<{ mayBeCredited: boolean }>(sql`
    select c.attempt_started_at is not null and c.open_attempts > 0 as may_be_credited
    from donation d join credit c on c.donation_id = d.id
    where d.school_id = ${params.schoolId} and d.status = ${"pending"}
      and not exists (select from gift_batch_line l where l.donation_id = d.id)
    for update of c nowait`),
);

/** Notes that a school has another platform from now on, and forgets fans' accounts. */
export const markLeft = statement((params: Parameters<{ schoolId: string }>) =>
  raw(sql`
    with changed as (
      update platform_config set left_previous_at = clock_timestamp() where school_id = ${params.schoolId}
    )
    delete from platform_account where school_id = ${params.schoolId}`),
);

/** The accounts of fans, each a JSON array of school and email key; null if not known yet. */
export const findAccounts = statement(
  (params: Parameters<{ fans: string[] }>) =>
    raw<{ fan: string; accountId: string | null }>(sql`
      select fan, (
        select platform_account_id from platform_account
        where school_id = fan::jsonb ->> 0 and email_key = fan::jsonb ->> 1) as account_id
      from unnest(${params.fans}::text[]) as fan`),
  { name: "platform-accounts" },
);

type KnownAccount = { schoolId: string; emailKey: string; accountId: string };

/** Two pushes for one fan may conflict here; the platform returned the same account to both. */
export const insertAccount = statement(
  (params: Parameters<KnownAccount>) =>
    raw(sql`
      insert into platform_account (school_id, email_key, platform_account_id)
      values (${params.schoolId}, ${params.emailKey}, ${params.accountId}) on conflict do nothing`),
  { name: "remember-platform-account" },
);

/** Counts a credit request. @returns how many there were, and whether an operator has released the credit */
export const countRequest = statement((params: Parameters<{ partnerReference: string }>) =>
  raw<{ requestCount: number; released: boolean }>(sql`
    insert into stub_fault (partner_reference, request_count) values (${params.partnerReference}, 1)
    on conflict (partner_reference) do update set request_count = stub_fault.request_count + 1
    returning request_count, released`),
);

/** Releases a held `.94` donation (stub.ts) for its next push. */
export const markReleased = statement((params: Parameters<{ partnerReference: string }>) =>
  raw(sql`
    insert into stub_fault (partner_reference, request_count, released)
    values (${params.partnerReference}, 0, true)
    on conflict (partner_reference) do update set released = true`),
);

export type NewCredit = {
  partnerReference: string;
  schoolId: string;
  fanId: string;
  amountCents: Cents;
  instruction: CreditInstruction;
};

/** Books credits, one per partner reference. @returns them, with those that were booked before */
export const insertCredits = statement(
  (params: Parameters<{ credits: NewCredit[] }>) =>
    raw<{ id: string; partnerReference: string }>(sql`
      insert into stub_credit (id, partner_reference, school_id, fan_id, amount_cents, instruction)
      select
        -- As a ticket office hands them out: OSU-26-118204. The sequence alone makes them unique.
        coalesce(monogram, upper(left(school_id, 3))) || to_char(now(), '-YY-')
          || nextval('stub_credit_number'),
        partner_reference, school_id, fan_id, amount_cents, instruction
      from ${recordset(params.credits, "credit", {
        partnerReference: "text",
        schoolId: "text",
        fanId: "text",
        amountCents: "int8",
        instruction: "jsonb",
      })}
      left join school on school.id = school_id
      on conflict (partner_reference) do update set partner_reference = excluded.partner_reference
      returning stub_credit.id, stub_credit.partner_reference`),
  { name: "stub-credits" },
);

const bookedCredits = sql`select id as credit_id, 'posted' as status, partner_reference, amount_cents, created_at,
  (select coalesce(sum(v.amount_cents), 0)::int8 from stub_void v
    where v.partner_reference = stub_credit.partner_reference) as voided_cents
  from stub_credit`;

type Void = { correctionId: string; partnerReference: string; amountCents: Cents };

/** Voids a part of a credit, once per correction, unless less is left of it. @returns whether it is voided */
export const insertVoid = statement((params: Parameters<Void>) =>
  raw<{ isVoided: boolean }>(sql`
    with credit as materialized (
      select amount_cents from stub_credit where partner_reference = ${params.partnerReference} for update
    ), known as (
      select correction_id from stub_void where correction_id = ${params.correctionId}
    ), added as (
      insert into stub_void (correction_id, partner_reference, amount_cents)
      select ${params.correctionId}::uuid, ${params.partnerReference}, ${params.amountCents}::int8 from credit
      where not exists (select from known) and ${params.amountCents}::int8 + (
        select coalesce(sum(amount_cents), 0) from stub_void where partner_reference = ${params.partnerReference})
        <= credit.amount_cents
      on conflict (correction_id) do update set correction_id = excluded.correction_id returning correction_id
    )
    select exists (select from known union all select from added) as is_voided`),
);

export const findCredits = statement((params: Parameters<{ partnerReferences: string[] }>) =>
  raw<BookedCredit>(
    sql`${bookedCredits} where partner_reference = any(${params.partnerReferences})`,
  ),
);

type CreditPage = { from: Date; to: Date; afterId: string; limit: number };

/** Credits after a time and ID, in order. */
export const listCredits = statement((params: Parameters<CreditPage>) =>
  raw<BookedCredit>(sql`${bookedCredits}
    where created_at >= ${params.from} and created_at < ${params.to}
      and (created_at, id) > (${params.from}, ${params.afterId})
    order by created_at, id limit ${params.limit}`),
);

type NewFan = { id: string; schoolId: string; email: string };

export const upsertFan = statement((params: Parameters<NewFan>) =>
  raw<{ id: string }>(sql`
    insert into stub_fan (id, school_id, email_key) values (${params.id}, ${params.schoolId}, lower(${params.email}))
    on conflict (school_id, email_key) do update set email_key = excluded.email_key returning id`),
);

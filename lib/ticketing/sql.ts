/** Ticketing SQL: configurations, accounts on platforms, and the sandbox platform's tables. */
import { sql } from "kysely";
import { raw } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import type { Cents } from "../money.ts";
import type { BookedCredit, CreditInstruction } from "./adapter.ts";

type Configuration = { schoolId: string; adapter: string; encryptedConfig: Buffer };

export const findConfigurations = statement(
  (params: Parameters<{ schoolIds: string[] }>) =>
    raw<Configuration>(sql`
      select school_id, adapter, encrypted_config from platform_config
      where school_id = any(${params.schoolIds})`),
  { name: "platform-config" },
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

export const markReleased = statement((params: Parameters<{ partnerReference: string }>) =>
  raw(sql`
    insert into stub_fault (partner_reference, request_count, released)
    values (${params.partnerReference}, 0, true)
    on conflict (partner_reference) do update set released = true`),
);

/** A credit to book. */
export type NewCredit = {
  partnerReference: string;
  schoolId: string;
  fanId: string;
  amountCents: Cents;
  instruction: CreditInstruction;
};

/** Books credits, at most one per partner reference. @returns the new ones */
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
      on conflict (partner_reference) do nothing
      returning id, partner_reference`),
  { name: "stub-credits" },
);

const bookedCredits = sql`select id as credit_id, 'posted' as status, partner_reference, amount_cents, created_at
  from stub_credit`;

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

/** Creates or finds a fan. */
export const upsertFan = statement((params: Parameters<NewFan>) =>
  raw<{ id: string }>(sql`
    insert into stub_fan (id, school_id, email_key) values (${params.id}, ${params.schoolId}, lower(${params.email}))
    on conflict (school_id, email_key) do update set email_key = excluded.email_key returning id`),
);

/** SQL of ticketing: configurations, accounts on platforms, and the tables of the sandbox's platform. */
import { sql } from "kysely";
import { raw } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import type { Cents } from "../money.ts";
import type { BookedCredit, CreditInstruction } from "./adapter.ts";

type Configuration = { schoolId: string; adapter: string; encryptedConfig: Buffer };

export const findConfigurations = statement(
  (given: Parameters<{ schoolIds: string[] }>) =>
    raw<Configuration>(sql`
      select school_id, adapter, encrypted_config from platform_config
      where school_id = any(${given.schoolIds})`),
  { name: "platform-config" },
);

/** The accounts of fans, each a JSON array of school and email key; null if it isn't known yet. */
export const findAccounts = statement(
  (given: Parameters<{ fans: string[] }>) =>
    raw<{ fan: string; accountId: string | null }>(sql`
      select fan, (
        select platform_account_id from platform_account
        where school_id = fan::jsonb ->> 0 and email_key = fan::jsonb ->> 1) as account_id
      from unnest(${given.fans}::text[]) as fan`),
  { name: "platform-accounts" },
);

type KnownAccount = { schoolId: string; emailKey: string; accountId: string };

/** Two pushes for one fan may collide here; the platform returned the same account to both. */
export const insertAccount = statement(
  (given: Parameters<KnownAccount>) =>
    raw(sql`
      insert into platform_account (school_id, email_key, platform_account_id)
      values (${given.schoolId}, ${given.emailKey}, ${given.accountId}) on conflict do nothing`),
  { name: "remember-platform-account" },
);

/** Counts a credit request. @returns how many there were, and whether an operator has released it */
export const countRequest = statement((given: Parameters<{ partnerReference: string }>) =>
  raw<{ requestCount: number; released: boolean }>(sql`
    insert into stub_fault (partner_reference, request_count) values (${given.partnerReference}, 1)
    on conflict (partner_reference) do update set request_count = stub_fault.request_count + 1
    returning request_count, released`),
);

export const markReleased = statement((given: Parameters<{ partnerReference: string }>) =>
  raw(sql`
    insert into stub_fault (partner_reference, request_count, released)
    values (${given.partnerReference}, 0, true)
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
  (given: Parameters<{ credits: NewCredit[] }>) =>
    raw<{ id: string; partnerReference: string }>(sql`
      insert into stub_credit (id, partner_reference, school_id, fan_id, amount_cents, instruction)
      select
        -- As a ticket office hands them out: OSU-26-118204. The sequence alone makes them unique.
        coalesce(monogram, upper(left(school_id, 3))) || to_char(now(), '-YY-')
          || nextval('stub_credit_number'),
        partner_reference, school_id, fan_id, amount_cents, instruction
      from ${recordset(given.credits, "credit", {
        ...{ partnerReference: "text", schoolId: "text", fanId: "text" },
        ...{ amountCents: "int8", instruction: "jsonb" },
      })}
      left join school on school.id = school_id
      on conflict (partner_reference) do nothing
      returning id, partner_reference`),
  { name: "stub-credits" },
);

const bookedCredits = sql`select id as credit_id, 'posted' as status, partner_reference, amount_cents, created_at
  from stub_credit`;

export const findCredits = statement((given: Parameters<{ partnerReferences: string[] }>) =>
  raw<BookedCredit>(
    sql`${bookedCredits} where partner_reference = any(${given.partnerReferences})`,
  ),
);

type Page = { from: Date; to: Date; afterId: string; limit: number };

/** Credits after a time and id, in order. */
export const listCredits = statement((given: Parameters<Page>) =>
  raw<BookedCredit>(sql`${bookedCredits}
    where created_at >= ${given.from} and created_at < ${given.to}
      and (created_at, id) > (${given.from}, ${given.afterId})
    order by created_at, id limit ${given.limit}`),
);

type NewFan = { id: string; schoolId: string; email: string };

/** Creates or finds a fan. */
export const upsertFan = statement((given: Parameters<NewFan>) =>
  raw<{ id: string }>(sql`
    insert into stub_fan (id, school_id, email_key) values (${given.id}, ${given.schoolId}, lower(${given.email}))
    on conflict (school_id, email_key) do update set email_key = excluded.email_key returning id`),
);

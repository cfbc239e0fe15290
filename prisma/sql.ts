/** SQL of the past gifts. */
import { sql } from "kysely";
import { raw } from "#lib/database/expressions.ts";
import { type Parameters, statement } from "#lib/database/statement.ts";

/** Gives credits the times of their gifts. One in a batch was pushed twice: into the batch, and when it was decided. */
export const backdateCredits = statement((given: Parameters<{ ids: string[] }>) =>
  raw(sql`
    update credit as c set
      attempt_started_at = d.created_at,
      last_attempted_at = coalesce(c.settled_at, d.created_at),
      next_attempt_at = coalesce(c.settled_at, d.estimated_confirmation_at),
      attempt_count = c.attempt_count
        + (exists (select from gift_batch_line l where l.donation_id = d.id))::int4
    from donation as d
    where d.id = c.donation_id and c.donation_id = any(${given.ids}::uuid[])`),
);

/** Enters completed gifts in the ledger of the sandbox's platform. */
export const bookCredits = statement((given: Parameters<{ ids: string[] }>) =>
  raw(sql`
    insert into stub_credit (id, partner_reference, school_id, fan_id, amount_cents, instruction, created_at)
    select platform_credit_id, d.id, school_id, 'fan_' || account_id, amount_cents, '{}', settled_at
    from donation as d join credit as c on c.donation_id = d.id
    where d.id = any(${given.ids}::uuid[]) and d.status = 'completed'
    on conflict do nothing`),
);

/** Lets the books of banks without statements begin before their gifts of the past. */
export const openBooks = statement((given: Parameters<{ ids: string[]; at: Date }>) =>
  raw(sql`
    update ledger_book set cut_at = least(cut_at, ${given.at}), previous_cut_at = least(cut_at, ${given.at})
    where id = any(${given.ids}::uuid[])
      and not exists (select from statement where bank_id = ledger_book.id)`),
);

/** What a bank's closed statements come to for each foundation: the last one, and those before, which were due on a day. */
export const readDueOfClosed = statement((given: Parameters<{ bankId: string }>) =>
  raw<{ schoolId: string; dueOn: string; before: number; last: number }>(sql`
    select x.school_id, (max(s.due_on) filter (where s.number < last.number))::text as due_on,
      coalesce(sum(x.net_cents) filter (where s.number < last.number), 0)::int8 as before,
      coalesce(sum(x.net_cents) filter (where s.number = last.number), 0)::int8 as last
    from statement_section x join statement s on s.id = x.statement_id
    cross join (select max(number) as number from statement where bank_id = ${given.bankId}) last
    where x.bank_id = ${given.bankId} group by 1 order by 1`),
);

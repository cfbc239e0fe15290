import { sql } from "kysely";
import { raw } from "../database/expressions.ts";

/** A version that changes whenever the pages about a bank would: its donations, their attempts, the inbox. */
export const selectVersion = (bankId: string) =>
  raw(sql<{ version: string }>`
    select concat_ws('.',
      (select id from donation where bank_id = ${bankId} order by created_at desc, id desc limit 1),
      (select concat_ws('.', count(*), sum(attempt_count))
        from donation d left join credit c on c.donation_id = d.id
        where d.bank_id = ${bankId} and d.status = 'pending'),
      (select max(id) from sandbox_inbox)) as version`);

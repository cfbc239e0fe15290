/** Schools that import files, with gifts in batches. */
import { randomUUID } from "node:crypto";
import { giftNumberOf } from "../lib/donations/gift-number.ts";
import { query } from "./application.ts";
import { makeTeamSchool } from "./staff.ts";

type School = Awaited<ReturnType<typeof makeTeamSchool>>;

/** A school whose team imports files. */
export async function makeFileSchool(name: string): Promise<School> {
  const school = await makeTeamSchool(name);
  await query("update school set confirmation_days = 2 where id = $1", [school.school_id]);
  for (const [fund, title, code] of [
    ["annual-fund", "Annual Fund", "ATH-ANNUAL"],
    ["scholarships", "Student-Athlete Scholarship Endowment Fund", null],
  ]) {
    await query(
      `insert into fund (school_id, fund_id, name, description, deductibility, platform_code, position)
       values ($1, $2, $3, '', 'full', $4, 0)`,
      [school.school_id, fund, title, code],
    );
  }
  return school;
}

type Batch = {
  number: number;
  gifts: number;
  /** Whether it's closed; and when its gifts are due, in hours. */
  isClosed?: boolean;
  dueInHours?: number;
  /** How many of its gifts are decided: confirmed, and the last one refused. */
  decided?: number;
};

/** A batch with gifts of $1,234.50. Nothing is under way for them. @returns its ID, and its gifts' numbers in order */
export async function makeBatch(
  { school_id }: School,
  { number, gifts, isClosed = false, dueInHours = 30, decided = 0 }: Batch,
) {
  const batchId = randomUUID();
  const cents = 123_450;
  await query(
    `insert into gift_batch (id, school_id, number, opened_at, closed_at, gift_count, amount_cents, settings)
     values ($1, $2, $3, now() - interval '30 hours', case when $4 then now() - interval '6 hours' end,
       case when $4 then $5::int end, case when $4 then $5::int * ${cents} end, case when $4 then '{}'::jsonb end)`,
    [batchId, school_id, number, isClosed, gifts],
  );
  const ids = Array.from({ length: gifts }, () => randomUUID()).sort();
  await query(
    `insert into donation (id, bank_id, school_id, fund_designation, amount_cents, points_redeemed,
       bank_transaction_ref, request_hash, channel, notify_cardholder, recurring, status, created_at,
       estimated_confirmation_at)
     select id, (select id from bank order by created_at limit 1), $2, 'annual-fund', ${cents}, ${cents},
       id::text, '', 'bank', false, false, 'pending', now() - interval '20 hours', now() + $3 * interval '1 hour'
     from unnest($1::uuid[]) as id`,
    [ids, school_id, dueInHours],
  );
  await query(
    `insert into credit (donation_id, status, next_attempt_at)
     select id, 'pending', now() + interval '9 days' from unnest($1::uuid[]) as id`,
    [ids],
  );
  await query(
    `insert into gift_batch_line (donation_id, batch_id, amount_cents, gift, decided_at, decided_by,
       confirmation_number, refusal_reason)
     select id, $2, ${cents}, '{}', case when n <= $3 then now() end, case when n <= $3 then 'operator' end,
       case when n < $3 then 'N-' || n end, case when n = $3 then 'No such fund' end
     from unnest($1::uuid[]) with ordinality as given(id, n)`,
    [ids, batchId, decided],
  );
  return { batchId, numbers: ids.map(giftNumberOf) };
}

/** Reverses gifts. */

import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { raw } from "#lib/database/expressions.ts";
import { run } from "#lib/database/run.ts";
import { transaction } from "#lib/database/transaction.ts";
import { correctReceipt, reversalReason } from "#lib/receipts/issue.ts";

/** Records that some of a gift was reversed, now or at another time. */
export async function reverse(donationId: string, cents: number, at = new Date()): Promise<void> {
  await transaction(async (tx) => {
    const recorded = raw<{ isWhole: boolean }>(sql`
      with gift as (
        update donation set reversed_cents = reversed_cents + ${cents}::int8 where id = ${donationId}::uuid
        returning *, reversed_cents = amount_cents as is_whole
      ), corrected as (
        insert into correction (id, donation_id, bank_id, school_id, kind, correction_ref, reason, amount_cents, is_whole,
          status, legs, requested_by, needs_approval, decided_at)
        select ${uuidv7()}::uuid, id, bank_id, school_id, 'reverse', ${uuidv7()}, 'Wrong amount', ${cents}::int8, is_whole,
          'succeeded', '{"platform_credit": {}, "books": {}, "receipt": {}, "file": {}, "points": {}}', 'test', false,
          ${at}::timestamptz
        from gift
      )
      select is_whole from gift`);
    const [gift] = await run(recorded, tx);
    const kind = "reverse" as const;
    const reason = reversalReason({ kind, amountCents: cents, isWhole: gift?.isWhole === true });
    await correctReceipt(tx, donationId, reason);
  });
}

/**
 * The limits that a bank's gifts add up toward: what each of its API keys can give per UTC day, and unpaid dollars: accepted
 * gifts, less what failed and what was paid. A bank with such limits has one row (`bank_limit`), with the limits and the
 * sums. The statement that accepts or fails its gifts locks the row first, so that nothing exceeds a limit by a cent, then
 * adds once.
 */
import { setTimeout } from "node:timers/promises";
import { everyBatch, FIRST_ID } from "../csv.ts";
import { oneSnapshot } from "../database/expressions.ts";
import { affected, run, runForOne, runForRow } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import type { Cents } from "../money.ts";
import {
  bookedLessCounted,
  changedUnpaid,
  countedLimits,
  heldLimits,
  insertedLimits,
  nextGifts,
  writers,
} from "./sql.ts";

/** Null is no limit; what is undefined stays as it is. */
export type LimitChanges = Partial<Record<"maxKeyDailyCents" | "maxUnpaidCents", Cents | null>>;

/**
 * Changes what a bank hasn't paid, if it has limits: less for a payment, a write-off, or a reversal; more for a return or a
 * refund. What calls this must also be part of `unpaidOf`. Call it before the transaction touches the bank's gifts:
 * whatever accepts them locks the row first, too.
 * @param cents negative for less
 */
export const changeUnpaid = (tx: Transaction, bankId: string, cents: number): Promise<number> =>
  affected(changedUnpaid(bankId, cents), tx);

/**
 * Before a bank gets a limit: from now on, every statement sees its row, and locks it. Waits for those that began before
 * and don't, so that whoever locks the row next sees all of the bank's gifts.
 */
export async function beginLimiting(bankId: string): Promise<void> {
  await run(insertedLimits(bankId));
  for (let unseen = await run(writers); unseen.length > 0; ) {
    await setTimeout(10);
    const running = new Set((await run(writers)).map(({ id }) => id));
    unseen = unseen.filter(({ id }) => running.has(id));
  }
}

/**
 * What a bank's gifts and the books add up to, less what its row counts, after `beginLimiting`. Nothing waits for it:
 * whatever changes one of them in the meantime changes the other by as much.
 */
export const countUncounted = (bankId: string): Promise<number> =>
  transaction(async (tx) => {
    await run(oneSnapshot, tx);
    let total: number = (await runForRow(bookedLessCounted(bankId), tx)).cents;
    const pages = everyBatch(
      (after) => run(nextGifts(bankId, after), tx),
      { at: new Date(0), id: FIRST_ID },
      (last) => last,
    );
    for await (const page of pages) for (const { cents } of page) total += cents;
    return total;
  });

/**
 * Changes limits. A bank without limits has no row.
 * @param uncounted what the bank's row hasn't counted, if it gets a limit
 * @returns the bank's limits and what it hasn't paid; undefined if it has none
 */
export async function setLimits(
  tx: Transaction,
  bankId: string,
  changes: LimitChanges,
  uncounted: number,
) {
  const current = await runForOne(heldLimits(bankId), tx);
  if (Object.values(changes).every((max) => max === undefined)) return current;
  const { maxKeyDailyCents = current?.maxKeyDailyCents ?? null } = changes;
  const { maxUnpaidCents = current?.maxUnpaidCents ?? null } = changes;
  if (maxKeyDailyCents === null && maxUnpaidCents === null) {
    await affected(kysely.deleteFrom("bankLimit").where("bankId", "=", bankId), tx);
    return undefined;
  }
  const limits = { maxKeyDailyCents, maxUnpaidCents };
  return runForRow(countedLimits(bankId, limits, uncounted), tx);
}

import type { Transaction } from "../../database/transaction.ts";
import type { Cents } from "../../money.ts";

/**
 * Changes what a bank with a limit on unpaid dollars owes for accepted gifts: payments and write-offs lower it, returns
 * and refunds raise it.
 */
export async function changeUnpaid(
  _tx: Transaction,
  _bankId: string,
  _cents: Cents,
): Promise<void> {}

/** The lines of a statement's documents. */
import type { Transaction } from "../../database/transaction.ts";
import { asCents, toDollars } from "../../money.ts";
import { wireTransfer } from "../postings.ts";
import { everyPageOf } from "./add-up.ts";
import type { StatementLine } from "./contract.ts";
import * as sql from "./sql.ts";

function lineOf(row: sql.LineRow): StatementLine {
  const { transfer_id, school_id, kind, bank_effect_cents, corrects, posted_at } =
    wireTransfer(row);
  return {
    transfer_id,
    school_id,
    kind,
    donation_id: row.giftId,
    payment_id: row.giftId === null ? row.causeId : null,
    bank_transaction_ref: row.bankTransactionRef,
    school_confirmation_id: row.platformCreditId,
    amount_usd: toDollars(asCents(bank_effect_cents)),
    corrects,
    posted_at,
  };
}

/** A statement's lines, page by page. */
export async function* linesOf(
  tx: Transaction,
  { bankId, fromAt: from, toAt: to }: sql.Issue,
): AsyncGenerator<StatementLine[]> {
  const rows = everyPageOf((page) => sql.readLines(page, tx), { bankId, from, to });
  for await (const page of rows) yield page.map(lineOf);
}

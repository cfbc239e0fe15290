/** Adds up an interval of a bank's book, per foundation. */

import { FIRST_ID } from "../../csv.ts";
import type { Transaction } from "../../database/transaction.ts";
import { asCents, sumOfCents, toDollars } from "../../money.ts";
import { bankEffectOf, wireTransfer } from "../postings.ts";
import type { StatementLine } from "./contract.ts";
import { SectionDigest } from "./digest.ts";
import { SectionLines } from "./render.ts";
import * as sql from "./sql.ts";
import { noSums, type Sums } from "./sums.ts";

/** Small enough that requests are answered in between. */
const PAGE = 500;

const KINDS = {
  gift: "totalCents",
  reversal: "totalCents",
  payment: "paymentsCents",
  payment_return: "returnsCents",
  refund: "refundsCents",
  write_off: "writeOffsCents",
} as const;

export type Interval = { bankId: string; from: Date; to: Date };

/** The part of a foundation, as it's added up. */
type Party = Pick<sql.Party, "schoolId" | "openingCents">;

class Part<Of extends Party> {
  readonly lines = new SectionLines();
  lineCount = 0;
  readonly party: Of;
  private readonly digest: SectionDigest;
  private readonly sums: Sums;

  constructor(party: Of, { from, to }: Interval) {
    this.party = party;
    const { schoolId, openingCents } = party;
    const interval = { from: from.toISOString(), to: to.toISOString() };
    this.digest = new SectionDigest(schoolId, interval, openingCents);
    this.sums = { ...noSums(), openingCents };
  }

  add(rows: sql.LineRow[]): void {
    for (const row of rows) {
      const effect = bankEffectOf(row.kind, row.cents);
      this.sums[KINDS[row.kind]] = asCents(this.sums[KINDS[row.kind]] + effect);
      this.digest.add(wireTransfer(row));
    }
    this.lineCount += rows.length;
    this.lines.add(rows.map(lineOf));
  }

  finish() {
    const closingCents = sumOfCents(Object.values(this.sums));
    const sums: Sums = { ...this.sums, closingCents };
    return {
      ...this.party,
      lines: this.lines,
      lineCount: this.lineCount,
      sums,
      digest: this.digest.finish(closingCents),
    };
  }
}

export type FinishedPart<Of extends Party = sql.Party> = ReturnType<Part<Of>["finish"]>;

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

/** Adds up an interval per foundation, in the order of posting. @param parties those that have a section in it */
export async function addUp<Of extends Party>(
  tx: Transaction,
  interval: Interval,
  parties: Of[],
): Promise<FinishedPart<Of>[]> {
  const parts = new Map(parties.map((party) => [party.schoolId, new Part(party, interval)]));
  let after = { afterAt: new Date(0), afterId: FIRST_ID };
  for (;;) {
    const rows = await sql.readLines({ ...interval, ...after, limit: PAGE }, tx);
    const last = rows.at(-1);
    if (!last) break;
    for (const [schoolId, own] of Map.groupBy(rows, (row) => row.schoolId))
      parts.get(schoolId)?.add(own);
    after = { afterAt: last.postedAt, afterId: last.id };
  }
  return [...parts.values()].map((part) => part.finish());
}

/** Adds up an interval of a bank's book, per foundation, page by page: it can have millions of transfers. */
import { everyBatch, FIRST_ID } from "../../csv.ts";
import type { Transaction } from "../../database/transaction.ts";
import { asCents, sumOfCents } from "../../money.ts";
import { bankEffectOf, wireTransfer } from "../postings.ts";
import { SectionDigest } from "./digest.ts";
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

class Part {
  private lineCount = 0;
  private readonly schoolId: string;
  private readonly digest: SectionDigest;
  private readonly sums: Sums;

  constructor({ schoolId, openingCents }: sql.Opening, { from, to }: Interval) {
    this.schoolId = schoolId;
    const interval = { from: from.toISOString(), to: to.toISOString() };
    this.digest = new SectionDigest(schoolId, interval, openingCents);
    this.sums = { ...noSums(), openingCents };
  }

  add(row: sql.TransferRow): void {
    const effect = bankEffectOf(row.kind, row.cents);
    this.sums[KINDS[row.kind]] = asCents(this.sums[KINDS[row.kind]] + effect);
    this.digest.add(wireTransfer(row));
    this.lineCount += 1;
  }

  finish() {
    const { schoolId, lineCount } = this;
    const closingCents = sumOfCents(Object.values(this.sums));
    const digest = this.digest.finish(closingCents);
    return { schoolId, lineCount, ...this.sums, closingCents, digest };
  }
}

export type FinishedPart = ReturnType<Part["finish"]>;

/** Pages of an interval, in the order of posting. */
export const everyPageOf = <Row extends { postedAt: Date; id: string }>(
  read: (page: Interval & { afterAt: Date; afterId: string; limit: number }) => Promise<Row[]>,
  interval: Interval,
): AsyncGenerator<Row[]> =>
  everyBatch(
    (after) => read({ ...interval, ...after, limit: PAGE }),
    { afterAt: new Date(0), afterId: FIRST_ID },
    ({ postedAt, id }) => ({ afterAt: postedAt, afterId: id }),
  );

/** How many transfers one statement of SQL writes or compares. */
const AT_ONCE = 20_000;

/**
 * Adds up an interval per foundation, in the order of posting.
 * @param openings of all foundations that may have transfers in it
 * @param each is given every page
 * @returns the foundations' parts, and the interval in pieces of bounded size
 */
export async function addUp(
  tx: Transaction,
  interval: Interval,
  openings: sql.Opening[],
  each: (rows: sql.TransferRow[]) => void = () => {},
) {
  const parts = new Map(openings.map((one) => [one.schoolId, new Part(one, interval)]));
  const pieces: Interval[] = [];
  let [from, count] = [interval.from, 0];
  for await (const rows of everyPageOf((page) => sql.readTransfers(page, tx), interval)) {
    for (const row of rows) parts.get(row.schoolId)?.add(row);
    each(rows);
    count += rows.length;
    if (count < AT_ONCE) continue;
    const to = rows.at(-1)?.postedAt ?? from;
    pieces.push({ ...interval, from, to });
    [from, count] = [to, 0];
  }
  pieces.push({ ...interval, from });
  return { parts: [...parts.values()].map((part) => part.finish()), pieces };
}

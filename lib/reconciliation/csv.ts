/** The day as a CSV file: RFC 4180, UTF-8, and safe to open in a spreadsheet. */
import { stringify } from "csv-stringify/sync";
import type { BankScope } from "../auth/scopes.ts";
import { keepPoolShare } from "../database/shared-pool.ts";
import { log } from "../log.ts";
import { toCents, toDecimalString } from "../money.ts";
import { type ReconciliationRow, reconciliationRow } from "./contract.ts";
import { readDay } from "./queries.ts";
import type { Day } from "./sql.ts";

const COLUMNS = Object.keys(reconciliationRow.shape) as (keyof ReconciliationRow)[];

/**
 * Values that a spreadsheet might run as a formula are prefixed with an apostrophe, since RFC 4180 cannot
 * mark text. So are values that begin with one: removing one always yields the original.
 */
const MIGHT_BE_TAKEN_FOR_A_FORMULA = /^[\s'=+\-@＝＋－＠]/;

/** Rows as lines, with values quoted if necessary. */
export const toCsv = (rows: string[][]): string =>
  stringify(rows, {
    cast: { string: (text) => (MIGHT_BE_TAKEN_FOR_A_FORMULA.test(text) ? `'${text}` : text) },
    quoted_match: /[\r\n]/,
    record_delimiter: "windows",
  });

function valuesOf(row: ReconciliationRow): string[] {
  const texts = {
    ...row,
    dollar_amount: toDecimalString(toCents(row.dollar_amount)),
    event_ids: row.event_ids.join(" "),
  };
  return COLUMNS.map((name) => String(texts[name] ?? ""));
}

async function* linesOf(
  first: ReconciliationRow[],
  others: AsyncGenerator<ReconciliationRow[]>,
): AsyncGenerator<Uint8Array> {
  const encode = (rows: ReconciliationRow[]) => Buffer.from(toCsv(rows.map(valuesOf)));
  yield Buffer.concat([Buffer.from(toCsv([COLUMNS])), encode(first)]);
  try {
    for await (const rows of others) yield encode(rows);
  } catch (error) {
    // Too late for a status: the connection breaks, so that an incomplete file is noticed.
    log().error({ err: error }, "a reconciliation file was cut short");
    throw new Error("the rest of this file couldn't be read");
  }
}

/**
 * Streams the whole day, as fast as the client reads. Errors before the first line are thrown; later ones
 * break the stream.
 */
export async function reconciliationCsv(scope: BankScope, day: Day) {
  const portions = readDay(scope, day);
  const { value: first } = await portions.next();
  const lines = linesOf(first ?? [], portions);
  const body = new ReadableStream<Uint8Array>(
    {
      pull: keepPoolShare(async (controller: ReadableStreamDefaultController<Uint8Array>) => {
        const { value, done } = await lines.next();
        if (done) controller.close();
        else controller.enqueue(value);
      }),
      // The client is gone.
      cancel: async () => void (await lines.return(undefined)),
    },
    // Nothing is read before it is requested.
    { highWaterMark: 0 },
  );
  return { body, fileName: `reconciliation-${day.date}-${day.basis}.csv` };
}

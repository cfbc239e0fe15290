/** A day as a CSV file: RFC 4180, UTF-8, and safe to open in a spreadsheet. */
import { stringify } from "csv-stringify/sync";
import type { BankScope } from "../auth/scopes.ts";
import { keepPoolShare } from "../database/shared-pool.ts";
import { log } from "../log.ts";
import { toCents, toDecimalString } from "../money.ts";
import { type ReconciliationRow, reconciliationRow } from "./contract.ts";
import { readBatches } from "./queries.ts";
import type { Day } from "./sql.ts";

const COLUMNS = Object.keys(reconciliationRow.shape) as (keyof ReconciliationRow)[];

/**
 * Values that a spreadsheet might run as a formula are prefixed with an apostrophe, since RFC 4180 can't mark
 * text. So are values that begin with one, so removing one always restores the original.
 */
const FORMULA_LIKE = /^[\s'=+\-@＝＋－＠]/;

/** Quotes values where necessary. */
export const toCsv = (rows: string[][]): string =>
  stringify(rows, {
    cast: { string: (text) => (FORMULA_LIKE.test(text) ? `'${text}` : text) },
    quoted_match: /[\r\n]/,
    record_delimiter: "windows",
  });

function fieldsOf(row: ReconciliationRow): string[] {
  const values = {
    ...row,
    dollar_amount: toDecimalString(toCents(row.dollar_amount)),
    event_ids: row.event_ids.join(" "),
  };
  return COLUMNS.map((name) => String(values[name] ?? ""));
}

async function* encodeBatches(
  first: ReconciliationRow[],
  rest: AsyncGenerator<ReconciliationRow[]>,
): AsyncGenerator<Uint8Array> {
  const encode = (rows: ReconciliationRow[]) => Buffer.from(toCsv(rows.map(fieldsOf)));
  yield Buffer.concat([Buffer.from(toCsv([COLUMNS])), encode(first)]);
  try {
    for await (const rows of rest) yield encode(rows);
  } catch (error) {
    // Too late for an error status. Breaking the connection shows that the file is incomplete.
    log().error({ err: error }, "couldn't finish a reconciliation file");
    throw new Error("the rest of this file couldn't be read");
  }
}

/**
 * Streams the whole day as fast as the client reads. Errors before the first byte are thrown; later ones
 * break the stream.
 */
export async function reconciliationCsv(scope: BankScope, day: Day) {
  const batches = readBatches(scope, day);
  const { value: first } = await batches.next();
  const chunks = encodeBatches(first ?? [], batches);
  const body = new ReadableStream<Uint8Array>(
    {
      pull: keepPoolShare(async (controller: ReadableStreamDefaultController<Uint8Array>) => {
        const { value, done } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      }),
      // The client disconnected.
      cancel: async () => void (await chunks.return(undefined)),
    },
    // Reads nothing ahead.
    { highWaterMark: 0 },
  );
  return { body, fileName: `reconciliation-${day.date}-${day.basis}.csv` };
}

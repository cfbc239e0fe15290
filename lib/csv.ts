/** CSV files: RFC 4180, UTF-8, and safe to open in a spreadsheet. */
import { stringify } from "csv-stringify/sync";
import { keepPoolShare } from "./database/shared-pool.ts";
import { log } from "./log.ts";

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

async function* encodeBatches(
  head: string[][],
  rest: AsyncGenerator<string[][]>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(toCsv(head));
  try {
    for await (const rows of rest) yield Buffer.from(toCsv(rows));
  } catch (error) {
    // Too late for an error status. Breaking the connection shows that the file is incomplete.
    log().error({ err: error }, "couldn't finish a CSV file");
    throw new Error("the rest of this file couldn't be read");
  }
}

/**
 * Streams batches of rows as fast as the client reads. Errors before the first byte are thrown; later ones break the
 * stream.
 */
export async function streamCsv(
  columns: string[],
  batches: AsyncGenerator<string[][]>,
): Promise<ReadableStream<Uint8Array>> {
  const { value: first } = await batches.next();
  const chunks = encodeBatches([columns, ...(first ?? [])], batches);
  return new ReadableStream<Uint8Array>(
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
}

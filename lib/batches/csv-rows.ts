/** Reads the lines of a CSV file as a spreadsheet or a program wrote it, while other requests have their turn. */
import { finished } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { parse } from "csv-parse";
import { InvalidInput, type Violation, violation } from "../errors.ts";

/** More than a file of 1 MiB needs, and few enough that checking them takes a moment. */
export const MAX_LINES = 25_000;
/** Lines with more or fewer cells than the header, before the rest isn't read. */
const MAX_OTHERS = 1_000;
export const OTHER_CELLS =
  "Has more or fewer cells than the header: a comma inside a value needs quotes around it";
const OPEN_QUOTE = "Has a quote that isn't closed, or one inside a value: write it twice";
/** How much of a file is read before other requests have their turn. */
const BYTES_AT_ONCE = 32 * 1024;

export const at = (line: number, column?: string) => [
  "body",
  "csv",
  line,
  ...(column ? [column] : []),
];
export const wrong = (line: number, msg: string, column?: string) =>
  violation(at(line, column), msg);

/** A column's name in any spelling: `Confirmation Number` is `confirmation_number`. */
export const nameOf = (header: string) =>
  (header.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join("_");

/** The separator that shows the most columns we know. */
function separatorOf(text: string, isKnown: (name: string) => boolean): string {
  const [header = ""] = text.trimStart().split(/[\r\n]/, 1);
  const known = (by: string) => header.split(by).filter((name) => isKnown(nameOf(name))).length;
  return [",", ";", "\t"].reduce((best, other) => (known(other) > known(best) ? other : best));
}

type Position = { records: number; empty_lines: number };

/**
 * The lines that aren't empty, numbered from 1, and why the file can't be read any further, if so.
 * @param isKnown whether a column has this name
 */
export async function readRows(
  text: string,
  isKnown: (name: string) => boolean,
  maxLines = MAX_LINES,
) {
  const rows: { line: number; cells: string[] }[] = [];
  let broken: Violation | undefined;
  let others = 0;
  const parser = parse({
    delimiter: separatorOf(text, isKnown),
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    to: maxLines + 1,
    on_record: (record: string[], { records, empty_lines }: Position) => {
      const line = records + empty_lines;
      // They cost the parser much more than others.
      if (record.length !== (rows[0]?.cells ?? record).length) others += 1;
      if (others > MAX_OTHERS) throw new InvalidInput([wrong(line, OTHER_CELLS)]);
      const cells = record.map((cell) => cell.trim());
      if (cells.some(Boolean)) rows.push({ line, cells });
      return null;
    },
  });
  const isParsed = finished(parser.resume()).catch((error: Position & { column?: number }) => {
    // All of the parser's own errors are about quotes. The record that it was reading begins before the quote.
    const line = error.records + error.empty_lines + 1;
    const name = nameOf(rows[0]?.cells[error.column ?? -1] ?? "");
    broken = error instanceof InvalidInput ? error.violations[0] : wrong(line, OPEN_QUOTE, name);
  });
  const bytes = Buffer.from(text.replace(/^\ufeff/, ""));
  for (let from = 0; from < bytes.length && !parser.destroyed; from += BYTES_AT_ONCE) {
    parser.write(bytes.subarray(from, from + BYTES_AT_ONCE));
    // Also lets an error destroy the parser, which ends the loop.
    await Promise.race([setImmediate(), isParsed]);
  }
  parser.end();
  await isParsed;
  if (parser.info.records > maxLines) {
    throw new InvalidInput([wrong(maxLines, `Has more than ${maxLines} lines`)]);
  }
  return { rows, broken };
}

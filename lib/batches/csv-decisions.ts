/**
 * Reads decisions from a CSV file as a spreadsheet or a program wrote it. They can't be undone, so nothing is
 * guessed: what isn't clear is refused, with its line as a spreadsheet numbers it, and its column.
 */
import { finished } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { parse } from "csv-parse";
import { validate as isUuid } from "uuid";
import { giftNumberOf, parseGiftNumber } from "../donations/gift-number.ts";
import { InvalidInput, type Violation, violation } from "../errors.ts";
import { type GiftDecision, giftDecision } from "./contract.ts";

const DECIDING = ["gift_number", "donation_id", "confirmation_number", "refusal_reason"] as const;
/** Columns of our own file, which have to agree with it. Others may hold anything. */
export const TOLD = ["amount", "batch", "line", "donor_number"] as const;

type Cells = { [Name in (typeof DECIDING | typeof TOLD)[number]]?: string };

/** A decision, and where the request has it. */
export type Line = {
  at: (string | number)[];
  decision: GiftDecision;
  /** The column that names the gift. */
  giftColumn?: string;
  /** What the line says about the gift besides. */
  told?: Cells;
};

/** More than a file of 1 MiB needs, and few enough that checking them takes a moment. */
export const MAX_LINES = 25_000;
const MAX_COLUMNS = 200;
/** Lines with more or fewer cells than the header, before the rest isn't read. */
const MAX_OTHERS = 1_000;
const OTHER_CELLS =
  "Has more or fewer cells than the header: a comma inside a value needs quotes around it";
const OPEN_QUOTE = "Has a quote that isn't closed, or one inside a value: write it twice";
/** How much of a file is read, and how many lines are checked, before other requests have their turn. */
const BYTES_AT_ONCE = 32 * 1024;
const LINES_AT_ONCE = 250;

const at = (line: number, column?: string) => ["body", "csv", line, ...(column ? [column] : [])];
const wrong = (line: number, msg: string, column?: string) => violation(at(line, column), msg);

/** A column's name in any spelling: `Confirmation Number` is `confirmation_number`. */
const nameOf = (header: string) => (header.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join("_");

const isKnown = (name: string) => ([...DECIDING, ...TOLD] as string[]).includes(name);

/** The separator that shows the most columns we know. */
function separatorOf(text: string): string {
  const [header = ""] = text.trimStart().split(/[\r\n]/, 1);
  const known = (by: string) => header.split(by).filter((name) => isKnown(nameOf(name))).length;
  return [",", ";", "\t"].reduce((best, other) => (known(other) > known(best) ? other : best));
}

/** @throws InvalidInput if it isn't clear which columns a file has */
function requireHeader(line: number, columns: string[]): void {
  const refuse = (...problem: [msg: string, column?: string]) =>
    new InvalidInput([wrong(line, ...problem)]);
  if (columns.length > MAX_COLUMNS) throw refuse(`Has more than ${MAX_COLUMNS} columns`);
  const twice = columns.find((name, n) => isKnown(name) && columns.indexOf(name) !== n);
  if (twice) throw refuse("Two columns have this name", twice);
  if (columns.includes("gift_number") || columns.includes("donation_id")) return;
  throw refuse("Needs gift_number or donation_id, and commas, semicolons, or tabs between columns");
}

type Position = { records: number; empty_lines: number };

/** The lines that aren't empty, numbered from 1, and why the file can't be read any further, if so. */
async function readRows(text: string) {
  const rows: { line: number; cells: string[] }[] = [];
  let broken: Violation | undefined;
  let others = 0;
  const parser = parse({
    delimiter: separatorOf(text),
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    to: MAX_LINES + 1,
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
  if (parser.info.records > MAX_LINES) {
    throw new InvalidInput([wrong(MAX_LINES, `Has more than ${MAX_LINES} lines`)]);
  }
  return { rows, broken };
}

const isSameGift = (number: string, id: string) =>
  isUuid(id) && parseGiftNumber(number) === parseGiftNumber(giftNumberOf(id));

/** The decision of a line and what is wrong with it, as far as it can be read; null if it has none. */
function readLine(line: number, cells: Cells): { read?: Line; wrong: Violation[] } | null {
  const { gift_number: number = "", donation_id: id = "" } = cells;
  const confirmation_number = cells.confirmation_number || undefined;
  const refusal_reason = cells.refusal_reason || undefined;
  if (!confirmation_number && !refusal_reason) return null;
  const giftColumn = id && !number ? "donation_id" : "gift_number";
  if (!id && !number) return { wrong: [wrong(line, "Names no gift", giftColumn)] };
  if (id && number && !isSameGift(number, id)) {
    return { wrong: [wrong(line, "Names another gift than gift_number", "donation_id")] };
  }
  const sent = { gift: id || number, confirmation_number, refusal_reason };
  const { data, error } = giftDecision.safeParse(sent);
  const read = { at: at(line), decision: data ?? sent, giftColumn, told: cells };
  const problems = error?.issues.map(({ path: [field], ...issue }) => {
    const isLong = issue.code === "too_big";
    const problem = isLong ? `Has more than ${issue.maximum} characters` : issue.message;
    return wrong(line, problem, field === "gift" ? giftColumn : (field as string | undefined));
  });
  return { read, wrong: problems ?? [] };
}

/**
 * The decisions in a file, also those that can't be made, and what is wrong with its lines. Lines without a
 * decision are ignored: a file can be confirmed bit by bit.
 */
export async function readDecisions(text: string) {
  const { rows, broken } = await readRows(text);
  const [header, ...rest] = rows;
  const columns = header?.cells.map(nameOf) ?? [];
  if (header) requireHeader(header.line, columns);
  const lines: Line[] = [];
  const violations: Violation[] = [];
  for (const [n, { line, cells }] of rest.entries()) {
    if (n % LINES_AT_ONCE === LINES_AT_ONCE - 1) await setImmediate();
    if (cells.length !== columns.length) {
      violations.push(wrong(line, OTHER_CELLS));
      continue;
    }
    const read = readLine(line, Object.fromEntries(columns.map((name, of) => [name, cells[of]])));
    if (read?.read) lines.push(read.read);
    violations.push(...(read?.wrong ?? []));
  }
  if (broken) violations.push(broken);
  if (lines.length === 0 && violations.length === 0) {
    const problem = "No line has a confirmation_number or a refusal_reason";
    violations.push(violation(["body", "csv"], problem));
  }
  return { lines, violations };
}

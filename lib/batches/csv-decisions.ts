/**
 * Reads decisions from a CSV file as a spreadsheet or a program wrote it. They can't be undone, so nothing is
 * guessed: what isn't clear is refused, with its line as a spreadsheet numbers it, and its column.
 */
import { setImmediate } from "node:timers/promises";
import { validate as isUuid } from "uuid";
import { giftNumberOf, parseGiftNumber } from "../donations/gift-number.ts";
import { InvalidInput, type Violation, violation } from "../errors.ts";
import { type GiftDecision, giftDecision } from "./contract.ts";
import { at, nameOf, OTHER_CELLS, readRows, wrong } from "./csv-rows.ts";

const DECIDING = ["gift_number", "donation_id", "confirmation_number", "refusal_reason"] as const;
/** Columns of our own file, which have to agree with it. Others may hold anything. */
export const TOLD = ["amount", "batch", "line", "donor_number"] as const;

type Cells = { [Name in (typeof DECIDING | typeof TOLD)[number]]?: string };

/** A decision, and where the request has it. */
export type Line = {
  at: (string | number)[];
  decision: GiftDecision;
  giftColumn?: string;
  /** What the line says about the gift besides. */
  told?: Cells;
};

const MAX_COLUMNS = 200;
/** How many lines are checked before other requests have their turn. */
const LINES_AT_ONCE = 250;

const isKnown = (name: string) => ([...DECIDING, ...TOLD] as string[]).includes(name);

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
  const { rows, broken } = await readRows(text, isKnown);
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

/** Reads a bank's list of gifts. */
import { nameOf, OTHER_CELLS, readRows, wrong } from "../batches/csv-rows.ts";
import { STATUSES } from "../donations/contract.ts";
import { InvalidInput, type Violation } from "../errors.ts";
import { MAX_VIOLATIONS } from "../http/violations.ts";
import { amountIn, type Cents } from "../money.ts";
import { MAX_LINES } from "./contract.ts";

const NEEDED = ["bank_transaction_ref", "dollar_amount", "status", "date"];
const COLUMNS = [...NEEDED, "points_redeemed"];

const STATUS_NAMES: readonly string[] = STATUSES;
const MAX_REFERENCE = 255;

/** How many lines are checked and stored before other requests have their turn. */
const LINES_AT_ONCE = 1_000;

/** A line of the list. */
export type ListedGift = {
  line: number;
  ref: string;
  cents: Cents;
  status: string;
  day: string;
  points: number | null;
};

type Row = { line: number; cells: string[] };

/** Where each column is. @throws InvalidInput */
function columnsOf(header: Row | undefined): Record<string, number> {
  const names = header?.cells.map(nameOf) ?? [];
  const missing = NEEDED.filter((name) => !names.includes(name));
  const twice = COLUMNS.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  const problems = [
    ...missing.map((name) => `Needs a column ${name}`),
    ...twice.map((name) => `Has two columns ${name}`),
  ];
  if (problems.length > 0) throw new InvalidInput(problems.map((text) => wrong(1, text)));
  return Object.fromEntries(COLUMNS.map((name) => [name, names.indexOf(name)]));
}

/** The first thing that is wrong with a line, or undefined. */
function problemOf({ line, ref, cents, status, points }: Partial<ListedGift>, isOnDay: boolean) {
  const at = line as number;
  if (!ref || ref.length > MAX_REFERENCE) {
    return wrong(at, `Needs a reference of at most ${MAX_REFERENCE} characters`, NEEDED[0]);
  }
  if (cents === undefined) return wrong(at, "Needs an amount in dollars, such as 25.00", NEEDED[1]);
  if (!STATUS_NAMES.includes(status ?? "")) {
    return wrong(at, `Needs a status: ${STATUSES.join(", ")}`, NEEDED[2]);
  }
  if (!isOnDay) return wrong(at, "Needs a day of the comparison, such as 2026-11-21", NEEDED[3]);
  const isCount = points === null || Number.isSafeInteger(points);
  return isCount ? undefined : wrong(at, "Needs a whole number of points", COLUMNS[4]);
}

const pointsIn = (cell = "") =>
  cell === "" ? null : /^\d+$/.test(cell) ? Number(cell) : Number.NaN;

/**
 * The gifts of a list, in parts.
 * @param days those that the list may have
 * @throws InvalidInput if it can't be read, with the first lines that are wrong
 */
export async function* readList(csv: string, days: ReadonlySet<string>) {
  const { rows, broken } = await readRows(csv, (name) => COLUMNS.includes(name), MAX_LINES + 1);
  if (broken) throw new InvalidInput([broken]);
  const [header, ...lines] = rows;
  const columns = columnsOf(header);
  const violations: Violation[] = [];
  const read = ({ line, cells }: Row): ListedGift => {
    const cell = (name: string) => cells[columns[name] as number];
    const gift = {
      line,
      ref: cell("bank_transaction_ref"),
      cents: amountIn(cell("dollar_amount") ?? ""),
      status: cell("status")?.toLowerCase(),
      day: cell("date"),
      points: pointsIn(cell("points_redeemed")),
    };
    const isWhole = cells.length === header?.cells.length;
    const problem = isWhole ? problemOf(gift, days.has(gift.day ?? "")) : wrong(line, OTHER_CELLS);
    if (problem) violations.push(problem);
    return gift as ListedGift;
  };
  for (let at = 0; at < lines.length && violations.length < MAX_VIOLATIONS; at += LINES_AT_ONCE) {
    const part = lines.slice(at, at + LINES_AT_ONCE).map(read);
    if (violations.length === 0) yield part;
  }
  if (violations.length > 0) throw new InvalidInput(violations.slice(0, MAX_VIOLATIONS));
}

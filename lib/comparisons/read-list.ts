/** Reads a bank's list of gifts. */
import { nameOf, OTHER_CELLS, readRows, wrong } from "../batches/csv-rows.ts";
import { STATUSES } from "../donations/contract.ts";
import { InvalidInput, type Violation } from "../errors.ts";
import { amountIn, type Cents } from "../money.ts";
import type { Period } from "../ticketing/adapter.ts";
import { MAX_LINES } from "./contract.ts";

const STATUS_NAMES: readonly string[] = STATUSES;
/** Lines that are named, before the rest isn't read. */
const MAX_NAMED = 100;

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

/** The last one may be missing. */
export const COLUMNS = [
  "bank_transaction_ref",
  "dollar_amount",
  "status",
  "date",
  "points_redeemed",
];

/** The columns that a list needs. */
export const NEEDED = COLUMNS.slice(0, -1);

/** The name of the list's own column for each of ours that it calls otherwise. */
export type OwnNames = Partial<Record<string, string>>;

/** Reads a column's name, which may be one of the list's own. */
function namesBy(own: OwnNames) {
  const ours = new Map(Object.entries(own).map(([name, theirs = ""]) => [nameOf(theirs), name]));
  return (header: string) => {
    const name = nameOf(header);
    // Another column takes the place of one that only has our name.
    return ours.get(name) ?? (Object.hasOwn(own, name) ? "" : name);
  };
}

/** The first lines of a list, from which a person tells which column is which; null if it has all that it needs. */
export async function headOf(csv: string, own: OwnNames = {}): Promise<string[][] | null> {
  const start = csv
    .slice(0, 4_096)
    .trimStart()
    .split(/[\r\n]+/, 4)
    .join("\n");
  const lines = (await readRows(start, () => true)).rows.map(({ cells }) => cells);
  const names = lines[0]?.map(namesBy(own)) ?? [];
  return NEEDED.every((name) => names.includes(name)) ? null : lines;
}

/** Where each column is. @throws InvalidInput */
function columnsOf(header: Row | undefined, toName: (header: string) => string) {
  const names = header?.cells.map(toName) ?? [];
  const missing = NEEDED.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new InvalidInput(missing.map((name) => wrong(1, `Needs a column ${name}`)));
  }
  return Object.fromEntries(COLUMNS.map((name) => [name, names.indexOf(name)]));
}

/** What each column needs. */
const NEEDS: [name: string, message: string, isMet: (gift: Partial<ListedGift>) => boolean][] = [
  [
    "bank_transaction_ref",
    "a reference of at most 255 characters",
    ({ ref = "" }) => /^.{1,255}$/su.test(ref),
  ],
  ["dollar_amount", "an amount in dollars, such as 25.00", ({ cents }) => cents !== undefined],
  [
    "status",
    `a status: ${STATUSES.join(", ")}`,
    ({ status }) => STATUS_NAMES.includes(status ?? ""),
  ],
  ["date", "a day of the comparison, such as 2026-11-21", ({ day }) => day !== undefined],
  [
    "points_redeemed",
    "a whole number of points",
    ({ points = null }) => points === null || Number.isSafeInteger(points),
  ],
];

const pointsIn = (cell = "") =>
  cell === "" ? null : /^\d+$/.test(cell) ? Number(cell) : Number.NaN;

/**
 * The gifts of a list, in parts.
 * @throws InvalidInput if it can't be read, with the first lines that are wrong
 */
export async function* readList(csv: string, { from, to }: Period, own: OwnNames = {}) {
  const toName = namesBy(own);
  const isKnown = (name: string) => COLUMNS.includes(toName(name));
  const { rows, broken } = await readRows(csv, isKnown, MAX_LINES + 1);
  if (broken) throw new InvalidInput([broken]);
  const [header, ...lines] = rows;
  const columns: Record<string, number> = columnsOf(header, toName);
  const violations: Violation[] = [];
  /** A day of the comparison, as it was written. */
  const dayIn = (typed = "") => {
    const at = new Date(`${typed}T00:00:00.000Z`);
    const isDay = at >= from && at < to && at.toISOString().startsWith(typed);
    return isDay ? typed : undefined;
  };
  const read = ({ line, cells }: Row): ListedGift => {
    const cell = (name: string) => cells[columns[name] as number];
    const gift = {
      line,
      ref: cell("bank_transaction_ref"),
      cents: amountIn(cell("dollar_amount") ?? ""),
      status: cell("status")?.toLowerCase(),
      day: dayIn(cell("date")),
      points: pointsIn(cell("points_redeemed")),
    };
    const isWhole = cells.length === header?.cells.length;
    const unmet = NEEDS.find(([, , isMet]) => !isMet(gift));
    if (!isWhole) violations.push(wrong(line, OTHER_CELLS));
    else if (unmet) violations.push(wrong(line, `Needs ${unmet[1]}`, unmet[0]));
    return gift as ListedGift;
  };
  for (let at = 0; at < lines.length && violations.length < MAX_NAMED; at += LINES_AT_ONCE) {
    const part = lines.slice(at, at + LINES_AT_ONCE).map(read);
    if (violations.length === 0) yield part;
  }
  if (violations.length > 0) throw new InvalidInput(violations.slice(0, MAX_NAMED));
}

/** Draws a year statement. */

import { fundOn } from "../contract.ts";
import { exactDollars } from "../deductibility.ts";
import type { YearStatement } from "../statements/contract.ts";
import { DONATIONS_ON_A_PAGE } from "../statements/page-size.ts";
import { toOneLine } from "./break-words.ts";
import { longDate, longTime } from "./dates.ts";
import { isolate } from "./direction.ts";
import { Letter, PAGE, QUIET, type Rendering, type Style, WIDTH } from "./letter.ts";
import { loadFonts } from "./typefaces/load.ts";

const LAST_ROW = PAGE.height - PAGE.margin;
const SMALL = 8.5;

/** Columns from left to right; the last two hold amounts. */
const COLUMNS = [
  { x: PAGE.margin, width: 68 },
  { x: PAGE.margin + 72, width: WIDTH - 72 - 176 },
  { x: PAGE.margin + WIDTH - 172, width: 82, align: "right" },
  { x: PAGE.margin + WIDTH - 82, width: 82, align: "right" },
] as const satisfies Style[];

const CLASSES = {
  full: "No goods or services received",
  quid_pro_quo: "Includes goods or services",
  none: "Includes seat-purchase rights",
  unknown: "Not one of the foundation’s funds",
};

type Line = YearStatement["donations"][number];
type Structure = PDFKit.PDFStructureElement;

const orNotStated = (usd: number | null) => (usd === null ? "Not stated" : exactDollars(usd));

function writeRow(
  letter: Letter,
  table: Structure,
  cells: string[],
  style: Style = {},
  tag: "TH" | "TD" = "TD",
): void {
  const row = letter.part("TR", table);
  const top = letter.y;
  const below = COLUMNS.map((column, n) =>
    letter.writeAt(top, tag, cells[n] ?? "", { ...column, size: 9.5, ...style }, row),
  );
  letter.y = Math.max(...below);
}

function writeColumnHeads(letter: Letter, table: Structure, first: string): void {
  const heads = [first === "Date" ? first : "", first === "Date" ? "Gift" : first];
  const style = { size: SMALL, color: QUIET };
  writeRow(letter, table, [...heads, "Amount", "Deductible up to"], style, "TH");
  letter.y += 3;
  letter.rule();
  letter.y += 7;
}

/** Maximum length of names in the list: each donation's receipt has the full name. */
const NAME_LENGTH = 120;
/** Maximum length of a name in the footer, which must fit on one page. */
const FOOT_LENGTH = 60;

const nameIn = (line: string, most = NAME_LENGTH) => isolate(toOneLine(line, most));

const foundationOf = (line: Line) => nameIn(line.organization_name);

/** The number first, so that no line break splits it. */
const moreOf = (line: Line) => `${line.receipt_number} · ${nameIn(fundOn(line))}`;

/** Foundation on the first line, receipt and fund on the second. */
function writeLine(letter: Letter, table: Structure, line: Line): void {
  const amounts = [exactDollars(line.dollar_amount), orNotStated(line.deductible_amount_usd)];
  const row = letter.part("TR", table);
  const top = letter.y;
  const [date, what, amount, deductible] = COLUMNS;
  const cell = { size: 9.5 };
  letter.writeAt(top, "TD", longDate(line.donation_date), { ...date, ...cell }, row);
  const both = letter.part("TD", row);
  const below = letter.writeAt(top, "P", foundationOf(line), { ...what, ...cell }, both);
  const small = { ...what, size: SMALL, color: QUIET };
  const end = letter.writeAt(below, "P", moreOf(line), small, both);
  letter.writeAt(top, "TD", amounts[0] as string, { ...amount, ...cell }, row);
  letter.writeAt(top, "TD", amounts[1] as string, { ...deductible, ...cell }, row);
  letter.y = end + 5;
}

/** The height of a row: none is split across two pages. */
function heightOf(letter: Letter, line: Line): number {
  const { width } = COLUMNS[1];
  const foundation = letter.heightOf(foundationOf(line), { width, size: 9.5 });
  return foundation + letter.heightOf(moreOf(line), { width, size: SMALL });
}

function writeLines(letter: Letter, lines: Line[]): void {
  const table = letter.part("Table");
  writeColumnHeads(letter, table, "Date");
  for (const line of lines) {
    if (letter.y + heightOf(letter, line) > LAST_ROW) {
      letter.turn();
      writeColumnHeads(letter, table, "Date");
    }
    writeLine(letter, table, line);
  }
}

function writeTotals(letter: Letter, statement: YearStatement): void {
  // The sums stay together on one page.
  if (letter.y + 110 + statement.totals.length * 20 > LAST_ROW) letter.turn();
  else letter.y += 16;
  const table = letter.part("Table");
  writeColumnHeads(letter, table, "Totals");
  for (const {
    deductibility,
    donation_count,
    total_usd,
    deductible_amount_usd,
  } of statement.totals) {
    const label = `${CLASSES[deductibility ?? "unknown"]} (${donation_count})`;
    writeRow(letter, table, [
      "",
      label,
      exactDollars(total_usd),
      orNotStated(deductible_amount_usd),
    ]);
    letter.y += 4;
  }
  letter.rule();
  letter.y += 7;
  const sums = [statement.total_usd, statement.total_deductible_usd].map(exactDollars);
  writeRow(letter, table, ["", `All gifts (${statement.donation_count})`, ...sums], {
    size: 11,
  });
  letter.y += 18;
}

/** Which part of the year this document covers, if it does not cover all of it. */
function partOf({ page, page_count, donation_count, donations }: YearStatement): string {
  const count = (number: number) => number.toLocaleString("en-US");
  const first = (page - 1) * DONATIONS_ON_A_PAGE + 1;
  const shown = `${count(first)} to ${count(first + donations.length - 1)}`;
  return (
    `Part ${count(page)} of ${count(page_count)}: gifts ${shown} of ${count(donation_count)}. ` +
    "The totals are for the whole year."
  );
}

function writeHead(letter: Letter, statement: YearStatement): void {
  letter.write("H1", `Gifts in ${statement.year}`, { size: 24 });
  letter.write("P", isolate(toOneLine(statement.donor_name)), { size: 11 });
  letter.write(
    "P",
    `${isolate(statement.donor_email)}\nGenerated ${longTime(statement.issued_at)}`,
    {
      size: 9.5,
      color: QUIET,
    },
  );
  if (statement.page_count > 1) {
    letter.y += 8;
    letter.write("P", partOf(statement));
  }
  if (statement.specimen) {
    letter.y += 8;
    letter.write(
      "P",
      "Specimen from a sandbox. No gift was made, and this isn’t a valid statement.",
    );
  }
  letter.y += 24;
}

const NOTE =
  "Each gift has its own receipt, which says what applies to it. This statement adds the gifts up and " +
  "doesn’t replace the receipts. Each date is when the foundation confirmed the gift, in its time zone. " +
  "Gifts made by redeeming reward points may be treated as a rebate. Ask a tax advisor.";

/** The PDF of a year statement. */
export async function statementPdf(
  statement: YearStatement,
  rendering?: Rendering,
): Promise<Uint8Array<ArrayBuffer>> {
  const { year, donor_name, issued_at: at, specimen } = statement;
  const part =
    statement.page_count > 1 ? `, part ${statement.page} of ${statement.page_count}` : "";
  const title = `Gifts in ${year}${part}`;
  const about = { title, author: donor_name, at, specimen };
  const letter = new Letter(about, await loadFonts(statement), rendering);
  writeHead(letter, statement);
  if (statement.donations.length === 0) {
    letter.write("P", `No gifts were completed in ${year}.`);
    return letter.finish(title);
  }
  writeLines(letter, statement.donations);
  writeTotals(letter, statement);
  letter.write("P", NOTE, { size: 9.5 });
  return letter.finish(`${title}, ${nameIn(donor_name, FOOT_LENGTH)}`);
}

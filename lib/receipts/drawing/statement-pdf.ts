import { formatDay, formatMoment } from "../../dates.ts";
import { fundLabel } from "../contract.ts";
import { exactDollars } from "../deductibility.ts";
import { DONATIONS_PER_PAGE, type YearStatement } from "../statements/contract.ts";
import { Letter, PAGE, QUIET, type Style, Table, WIDTH } from "./letter.ts";
import { loadFonts } from "./typefaces/fonts.ts";
import { isolate } from "./untrusted.ts";

/** From left to right. The last two hold amounts. */
const COLUMNS = [
  { x: PAGE.margin, width: 68 },
  { x: PAGE.margin + 72, width: WIDTH - 72 - 176 },
  { x: PAGE.margin + WIDTH - 172, width: 82, align: "right" },
  { x: PAGE.margin + WIDTH - 82, width: 82, align: "right" },
] satisfies Style[];

const CLASSES = {
  full: "No goods or services received",
  quid_pro_quo: "Includes goods or services",
  none: "Includes seat-purchase rights",
  unknown: "Not one of the foundation’s funds",
};

/** With its reader's time zone. */
type DrawnStatement = YearStatement & { timeZone?: string };

type Line = YearStatement["donations"][number];

const orNotStated = (usd: number | null) => (usd === null ? "Not stated" : exactDollars(usd));
const count = (number: number) => number.toLocaleString("en-US");

/** @param gap the space below each row */
const tableOf = (letter: Letter, gap: number, date: string, gift: string) => {
  const headers = [date, gift, "Amount", "Deductible up to"];
  return new Table(letter, { columns: COLUMNS, headers, gap, ruleGap: 7 });
};

/** Each donation's receipt has the full name. */
const MAX_NAME_LENGTH = 120;
/** The footer must fit on the page. */
const MAX_FOOTER_NAME_LENGTH = 60;

/** What was reversed of a gift, and whether that was after the year. */
function changesOf({ original_amount_usd: given, reversals, changed_after_year }: Line): string[] {
  const reversed = reversals.map(
    ({ date, dollar_amount }) => `${exactDollars(dollar_amount)} reversed on ${formatDay(date)}`,
  );
  return [
    ...(reversed.length > 0 ? [`${exactDollars(given)} given, ${reversed.join(", ")}`] : []),
    ...(changed_after_year ? ["Changed after the end of the year"] : []),
  ];
}

/** Each row has the foundation, with the receipt and fund below. The number comes first, so that no line break splits it. */
function writeLines(letter: Letter, lines: Line[]): void {
  const table = tableOf(letter, 5, "Date", "Gift");
  for (const line of lines) {
    const foundation = isolate(line.organization_name, MAX_NAME_LENGTH);
    const receipt = line.receipt_number === null ? "No receipt" : `Receipt ${line.receipt_number}`;
    const more = [`${receipt} · ${isolate(fundLabel(line), MAX_NAME_LENGTH)}`, ...changesOf(line)];
    const amounts = [exactDollars(line.dollar_amount), orNotStated(line.deductible_amount_usd)];
    table.row([formatDay(line.donation_date), [foundation, more.join("\n")], ...amounts]);
  }
}

function writeTotals(letter: Letter, statement: YearStatement): void {
  // The totals stay together on one page.
  if (letter.hasRoomFor(110 + statement.totals.length * 20)) letter.y += 16;
  else letter.startPage();
  const table = tableOf(letter, 4, "", "Totals");
  const write = (label: string, usd: number, deductible: number | null, style?: Style) =>
    table.row(["", label, exactDollars(usd), orNotStated(deductible)], style);
  for (const total of statement.totals) {
    const label = `${CLASSES[total.deductibility ?? "unknown"]} (${total.donation_count})`;
    write(label, total.total_usd, total.deductible_amount_usd);
  }
  letter.rule();
  letter.y += 7;
  const { donation_count, total_usd, total_deductible_usd } = statement;
  write(`All gifts (${donation_count})`, total_usd, total_deductible_usd, { size: 11 });
  letter.y += 14;
}

/** Which part of a year with several pages this document covers. */
function partOf({ page, page_count, donation_count, donations }: YearStatement): string {
  const first = (page - 1) * DONATIONS_PER_PAGE + 1;
  const range = `${count(first)} to ${count(first + donations.length - 1)}`;
  return (
    `Part ${count(page)} of ${count(page_count)}: gifts ${range} of ${count(donation_count)}. ` +
    "The totals are for the whole year."
  );
}

function writeHeader(letter: Letter, statement: DrawnStatement): void {
  letter.write("H1", `Gifts in ${statement.year}`, { size: 24 });
  letter.write("P", isolate(statement.donor_name), { size: 11 });
  const generated = `Generated ${formatMoment(new Date(statement.issued_at), statement.timeZone)}`;
  const details = `${isolate(statement.donor_email)}\n${generated}`;
  letter.write("P", details, QUIET);
  if (statement.page_count > 1) {
    letter.y += 8;
    letter.write("P", partOf(statement));
  }
  if (statement.specimen) {
    letter.y += 8;
    letter.write("P", "Sample from a sandbox. No gift was made, and this isn’t a valid statement.");
  }
  letter.y += 24;
}

const NOTE =
  "Each gift has its own receipt, which says what applies to it. This statement adds the gifts up and " +
  "doesn’t replace the receipts. Each date is that of the gift, in the foundation’s time zone. " +
  "Gifts made by redeeming reward points may be treated as a rebate. Ask a tax advisor.";

export async function statementPdf(statement: DrawnStatement): Promise<Uint8Array<ArrayBuffer>> {
  const { year, donor_name, issued_at: at, specimen, page, page_count } = statement;
  const title = `Gifts in ${year}${page_count > 1 ? `, part ${page} of ${page_count}` : ""}`;
  const metadata = { title, author: donor_name, at, specimen };
  const letter = new Letter(metadata, await loadFonts(statement));
  writeHeader(letter, statement);
  if (statement.donations.length === 0) {
    letter.write("P", `No gifts were completed in ${year}.`);
    return letter.finish(title);
  }
  writeLines(letter, statement.donations);
  writeTotals(letter, statement);
  letter.write("P", NOTE, { size: 9.5 });
  return letter.finish(`${title}, ${isolate(donor_name, MAX_FOOTER_NAME_LENGTH)}`);
}

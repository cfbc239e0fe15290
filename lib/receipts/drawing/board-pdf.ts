/** Draws a period's gifts for a foundation's board. No donor is named. */
import { formatMoment } from "../../dates.ts";
import { type Cents, formatDollarsAndCents as dollars } from "../../money.ts";
import { formatCount } from "../../text.ts";
import { columnsOf, Letter, QUIET, SMALL, SPACING, Table, WIDTH } from "./letter.ts";
import { type Look, writeHead } from "./letterhead.ts";
import { DISPLAY_FONT } from "./typefaces/families.ts";
import { loadFonts } from "./typefaces/fonts.ts";
import { isolate } from "./untrusted.ts";

type Sum = { count: number; cents: Cents };
/** @property before the sum of the previous period */
type Row = Sum & { name: string; before: Cents };

export type BoardReport = {
  foundation: string;
  school: string;
  look?: Look;
  period: string;
  /** The day until which gifts are in it, if the period isn't over. */
  through: string | null;
  /** The period before. */
  before: string;
  issued_at: string;
  time_zone: string;
  confirmed: Sum;
  previous: Sum;
  waiting: Sum;
  refused: Sum;
  funds: Row[];
  banks: Row[];
  largest: { day: string; fund: string; bank: string; cents: Cents }[];
  specimen: boolean;
};

const MAX_NAME_LENGTH = 90;

const count = (number: number) => number.toLocaleString("en-US");
const gifts = ({ count: number }: Sum) => formatCount(number, "gift");

const SUMS = columnsOf(WIDTH - 170, { right: 60 }, { right: 110 });
const COMPARED = columnsOf(WIDTH - 280, { right: 60 }, { right: 110 }, { right: 110 });
const GIFTS = columnsOf(80, WIDTH - 80 - 150 - 100, 150, { right: 100 });

/** A heading, on the same page as this many rows of one line below it. */
function writeHeading(letter: Letter, text: string, rows = 3): void {
  if (letter.hasRoomFor(60 + rows * 18)) letter.y += 18;
  else letter.startPage();
  letter.write("P", text.toUpperCase(), { font: DISPLAY_FONT, size: 16 });
  letter.y += 6;
}

function writeSums(letter: Letter, report: BoardReport, label: string, rows: Row[]): void {
  const headers = [label, "Gifts", isolate(report.period), isolate(report.before)];
  // Nothing to compare with: a column of zeros would say nothing.
  const columns = report.previous.count > 0 ? COMPARED : SUMS;
  const table = new Table(letter, { ...SPACING, columns, headers });
  for (const { name, before, ...sum } of rows) {
    const title = isolate(name, MAX_NAME_LENGTH);
    table.row([title, count(sum.count), dollars(sum.cents), dollars(before)]);
  }
  letter.rule();
  letter.y += 5;
  const { confirmed, previous } = report;
  const totals = [count(confirmed.count), dollars(confirmed.cents), dollars(previous.cents)];
  table.row(["Total", ...totals], { size: 10.5 });
}

function writeLargest(letter: Letter, { largest }: BoardReport): void {
  const headers = ["Confirmed", "Fund", "Bank", "Amount"];
  const table = new Table(letter, { ...SPACING, columns: GIFTS, headers });
  for (const { day, fund, bank, cents } of largest) {
    const names = [fund, bank].map((name) => isolate(name, MAX_NAME_LENGTH));
    table.row([day, ...names, dollars(cents)]);
  }
}

/** "12% more than in October 2026 ($1,200.00 from 14 gifts)" */
function comparison({ confirmed, previous, before }: BoardReport): string {
  const name = isolate(before);
  if (previous.cents === 0) return `No gift was confirmed in ${name}.`;
  const was = `${dollars(previous.cents)} from ${gifts(previous)}`;
  const percent = Math.round((confirmed.cents / previous.cents - 1) * 100);
  if (percent === 0) return `About as much as in ${name} (${was}).`;
  const change = `${count(Math.abs(percent))}% ${percent > 0 ? "more" : "less"}`;
  return `${change} than in ${name} (${was}).`;
}

function writeHeader(letter: Letter, report: BoardReport): void {
  const { foundation, school, period, through, confirmed, waiting, refused } = report;
  const title = `Gifts in ${period}`;
  writeHead(letter, { name: foundation, details: [school], title }, report.look ?? null);
  const generated = `Generated ${formatMoment(new Date(report.issued_at), report.time_zone)}`;
  const details = through === null ? generated : `Through ${through}. ${generated}`;
  letter.write("P", details, QUIET);
  if (report.specimen) {
    letter.y += 8;
    letter.write("P", "Sample from a sandbox. No gift was made.");
  }
  letter.y += 20;
  letter.write("P", dollars(confirmed.cents), { font: DISPLAY_FONT, size: 40 });
  letter.y += 8;
  letter.write("P", `from ${gifts(confirmed)}. ${comparison(report)}`, { size: 11 });
  letter.y += 4;
  const others = [
    `${gifts(waiting)} given in this period, ${dollars(waiting.cents)}, not confirmed yet`,
    `${gifts(refused)}, ${dollars(refused.cents)}, refused`,
  ];
  letter.write("P", `Not included: ${others.join("; ")}.`, QUIET);
}

const NOTE =
  "A gift counts on the day on which the foundation confirmed it, in its time zone. " +
  "Donors gave reward points, which their banks turned into dollars.";

export async function boardPdf(report: BoardReport): Promise<Uint8Array<ArrayBuffer>> {
  const { period, foundation, issued_at: at, specimen } = report;
  const title = `Gifts in ${period}`;
  const metadata = { title, author: foundation, at, specimen };
  const letter = new Letter(metadata, await loadFonts(report, [DISPLAY_FONT]));
  writeHeader(letter, report);
  if (report.confirmed.count > 0) {
    writeHeading(letter, "By fund");
    writeSums(letter, report, "Fund", report.funds);
    writeHeading(letter, "By bank");
    writeSums(letter, report, "Bank", report.banks);
    writeHeading(letter, "Largest gifts", report.largest.length);
    writeLargest(letter, report);
  }
  letter.y += 10;
  letter.write("P", NOTE, SMALL);
  return letter.finish(`${title}, ${isolate(foundation, 60)}`);
}

/** Draws a statement of account, or the remittance advice that is a foundation's part of one. Nobody is named. */
import { columnsOf, Letter, QUIET, SMALL, SPACING, Table, WIDTH } from "./letter.ts";
import { loadFonts } from "./typefaces/fonts.ts";
import { isolate } from "./untrusted.ts";

/** Amounts and days as they are shown. */
export type AccountStatement = {
  /** `Statement 11` */
  title: string;
  from: string;
  to: string | null;
  facts: string[];
  /** From the opening to the closing. */
  sums: { label: string; amount: string }[];
  /** Per foundation; empty on a remittance advice. */
  sections: { name: string; payee: string; amounts: string[] }[];
  lines: { day: string; what: string; reference: string; amount: string }[];
  /** If it has more lines than these. */
  omitted: string | null;
  digest: string;
  issued_at: string;
  specimen: boolean;
};

const MAX_NAME_LENGTH = 90;

const AMOUNT = { right: 75 };
const SUMS = columnsOf(WIDTH - 120, { right: 120 });
const SECTIONS = columnsOf(WIDTH - 4 * AMOUNT.right, AMOUNT, AMOUNT, AMOUNT, AMOUNT);
const LINES = columnsOf(76, 150, WIDTH - 226 - 90, { right: 90 });

function writeHeading(letter: Letter, text: string): void {
  if (letter.hasRoomFor(110)) letter.y += 18;
  else letter.startPage();
  letter.write("P", text, { size: 13 });
  letter.y += 6;
}

function writeHeader(letter: Letter, { title, from, to, facts, specimen }: AccountStatement): void {
  letter.write("P", isolate(from), { size: 13 });
  if (to !== null) letter.write("P", `to ${isolate(to)}`, { size: 11 });
  letter.y += 14;
  letter.write("H1", title, { size: 24 });
  letter.write("P", facts.join("\n"), QUIET);
  if (specimen) {
    letter.y += 8;
    letter.write("P", "Specimen from a sandbox. Nothing is owed.");
  }
  letter.y += 16;
}

function writeSums(letter: Letter, sums: AccountStatement["sums"]): void {
  const table = new Table(letter, { ...SPACING, columns: SUMS, headers: ["", "US dollars"] });
  for (const [n, { label, amount }] of sums.entries()) {
    const isLast = n === sums.length - 1;
    if (isLast) {
      letter.rule();
      letter.y += 5;
    }
    table.row([label, amount], isLast ? { size: 11 } : {});
  }
}

function writeSections(letter: Letter, sections: AccountStatement["sections"]): void {
  writeHeading(letter, "By foundation");
  const headers = ["Foundation", "Opening", "Gifts", "Payments", "Due"];
  const table = new Table(letter, { ...SPACING, columns: SECTIONS, headers });
  for (const { name, payee, amounts } of sections) {
    table.row([[isolate(name, MAX_NAME_LENGTH), payee], ...amounts]);
  }
}

function writeLines(letter: Letter, { lines, omitted }: AccountStatement): void {
  writeHeading(letter, "Lines");
  const headers = ["Posted", "What", "Reference", "US dollars"];
  const table = new Table(letter, { ...SPACING, columns: LINES, headers });
  for (const { day, what, reference, amount } of lines) {
    table.row([day, what, isolate(reference, MAX_NAME_LENGTH), amount]);
  }
  if (omitted !== null) letter.write("P", omitted, QUIET);
}

export async function accountPdf(content: AccountStatement): Promise<Uint8Array<ArrayBuffer>> {
  const { title, from, issued_at: at, specimen, digest, sections, lines } = content;
  const letter = new Letter({ title, author: from, at, specimen }, await loadFonts(content));
  writeHeader(letter, content);
  writeSums(letter, content.sums);
  if (sections.length > 0) writeSections(letter, sections);
  if (lines.length > 0) writeLines(letter, content);
  letter.y += 14;
  letter.write("P", `SHA-256 of what it says: ${digest}`, SMALL);
  return letter.finish(`${title}, ${isolate(from, 60)}`);
}

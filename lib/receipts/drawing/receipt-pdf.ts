/** Draws a receipt. */
import { fundOn, type Receipt } from "../contract.ts";
import { toOneLine } from "./break-words.ts";
import { longTime } from "./dates.ts";
import { isolate, isolateNames } from "./direction.ts";
import { Letter, PAGE, QUIET, type Rendering, WIDTH } from "./letter.ts";
import { type ReceiptLine, receiptLines, SPECIMEN_NOTE } from "./receipt-lines.ts";
import { loadFonts } from "./typefaces/load.ts";

const LABELS = 150;
const VALUES = { x: PAGE.margin + LABELS, width: WIDTH - LABELS };

function writeHead(letter: Letter, { organization }: Receipt): void {
  letter.write("P", isolate(toOneLine(organization.name)), { size: 15 });
  const { address, ein } = organization;
  const lines = [...(address?.split("\n") ?? []), ...(ein === null ? [] : [`EIN ${ein}`])];
  const known = lines.map((line) => isolate(toOneLine(line)));
  if (known.length > 0) letter.write("P", known.join("\n"), { size: 9.5, color: QUIET });
  letter.y += 22;
  letter.rule();
  letter.y += 22;
  letter.write("H1", "Donation receipt", { size: 24 });
}

function writeNumber(letter: Letter, { receipt_number, issued_at, specimen }: Receipt): void {
  letter.write("P", `No. ${receipt_number}`, { size: 11 });
  letter.write("P", `Issued ${longTime(issued_at)}`, { size: 9.5, color: QUIET });
  if (!specimen) return;
  letter.y += 8;
  letter.write("P", SPECIMEN_NOTE);
}

function writeRows(letter: Letter, rows: ReceiptLine[]): void {
  const table = letter.part("Table");
  for (const { label, value, isAmount } of rows) {
    const size = isAmount ? 16 : 10.5;
    const row = letter.part("TR", table);
    const top = letter.y;
    // Aligned with the value, whose letters may be larger.
    const lead = size - 10.5;
    letter.writeAt(top + lead, "TH", label, { color: QUIET, width: LABELS - 12 }, row);
    letter.write("TD", isolate(toOneLine(value)), { ...VALUES, size }, row);
    letter.y = Math.max(letter.y, top + 15) + 6;
  }
}

function writeStatement(letter: Letter, receipt: Receipt): void {
  const { statement, organization } = receipt;
  const names = [organization.name, fundOn(receipt)].map((name) => toOneLine(name));
  for (const paragraph of statement.split("\n\n")) {
    letter.write("P", isolateNames(toOneLine(paragraph), names));
    letter.y += 8;
  }
}

/** The PDF of a receipt: the same bytes for the same receipt in the same color. */
export async function receiptPdf(
  receipt: Receipt,
  { color, ...rendering }: Rendering & { color?: string | undefined } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { receipt_number: number, issued_at: at, organization, specimen } = receipt;
  const about = { title: `Donation receipt ${number}`, author: organization.name, at, specimen };
  const letter = new Letter(about, await loadFonts(receipt), rendering);
  if (color) letter.band(color);
  writeHead(letter, receipt);
  writeNumber(letter, receipt);
  letter.y += 24;
  writeRows(letter, receiptLines(receipt));
  letter.y += 10;
  letter.rule();
  letter.y += 20;
  writeStatement(letter, receipt);
  return letter.finish(`Donation ${receipt.donation_id}`);
}

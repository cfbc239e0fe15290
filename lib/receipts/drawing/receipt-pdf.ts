import { formatMoment } from "../../dates.ts";
import { fundLabel, type Receipt, receiptTitle } from "../contract.ts";
import { LABEL, Letter, PAGE, QUIET, WIDTH } from "./letter.ts";
import { type Look, writeHead } from "./letterhead.ts";
import { type ReceiptLine, receiptLines, receiptNumbers, SPECIMEN_NOTE } from "./receipt-lines.ts";
import { DISPLAY_FONT } from "./typefaces/families.ts";
import { loadFonts } from "./typefaces/fonts.ts";
import { isolate, isolateNames } from "./untrusted.ts";

const LABEL_WIDTH = 150;
const VALUES = { x: PAGE.margin + LABEL_WIDTH, width: WIDTH - LABEL_WIDTH };

function writeHeader(letter: Letter, receipt: Receipt, look: Look): void {
  const { name, address, ein } = receipt.organization;
  const details = [...(address?.split("\n") ?? []), ...(ein === null ? [] : [`EIN ${ein}`])];
  writeHead(letter, { name, details, title: receiptTitle(receipt) }, look);
}

const numberLine = ({ label, value }: ReceiptLine) => `${label}: ${isolate(value)}`;

function writeNumber(letter: Letter, receipt: Receipt): void {
  const { issued_at, time_zone, specimen } = receipt;
  letter.write("P", numberLine(receiptNumbers(receipt).shown), { size: 11 });
  const issued = `Issued ${formatMoment(new Date(issued_at), time_zone)}`;
  letter.write("P", issued, QUIET);
  if (!specimen) return;
  letter.y += 8;
  letter.write("P", SPECIMEN_NOTE);
}

function writeRows(letter: Letter, receipt: Receipt): void {
  const table = letter.addElement("Table");
  for (const { label, value, isAmount } of receiptLines(receipt)) {
    const labelBlock = letter.layOut(label, { ...LABEL, width: LABEL_WIDTH - 12 });
    const style = isAmount ? { ...VALUES, font: DISPLAY_FONT, size: 26 } : VALUES;
    const valueBlock = letter.layOut(isolate(value), style);
    letter.row(table, [[labelBlock], [valueBlock]], 1);
    letter.y += 4;
  }
}

function writeThanks(letter: Letter, { thanks }: Receipt): void {
  if (thanks === null) return;
  letter.y += 10;
  letter.write("P", isolate(thanks), { size: 12 });
}

function writeSignatory(letter: Letter, { signatory }: Receipt): void {
  if (signatory === null) return;
  letter.y += 6;
  letter.write("P", isolate(signatory.name));
  if (signatory.title !== null) letter.write("P", isolate(signatory.title), QUIET);
}

function writeStatement(letter: Letter, receipt: Receipt): void {
  const names = [receipt.organization.name, fundLabel(receipt)];
  for (const paragraph of receipt.statement.split("\n\n")) {
    letter.write("P", isolateNames(paragraph, names));
    letter.y += 8;
  }
}

/** The PDF of a receipt. The same receipt and look always produce the same bytes. */
export async function receiptPdf({
  look = null,
  ...receipt
}: Receipt & { look?: Look }): Promise<Uint8Array<ArrayBuffer>> {
  const { receipt_number: number, issued_at: at, organization, specimen } = receipt;
  const metadata = {
    title: `${receiptTitle(receipt)} ${number}`,
    author: organization.name,
    at,
    specimen,
  };
  const letter = new Letter(metadata, await loadFonts(receipt, [DISPLAY_FONT]));
  writeHeader(letter, receipt, look);
  writeNumber(letter, receipt);
  writeThanks(letter, receipt);
  letter.y += 24;
  writeRows(letter, receipt);
  letter.y += 10;
  letter.rule();
  letter.y += 20;
  writeStatement(letter, receipt);
  writeSignatory(letter, receipt);
  return letter.finish(receiptNumbers(receipt).others.map(numberLine).join("\n"));
}

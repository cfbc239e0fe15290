/** The receipt as a page that an accountant files. */
import type { Receipt } from "./contract.ts";
import { longDate, longTime } from "./dates.ts";
import { Letter, PAGE, QUIET, type Rendering, WIDTH } from "./letter.ts";
import { exactDollars } from "./wording.ts";

const LABELS = 150;
const VALUES = { x: PAGE.margin + LABELS, width: WIDTH - LABELS };

type Row = { label: string; value: string; size?: number };

const count = (points: number) => points.toLocaleString("en-US");

function pointsOf({ points_redeemed, points_per_dollar }: Receipt): string {
  const points = `${count(points_redeemed)} points`;
  if (points_per_dollar === null) return points;
  return `${points}, at ${count(points_per_dollar)} points per dollar`;
}

function deductibleOf({ deductible_amount_usd: usd, deductibility }: Receipt): string {
  if (usd === null) return "Not stated";
  return deductibility === "none" ? "None" : `No more than ${exactDollars(usd)}`;
}

function rowsOf(receipt: Receipt): Row[] {
  const value = receipt.goods_or_services_value_usd;
  return [
    { label: "Amount", value: exactDollars(receipt.dollar_amount), size: 16 },
    { label: "Date of donation", value: longDate(receipt.donation_date) },
    { label: "Donor", value: receipt.donor_name },
    { label: "Donor’s e-mail", value: receipt.donor_email },
    { label: "Fund", value: receipt.fund_designation },
    // Zero means that the bank did not say how many.
    ...(receipt.points_redeemed > 0
      ? [{ label: "Points redeemed", value: pointsOf(receipt) }]
      : []),
    { label: "Goods or services", value: value === null ? "Not stated" : exactDollars(value) },
    { label: "Deductible amount", value: deductibleOf(receipt) },
  ];
}

function writeHead(letter: Letter, { organization }: Receipt): void {
  letter.write("P", organization.name, { size: 15 });
  const { address, ein } = organization;
  const known = [address, ein === null ? null : `EIN ${ein}`].filter((one) => one !== null);
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
  letter.write("P", "Specimen from a sandbox. No donation was made, and this is no receipt.");
}

function writeRows(letter: Letter, rows: Row[]): void {
  const table = letter.part("Table");
  for (const { label, value, size = 10.5 } of rows) {
    const row = letter.part("TR", table);
    const top = letter.y;
    // On one line with the value, whose letters may be larger.
    const lead = size - 10.5;
    letter.writeAt(top + lead, "TH", label, { color: QUIET, width: LABELS - 12 }, row);
    letter.write("TD", value, { ...VALUES, size }, row);
    letter.y = Math.max(letter.y, top + 15) + 6;
  }
}

/** The PDF of a receipt: the same bytes whenever it is asked for. */
export function receiptPdf(
  receipt: Receipt,
  rendering?: Rendering,
): Promise<Uint8Array<ArrayBuffer>> {
  const { receipt_number: number, issued_at: at, organization, specimen } = receipt;
  const about = { title: `Donation receipt ${number}`, author: organization.name, at, specimen };
  const letter = new Letter(about, rendering);
  writeHead(letter, receipt);
  writeNumber(letter, receipt);
  letter.y += 24;
  writeRows(letter, rowsOf(receipt));
  letter.y += 10;
  letter.rule();
  letter.y += 20;
  for (const paragraph of receipt.statement.split("\n\n")) {
    letter.write("P", paragraph);
    letter.y += 8;
  }
  return letter.finish(`Donation ${receipt.donation_id}`);
}

import { describe, expect, it } from "vitest";
import { exampleOf } from "#lib/http/openapi.ts";
import { fontNames, pageCount, pdfSource, pdfText } from "#test/pdf-text.ts";
import { getReceipt, type Receipt } from "../contract.ts";
import { getStatement, type YearStatement } from "../statements/contract.ts";
import { receiptPdf } from "./receipt-pdf.ts";
import { statementPdf } from "./statement-pdf.ts";
import { DISPLAY_FONT } from "./typefaces/families.ts";

const RECEIPT = exampleOf(getReceipt.data) as Receipt;
const STATEMENT = exampleOf(getStatement.data) as YearStatement;
const [LINE] = STATEMENT.donations as [YearStatement["donations"][number]];

const textOf = async (changes: Partial<Receipt>) =>
  pdfText(await receiptPdf({ ...RECEIPT, ...changes })).replaceAll("\n", " ");

describe("a receipt", () => {
  it("has everything that a tax return needs on one page", async () => {
    const bytes = await receiptPdf(RECEIPT);
    expect(pageCount(bytes)).toBe(1);
    const text = pdfText(bytes);
    for (const expected of [
      "OHIO STATE ATHLETICS FUND",
      "EIN 00-0000000",
      "Confirmation number: OSU-26-118209",
      "Nov 21, 2026",
      "Ohio State",
      "Pat Sample",
      "pat@example.com",
      "Annual Fund",
      "$25.00",
      "2,500 points, at 100 points per dollar",
      "Up to $25.00",
      "\nReceipt number: OHIO-STATE-2026-000123\n",
      `Gift ID: ${RECEIPT.donation_id}`,
    ]) {
      expect(text).toContain(expected);
    }
    expect(text.replaceAll("\n", " ")).toContain("No goods or services were provided in exchange");
  });

  it("has a title, a language, a date, and tags", async () => {
    const source = pdfSource(await receiptPdf(RECEIPT));
    expect(source).toContain("(Donation receipt OHIO-STATE-2026-000123 \\(sample\\))");
    expect(source).toContain("/Lang (en-US)");
    expect(source).toContain("(D:20261121140600Z)");
    expect(source).toContain("/Marked true");
  });

  it("is the same bytes for the same receipt", async () => {
    const [one, other] = [await receiptPdf(RECEIPT), await receiptPdf(RECEIPT)];
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
  });

  it("has the colors and the letters of its school, in at most 60 kB", async () => {
    const look = { monogram: "OSU", colors: ["#bb0000", "#666666"] };
    const bytes = await receiptPdf({ ...RECEIPT, look });
    expect(pdfSource(bytes).includes("0.7333333333333333 0 0 scn")).toBe(true);
    expect(pdfSource(await receiptPdf(RECEIPT)).includes("0.7333333333333333 0 0")).toBe(false);
    expect(pdfText(bytes)).toBe(pdfText(await receiptPdf(RECEIPT)));
    expect(bytes.byteLength).toBeLessThan(60_000);
  });

  it("is watermarked only if it’s a specimen", async () => {
    const real = { specimen: false, organization: { name: "Fund", ein: null, address: null } };
    expect(await textOf({})).toMatch(/Sample. No gift was made.*SAMPLE/);
    const text = await textOf(real);
    expect(text).not.toMatch(/sample. no gift|EIN/i);
  });

  it("has the foundation’s thanks and signatory, if it has entered them", async () => {
    const text = await textOf({});
    expect(text).toMatch(/Thank you for supporting every Buckeye. Amount/);
    expect(text).toMatch(/tax advisor. Jordan Example Executive Director/);
    expect(await textOf({ thanks: null, signatory: null })).not.toMatch(/Buckeye|Jordan/);
  });

  it("names the school in addition to the foundation", async () => {
    const organization = { ...RECEIPT.organization, name: "The Foundation" };
    const text = await textOf({ organization, school_name: "State of the Art" });
    expect(text).toMatch(/THE FOUNDATION.*School State of the Art/);
  });

  it("has the foundation’s name in the display font, except for characters that it lacks", async () => {
    const organization = { ...RECEIPT.organization, name: "Kahoʻolawe’s Éclair 王" };
    const bytes = await receiptPdf({ ...RECEIPT, organization });
    expect(pdfText(bytes)).toContain("KAHOʻOLAWE’S ÉCLAIR\n \n王\n");
    expect(fontNames(bytes)).toContain(DISPLAY_FONT.name);
    expect(pdfText(bytes)).not.toContain("□");
  });

  it("shows its own number first if the platform sent none", async () => {
    const text = pdfText(await receiptPdf({ ...RECEIPT, school_confirmation_id: null }));
    expect(text.match(/OHIO-STATE-2026-000123/g)).toHaveLength(1);
    expect(text).toMatch(/DONATION RECEIPT\nReceipt number: OHIO-STATE-2026-000123\nIssued/);
  });

  it("prints names with accents", async () => {
    const donor_name = "Łukasz Ångström-O’Brien Żółć Őze Ñandú";
    const text = pdfText(await receiptPdf({ ...RECEIPT, donor_name }));
    expect(text.replaceAll("\n", "")).toContain(donor_name);
  });

  const wide = (length: number) => "Wide Words ".repeat(length).slice(0, length).trim();

  it("fits on one page with long names", async () => {
    const organization = { name: wide(80), ein: "00-0000000", address: wide(80) };
    const changes = { donor_name: wide(120), fund_name: wide(120), organization };
    const plain = { ...RECEIPT, thanks: null, signatory: null, statement: wide(700) };
    const bytes = await receiptPdf({ ...plain, ...changes });
    expect(pageCount(bytes)).toBe(1);
  });

  it("continues on a second page, watermarked like the first, without losing a word", async () => {
    const changes = { donor_name: wide(255), fund_name: wide(255) };
    const bytes = await receiptPdf({ ...RECEIPT, ...changes, statement: wide(2_000) });
    expect(pageCount(bytes)).toBe(2);
    expect(pdfText(bytes).match(/^SAMPLE$/gm)).toHaveLength(2);
    expect(pdfText(bytes).match(/Wide/g)?.length).toBeGreaterThan(220);
  });

  it("omits unknown points, and states nothing that isn’t known", async () => {
    const text = await textOf({
      points_redeemed: 0,
      points_per_dollar: null,
      deductibility: null,
      goods_or_services_value_usd: null,
      deductible_amount_usd: null,
    });
    expect(text).not.toContain("Points redeemed");
    expect(text.match(/Not stated/g)).toHaveLength(2);
  });
});

describe("a statement", () => {
  const statementOf = (count: number): YearStatement => ({
    ...STATEMENT,
    donation_count: count,
    donations: Array.from({ length: count }, (_, n) => ({
      ...LINE,
      receipt_number: `OHIO-STATE-2026-${String(n + 1).padStart(6, "0")}`,
    })),
  });

  it("continues on several pages, each with a header, footer, and watermark, and loses no line", async () => {
    const bytes = await statementPdf(statementOf(40));
    const text = pdfText(bytes);
    const pages = pageCount(bytes);
    expect(pages).toBeGreaterThan(1);
    expect(text.match(/OHIO-STATE-2026-\d{6}/g)).toHaveLength(40);
    expect(text.match(/Deductible up to/g)).toHaveLength(pages + 1);
    expect(text.match(/^SAMPLE$/gm)).toHaveLength(pages);
    expect(text).toContain(`page ${pages} of ${pages}`);
    expect(text).toContain("All gifts (40)");
  });

  it("states which part of the year it covers, with the totals for the whole year", async () => {
    const part = { ...statementOf(2), page: 3, page_count: 3, donation_count: 1_002 };
    const text = pdfText(await statementPdf(part)).replaceAll("\n", " ");
    expect(text).toContain("Part 3 of 3: gifts 1,001 to 1,002 of 1,002.");
    expect(text).toContain("All gifts (1002)");
    expect(text).toContain("Gifts in 2026, part 3 of 3");
  });

  it("shortens long names in the list, and wraps each within its own lines", async () => {
    const line = { ...LINE, fund_name: "W\n".repeat(127) };
    const bytes = await statementPdf({ ...statementOf(1), donations: [line] });
    expect(pageCount(bytes)).toBe(1);
    expect(pdfText(bytes).match(/W/g)).toHaveLength(60);
    expect(pdfText(bytes)).toContain("…");
  });

  it("states that there were no donations", async () => {
    const text = pdfText(await statementPdf({ ...statementOf(0), totals: [] }));
    expect(text).toContain("No gifts were completed in 2026.");
  });
});

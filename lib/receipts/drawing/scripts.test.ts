/** Names in many scripts: how they are drawn, searched, and copied. */
import { describe, expect, it } from "vitest";
import { exampleOf } from "#lib/http/openapi.ts";
import { actualTexts, fontNames, pageCount, pdfSource, pdfText } from "#test/pdf-text.ts";
import { getReceipt, type Receipt } from "../contract.ts";
import { getStatement, type YearStatement } from "../statements/contract.ts";
import { receiptPdf } from "./receipt-pdf.ts";
import { statementPdf } from "./statement-pdf.ts";
import { DISPLAY_FONT, filesFor, MAIN_FONT } from "./typefaces/families.ts";
import { type Fonts, loadFonts } from "./typefaces/fonts.ts";
import { LEFT_TO_RIGHT, RIGHT_TO_LEFT } from "./typefaces/shaped-font.ts";

const RECEIPT = exampleOf(getReceipt.data) as Receipt;
const STATEMENT = exampleOf(getStatement.data) as YearStatement;

const receiptFor = (changes: Partial<Receipt>) => receiptPdf({ ...RECEIPT, ...changes });

/** The text in visual order, from left to right. */
const drawnIn = (bytes: Uint8Array) => pdfText(bytes).replaceAll("\n", "");

const reversed = (text: string) => [...text].reverse().join("");

describe.each([
  ["Arabic", "محمد عبد الرحمن الأحمدي"],
  ["Arabic with vowels", "مُحَمَّد"],
  ["Persian, with a joiner", "می‌خواهم"],
  ["Hebrew", "דוד בן־גוריון"],
  ["Hebrew with vowels", "דָּוִד"],
])("%s", (_, donor_name) => {
  it("is drawn right to left, and copied in reading order", async () => {
    const bytes = await receiptFor({ donor_name });
    expect(drawnIn(bytes)).toContain(reversed(donor_name.normalize("NFC")));
    expect(actualTexts(bytes)).toEqual([donor_name]);
  });
});

it.each([
  ["Devanagari", "श्री राजेन्द्र प्रसाद"],
  ["Chinese", "王小明 龍"],
  ["Japanese", "髙橋 さくら・ジョン"],
  ["Korean", "김철수"],
  ["Japanese and Korean together", "さくら 김철수"],
  ["Korean, with a space from its font", "볔 벭"],
  ["Korean in single letters", "김철수".normalize("NFD")],
  ["Hawaiian", "Kahananui o Hawaiʻi"],
  ["rarer accents", "Ḥasan g̃ Nguyễn"],
  ["Greek and Cyrillic", "Ωραία Ґанна"],
  ["Armenian", "Արամ Խաչատրյան"],
  ["Bengali", "রবীন্দ্রনাথ ঠাকুর"],
  ["Ethiopic", "ኃይለ ገብረሥላሴ"],
  ["Georgian", "შოთა რუსთაველი"],
  ["Gujarati", "મોહનદાસ ગાંધી"],
  ["Gurmukhi", "ਹਰਪ੍ਰੀਤ ਸਿੰਘ"],
  ["Kannada", "ಕುವೆಂಪು ಪುಟ್ಟಪ್ಪ"],
  ["Khmer", "សុខ ចាន់"],
  ["Lao", "ສຸລິຍະ ວົງສາ"],
  ["Malayalam", "കുമാരൻ ആശാൻ"],
  ["Oriya", "ଗୋପବନ୍ଧୁ ଦାସ"],
  ["Sinhala", "කුමාර සංගක්කාර"],
  ["Tamil", "சுப்பிரமணிய பாரதி"],
  ["Telugu", "శ్రీ రామారావు"],
  ["Thai", "สมชาย ใจดี น้ำผึ้ง"],
])("%s is drawn and copied left to right", async (_, donor_name) => {
  const bytes = await receiptFor({ donor_name });
  expect(drawnIn(bytes)).toContain(donor_name.normalize("NFC"));
  expect(drawnIn(bytes)).not.toContain("□");
  expect(actualTexts(bytes)).toEqual([]);
});

describe("letters", () => {
  const glyphsOf = (fonts: Fonts, text: string) => {
    const letter = text.slice(1);
    const [file] = filesFor(letter)(letter);
    const [, font] = fonts.all.find(([one]) => one === file) ?? [];
    return font?.layout(text).glyphs.map(({ id }) => id) ?? [];
  };

  it("join in Arabic", async () => {
    const [letter, word] = ["ه", "ههه"];
    const fonts = await loadFonts([word]);
    const forms = glyphsOf(fonts, RIGHT_TO_LEFT + word);
    expect(new Set([...forms, ...glyphsOf(fonts, RIGHT_TO_LEFT + letter)]).size).toBe(4);
  });

  it("form conjuncts in Devanagari", async () => {
    const fonts = await loadFonts(["क्ष"]);
    expect(glyphsOf(fonts, `${LEFT_TO_RIGHT}क्ष`)).toHaveLength(1);
    expect(glyphsOf(fonts, `${LEFT_TO_RIGHT}कष`)).toHaveLength(2);
  });
});

describe("a sentence of several scripts", () => {
  it("keeps names, numbers, and brackets in place", async () => {
    const fund_name = "Fund (محمد) of “דן” & 王, 2026";
    const statement = `Given for ${fund_name}. Thanks!`;
    const text = drawnIn(await receiptFor({ fund_name, statement }));
    const displayed = "Fund (دمحم) of “ןד” & 王, 2026";
    expect(text).toContain(`Fund${displayed}Points redeemed`);
    expect(text).toContain(`Given for ${displayed}. Thanks!`);
  });

  it("isolates a right-to-left name from the rest of its line", async () => {
    const [line] = STATEMENT.donations;
    const donations = [{ ...(line as YearStatement["donations"][number]), fund_name: "דן" }];
    const statement = { ...STATEMENT, donor_name: "דן 7", donations, page_count: 2 };
    const text = drawnIn(await statementPdf(statement));
    expect(text).toContain("OHIO-STATE-2026-000123 · ןד");
    expect(text).toContain("Gifts in 2026, part 1 of 2, 7 ןד");
  });

  it("breaks a long right-to-left name into lines in reading order", async () => {
    const words = Array.from({ length: 30 }, (_, at) => `כ${at}`);
    const bytes = await receiptFor({ fund_name: words.join(" ") });
    const lines = actualTexts(bytes);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join(" ").split(" ")).toEqual(words);
  });

  it("continues on the next page in the same color, and loses nothing", async () => {
    const statement = "王小明 ".repeat(700);
    const bytes = await receiptFor({ statement });
    expect(pageCount(bytes)).toBeGreaterThan(1);
    expect(drawnIn(bytes).match(/王/g)).toHaveLength(700);
    const pages = pdfSource(bytes).split("endstream");
    for (const page of pages.filter((one) => one.includes("\nBT\n"))) {
      expect(page.split("\nBT\n")[0]).toMatch(/(0\.06\d+ ){3}scn/);
    }
  });
});

describe("text that can't be drawn", () => {
  it("becomes a box, and is never dropped", async () => {
    const text = drawnIn(await receiptFor({ donor_name: "Anna 👩‍👩‍👧 ཀཁག \ue000" }));
    expect(text).toContain("Anna □ □□□ □");
  });

  it("can't change the direction", async () => {
    const bytes = await receiptFor({
      donor_name: "\u202eEvil\u2066",
      fund_name: "a\u202d\u202e b",
    });
    expect(drawnIn(bytes)).toMatch(/DonorEvilDonor’s email.*Funda bPoints/);
  });
});

describe("the file", () => {
  it("has only the fonts and letters that its text needs", async () => {
    const [latin, mixed] = [RECEIPT, { ...RECEIPT, donor_name: "王小明 محمد" }];
    const own = [MAIN_FONT.name, DISPLAY_FONT.name];
    expect(new Set(fontNames(await receiptPdf(latin)))).toEqual(new Set(own));
    const bytes = await receiptPdf(mixed);
    expect(new Set(fontNames(bytes).map((name) => name.replace(/-\d+-/, "-N-")))).toEqual(
      new Set([...own, "noto-sans-sc-N-wght-normal", "noto-sans-arabic-arabic-wght-normal"]),
    );
    const [small, large] = [await receiptPdf(latin), await receiptPdf(mixed)];
    expect(large.byteLength - small.byteLength).toBeLessThan(12_000);
  });

  it("is the same bytes for the same receipt", async () => {
    const receipt = { ...RECEIPT, donor_name: "髙橋 محمد राजेन्द्र 김 👍" };
    const [one, other] = [await receiptPdf(receipt), await receiptPdf(receipt)];
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
  });
});

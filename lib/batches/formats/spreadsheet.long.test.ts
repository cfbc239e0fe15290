/**
 * Our own file, opened and saved by a real spreadsheet program, as a processor does who fills in its columns.
 * Runs where LibreOffice Calc is installed (Debian's package libreoffice-calc-nogui).
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { expect, it } from "vitest";
import { fillBatch, makeBatchSchool } from "#test/batches.ts";
import { confirmGifts } from "../confirm.ts";
import { batchFile } from "../files.ts";
import { closeBatch } from "../mutations.ts";

const PROGRAM = "soffice";
const isInstalled = spawnSync(PROGRAM, ["--version"]).status === 0;

/** Numbers like these could be taken for a date, a power of ten, or a very large number. */
const LOOKALIKES = ["G-1E5000000000", "G-0000000000012", "G-9999999999999"];

/** What its import dialog offers for a file with a byte order mark: UTF-8, separated by commas. */
const AS_UTF8 = "CSV:44,34,76";

/** Opens a CSV file, saves it as a workbook, and saves that as CSV again. */
function openAndSave(folder: string, name: string): string {
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  const convert = (to: string, file: string, ...options: string[]) =>
    execFileSync(
      PROGRAM,
      [
        profile,
        "--headless",
        ...options,
        "--convert-to",
        to,
        "--outdir",
        folder,
        join(folder, file),
      ],
      { stdio: "pipe", timeout: 120_000 },
    );
  convert("xlsx", `${name}.csv`, `--infilter=${AS_UTF8}`);
  // As "Save as: Text CSV" does with UTF-8.
  convert("csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true", `${name}.xlsx`);
  return readFileSync(join(folder, `${name}.csv`), "utf8");
}

type Row = Record<string, string>;
const rowsOf = (text: string) => parse(text, { bom: true, columns: true }) as Row[];

it.skipIf(!isInstalled)(
  "gift numbers, amounts, and dates survive a spreadsheet, and its file confirms the gifts",
  async () => {
    const school = await makeBatchSchool();
    const { batchId } = await fillBatch(school, 200, { dollar_amount: 1234.5 });
    await closeBatch(school.scope, batchId);
    const { body } = await batchFile(school.scope, batchId, "csv");
    const ours = rowsOf(await new Response(body).text());
    const folder = mkdtempSync(join(tmpdir(), "spreadsheet-"));
    try {
      const filled = ours.map((row, n) => ({ ...row, confirmation_number: `OSU-26-${n}` }));
      const lookalikes = LOOKALIKES.map((gift_number) => ({ ...filled[0], gift_number }));
      writeFileSync(
        join(folder, "batch.csv"),
        `\ufeff${stringify([...filled, ...lookalikes], { header: true, record_delimiter: "\r\n" })}`,
      );
      const saved = rowsOf(openAndSave(folder, "batch"));
      const cells = (rows: Row[], column: string) => rows.map((row) => row[column]);
      expect(cells(saved.slice(0, 200), "gift_number")).toEqual(cells(ours, "gift_number"));
      expect(cells(saved.slice(200), "gift_number")).toEqual(LOOKALIKES);
      expect(cells(saved, "donation_id")).toEqual(cells([...filled, ...lookalikes], "donation_id"));
      expect(saved.map(({ amount }) => Number(amount))).toEqual(saved.map(() => 1234.5));
      const upload = stringify(saved.slice(0, 200), { header: true });
      const result = await confirmGifts(school.scope, { csv: upload }, false);
      expect(result).toMatchObject({ confirmed: 200, refused: 0 });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  300_000,
);

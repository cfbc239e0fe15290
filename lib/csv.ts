/** CSV files: RFC 4180, UTF-8, and safe to open in a spreadsheet. */
import { stringify } from "csv-stringify/sync";

/**
 * Values that a spreadsheet might run as a formula are prefixed with an apostrophe, since RFC 4180 can't mark
 * text. So are values that begin with one, so removing one always restores the original.
 */
const FORMULA_LIKE = /^[\s'=+\-@＝＋－＠]/;

const LEADING_FORMULA = new RegExp(`${FORMULA_LIKE.source.replace("]", "]+")}`);
const CONTROL_CHARACTERS = /\p{Cc}+/gu;

/**
 * Text for a program that imports a file, where an apostrophe would end up in its records: without the leading characters
 * that a spreadsheet might run, on one line.
 */
export const importText = (text: string): string =>
  text.replace(CONTROL_CHARACTERS, " ").replace(LEADING_FORMULA, "").trimEnd();

export type CsvStyle = {
  /** Whether it begins with a byte order mark, by which spreadsheets recognize UTF-8. */
  bom?: boolean;
  /** Whether values are written as they are: the caller has made them safe with `importText`. */
  isImport?: boolean;
};

const withApostrophe = (text: string) => (FORMULA_LIKE.test(text) ? `'${text}` : text);

/** Quotes values where necessary. */
export const toCsv = (rows: string[][], { bom = false, isImport = false }: CsvStyle = {}): string =>
  stringify(rows, {
    bom,
    cast: isImport ? {} : { string: withApostrophe },
    quoted_match: /[\r\n]/,
    record_delimiter: "windows",
  });

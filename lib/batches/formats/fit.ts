/** Values that fit the fields of the programs that import them. */

type ImportColumn<Row> = {
  /** The most characters that its field takes. */
  max: number;
  /** Whether a longer value is shortened. Others are left out: a part of an ID or email address is a different one. */
  shortens?: boolean;
  /** @param cut the columns that were too long, for the column that mentions them */
  value: (row: Row, cut: string[]) => string;
};

export type ImportColumns<Row> = Record<string, ImportColumn<Row>>;

/** The beginning of a text, without half a character at its end. */
const beginning = (text: string, length: number): string =>
  text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd();

/** A row's values, and the columns that were too long. */
export function fitRow<Row>(columns: ImportColumns<Row>, row: Row) {
  const texts = Object.entries(columns).map(([name, column]) => ({
    ...column,
    name,
    text: column.value(row, []),
  }));
  const cut = texts.filter(({ text, max }) => text.length > max).map(({ name }) => name);
  if (cut.length === 0) return { cells: texts.map(({ text }) => text), cut };
  const cells = texts.map(({ value, max, shortens = false }) => {
    const text = value(row, cut);
    if (text.length <= max) return text;
    return shortens ? beginning(text, max) : "";
  });
  return { cells, cut };
}

/** A text of at most `max` characters that ends with what had to be cut in its row. */
export function withRemark(text: string, cut: string[], max: number): string {
  if (cut.length === 0) return text;
  const remark = `[Too long here, whole in our CSV: ${cut.join(", ")}]`;
  return `${beginning(text, max - remark.length - 1)} ${remark}`.trim();
}

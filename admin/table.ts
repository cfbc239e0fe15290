/** Tables for people, on standard error: standard output is the document's. */

import { printable } from "#lib/text.ts";

/** Rows under their heads, each column as wide as its widest cell. */
export function table(heads: string[], values: string[][]): string {
  const rows = values.map((row) => row.map(printable));
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [heads, widths.map((width) => "-".repeat(width)), ...rows].map(line).join("\n");
}

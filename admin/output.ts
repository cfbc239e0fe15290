/**
 * What the operator command writes: one JSON document, its fields in snake_case, on standard output, and
 * words for a person on standard error. Nothing that somebody has stored is obeyed by the terminal.
 */
import { printable, printableLines } from "#lib/text.ts";

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Turns a domain's record into what is printed: names, times and big numbers as in the API. */
export function toWire(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(toWire);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [snake(name), toWire(inner)]),
  );
}

/** Prints the one document. */
export function print(value: unknown): void {
  process.stdout.write(`${printableLines(JSON.stringify(toWire(value), null, 2))}\n`);
}

/** Says something to whoever looks on. Of stored values only what went through `printable` has one line. */
export function say(words: string): void {
  process.stderr.write(`${printableLines(words)}\n`);
}

/** Rows under their heads, for people: each column as wide as its widest cell. */
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

/** Something that the operator asked for and cannot have; `message` is shown as it is. */
export class CommandFailure extends Error {
  override name = "CommandFailure";
}

type Nothing = null | undefined | false;

/**
 * What a command depends on.
 * @param otherwise what the operator is told if there is nothing: null, undefined, or false
 * @throws CommandFailure
 */
export async function required<T>(
  found: Promise<T>,
  otherwise: string,
): Promise<Exclude<T, Nothing>> {
  const value = await found;
  if (value === null || value === undefined || value === false) throw new CommandFailure(otherwise);
  return value as Exclude<T, Nothing>;
}

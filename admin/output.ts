/**
 * The operator command's output: one JSON document with snake_case fields on standard output, and messages for
 * people on standard error. Stored values are escaped, so that they can't control the terminal.
 */
import { snakeCase } from "#lib/database/tables.ts";
import { printable, printableLines } from "#lib/text.ts";

/** Converts a record for printing, with names, times, and big integers as in the API. */
function toWire(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(toWire);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [snakeCase(name), toWire(inner)]),
  );
}

export function print(value: unknown): void {
  process.stdout.write(`${printableLines(JSON.stringify(toWire(value), null, 2))}\n`);
}

/** Writes a file as it is, for a pipe; text without what could control a terminal. */
export const printFile = (file: Buffer, isText: boolean) =>
  process.stdout.write(isText ? printableLines(file.toString()) : file);

/** Prints a message for people. Pass stored values through `printable`, so that each stays on one line. */
export function say(text: string): void {
  process.stderr.write(`${printableLines(text)}\n`);
}

/** A text table: each column is as wide as its widest cell. */
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

/** An expected failure. `message` is shown to the operator unchanged. */
export class CommandFailure extends Error {
  override name = "CommandFailure";
}

/** Problems of a request as a sentence each, with the flag that a field comes from. */
export const describeProblems = (problems: { loc: readonly PropertyKey[]; msg: string }[]) =>
  problems.map(({ loc, msg }) => `${flagOf(loc.at(-1))}: ${msg}.`).join(" ");

const flagOf = (field: unknown) => (field === "endpoint_id" ? "--endpoint" : `--${String(field)}`);

type Nothing = null | undefined | false;

/**
 * Requires a result.
 * @param otherwise the message if it is null, undefined, or false
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

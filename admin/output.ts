/** What the operator command prints: one JSON document, its fields in snake_case. */

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
  process.stdout.write(`${JSON.stringify(toWire(value), null, 2)}\n`);
}

/** Something that the operator asked for and cannot have; `message` is shown as it is. */
export class CommandFailure extends Error {
  override name = "CommandFailure";
}

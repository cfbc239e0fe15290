/** Money: integer cents inside, a JSON number with at most two decimals at the edge. */

/** A whole number of cents, safely within a JavaScript number. */
export type Cents = number & { readonly __unit: "cents" };

/**
 * A whole number as an amount of cents: the one way from Prisma's `bigint`, and from numbers in code.
 * @throws RangeError for a fraction, and where a number is not exact
 */
export function asCents(value: number | bigint): Cents {
  const cents = Number(value);
  if (!Number.isSafeInteger(cents)) throw new RangeError(`${value} is not a whole number of cents`);
  return cents as Cents;
}

/** True when the number is an exact amount of cents, as 19.99 is and 19.999 is not. */
export function isWholeCents(dollars: number): boolean {
  // Division is correctly rounded, so k / 100 is the very double that "k/100" in JSON parses to.
  return Math.round(dollars * 100) / 100 === dollars;
}

/** Dollars to cents. The amount must be whole cents. */
export function toCents(dollars: number): Cents {
  if (!isWholeCents(dollars)) throw new RangeError(`${dollars} is not a whole number of cents`);
  return Math.round(dollars * 100) as Cents;
}

/** Cents to the JSON number of the interface. */
export function toDollars(cents: Cents): number {
  return cents / 100;
}

/** Amounts added up: exact, as the sum of dollars is not. */
export const sumOfCents = (amounts: readonly Cents[]): Cents =>
  asCents(amounts.reduce((sum, cents) => sum + cents, 0));

/** Cents to the decimal string that platforms take: `1999` → `"19.99"`. */
export function toDecimalString(cents: Cents): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

// Made once: making one costs more than all else that a mail says.
const usd = (digits: number) =>
  new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
const WHOLE_DOLLARS = usd(0);
const DOLLARS_AND_CENTS = usd(2);

/** Cents for people: `$1,240`, or `$19.99` where the cents matter. */
export function formatDollars(cents: Cents): string {
  const dollars = toDollars(cents);
  return (Number.isInteger(dollars) ? WHOLE_DOLLARS : DOLLARS_AND_CENTS).format(dollars);
}

/** A decimal number as a whole number of `unit`ths: 1.25 is 125 hundredths. Exact, as floats are not. */
function asFraction(decimal: number): { units: bigint; unit: bigint } {
  const [whole = "0", fraction = ""] = decimal.toFixed(9).split(".");
  return { units: BigInt(whole + fraction), unit: 10n ** BigInt(fraction.length) };
}

/**
 * The points that an amount takes, rounded up.
 * @param pointsPerDollar the program's rate, at most nine decimals
 */
export function pointsFor(cents: Cents, pointsPerDollar: number): number {
  const { units, unit } = asFraction(pointsPerDollar);
  const divisor = 100n * unit;
  return Number((BigInt(cents) * units + divisor - 1n) / divisor);
}

/** The cents that so many points make, rounded down: the points are enough for them. Inexact beyond 2^53. */
export function centsFor(points: number, pointsPerDollar: number): Cents {
  const { units, unit } = asFraction(pointsPerDollar);
  return (units === 0n ? 0 : Number((BigInt(points) * 100n * unit) / units)) as Cents;
}

/** What people write as an amount: `25`, `$1,240.50`. @returns dollars, or null where it is none */
export function parseDollars(text: string): number | null {
  const plain = text.replace(/[\s$]/g, "");
  if (!/^(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?$/.test(plain) || !/\d/.test(plain)) return null;
  return Number(plain.replaceAll(",", ""));
}

/** An integer for JSON, exact also beyond 2^53, where a number is not. */
export function exactInteger(value: bigint): number {
  if (Number.isSafeInteger(Number(value))) return Number(value);
  // TypeScript's library does not know it yet.
  return (JSON as unknown as { rawJSON(text: string): number }).rawJSON(String(value));
}

/** What people write as points: `2,500`. @returns the number, or null where it is none */
export function parsePoints(text: string): number | null {
  const plain = text.replace(/\s|points?$/gi, "");
  return /^(\d{1,15}|\d{1,3}(,\d{3}){1,4})$/.test(plain) ? Number(plain.replaceAll(",", "")) : null;
}

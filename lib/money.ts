/** Money: integer cents internally, a JSON number with at most two decimals in the API. */

import { pointsFor as exactPointsFor, typedDollars } from "../public/giving.js";

/** A whole number of cents, safely within a JavaScript number. */
export type Cents = number & { readonly __unit: "cents" };

/**
 * Converts a whole number to cents: the only way from Prisma's `bigint`, and from numbers in code.
 * @throws RangeError for a fraction, or if a number is not exact
 */
export function asCents(value: number | bigint): Cents {
  const cents = Number(value);
  if (!Number.isSafeInteger(cents)) throw new RangeError(`${value} isn't a whole number of cents`);
  return cents as Cents;
}

/** True if the number is an exact amount of cents: 19.99 is, 19.999 is not. */
export function isWholeCents(dollars: number): boolean {
  // Division is correctly rounded, so k / 100 is the same double that "k/100" in JSON parses to.
  return Math.round(dollars * 100) / 100 === dollars;
}

/** Dollars to cents. The amount must be whole cents. */
export function toCents(dollars: number): Cents {
  if (!isWholeCents(dollars)) throw new RangeError(`${dollars} isn't a whole number of cents`);
  return Math.round(dollars * 100) as Cents;
}

/** Cents to the API's JSON number. */
export function toDollars(cents: Cents): number {
  return cents / 100;
}

/** The same for an amount that there may not be. */
export const dollarsOrNull = (cents: bigint | number | null): number | null =>
  cents === null ? null : toDollars(asCents(cents));

/** The sum of amounts: exact, unlike a sum of dollars. */
export const sumOfCents = (amounts: readonly Cents[]): Cents =>
  asCents(amounts.reduce((sum, cents) => sum + cents, 0));

/** Cents to the decimal string that platforms expect: `1999` → `"19.99"`. */
export function toDecimalString(cents: Cents): string {
  const size = Math.abs(cents);
  return `${cents < 0 ? "-" : ""}${Math.trunc(size / 100)}.${String(size % 100).padStart(2, "0")}`;
}

// Created once: creating a formatter costs more than composing an email.
const usd = (digits: number) =>
  new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
const WHOLE_DOLLARS = usd(0);
const DOLLARS_AND_CENTS = usd(2);

/** Cents for people: `$1,240`, or `$19.99` if there are cents. */
export function formatDollars(cents: Cents): string {
  const dollars = toDollars(cents);
  return (Number.isInteger(dollars) ? WHOLE_DOLLARS : DOLLARS_AND_CENTS).format(dollars);
}

/** The same with both decimals, for columns: `$1,240.00`. */
export const formatDollarsAndCents = (cents: Cents): string =>
  DOLLARS_AND_CENTS.format(toDollars(cents));

/** Points for people: `2,500 points`. */
export const formatPoints = (points: number): string =>
  `${points.toLocaleString("en-US")} ${points === 1 ? "point" : "points"}`;

/** A program's rate for people: `100 points = $1`. */
export const formatRate = (pointsPerDollar: number): string =>
  `${formatPoints(pointsPerDollar)} = $1`;

/**
 * The points for an amount, rounded up.
 * @param pointsPerDollar the program's rate, at most nine decimals
 */
export const pointsFor = (cents: Cents, pointsPerDollar: number): number =>
  Number(exactPointsFor(BigInt(cents), pointsPerDollar.toFixed(9)));

/** What points are worth, rounded down. A bank may state any balance, also one worth more than there are cents. */
export function centsFor(points: number, pointsPerDollar: number): Cents {
  const exact = (BigInt(points) * 10n ** 11n) / BigInt(pointsPerDollar.toFixed(9).replace(".", ""));
  return asCents(Math.min(Number(exact), Number.MAX_SAFE_INTEGER));
}

/**
 * Parses an amount as people write it.
 * @returns dollars, or null if invalid: with three decimals, people may mean thousands, so `100.500` is
 */
export function parseDollars(text: string): number | null {
  const typed = typedDollars(text);
  const dollars = typed && Number(`${typed.whole}.${typed.decimals}`);
  return dollars === null || (typed && typed.decimals.length > 2 && isWholeCents(dollars))
    ? null
    : dollars;
}

/** An integer for JSON, exact beyond 2^53. */
export function exactInteger(value: bigint): number {
  if (Number.isSafeInteger(Number(value))) return Number(value);
  // Not yet in TypeScript's library.
  return (JSON as unknown as { rawJSON(text: string): number }).rawJSON(String(value));
}

const AMOUNT = /^\$?[\d,]*\d(\.\d\d?)?$/;

/** A typed amount; undefined if it can't be read. */
export function centsOf(text: string | undefined) {
  const dollars = text === undefined ? null : parseDollars(text);
  return dollars === null || !isWholeCents(dollars) ? undefined : toCents(dollars);
}

/** The amount that a typed text is. */
export const amountIn = (text: string) => (AMOUNT.test(text) ? centsOf(text) : undefined);

/** Money: integer cents inside, a JSON number with at most two decimals at the edge. */

/** True when the number is an exact amount of cents, as 19.99 is and 19.999 is not. */
export function isWholeCents(dollars: number): boolean {
  // Division is correctly rounded, so k / 100 is the very double that "k/100" in JSON parses to.
  return Math.round(dollars * 100) / 100 === dollars;
}

/** Dollars to cents. The amount must be whole cents. */
export function toCents(dollars: number): number {
  if (!isWholeCents(dollars)) throw new RangeError(`${dollars} is not a whole number of cents`);
  return Math.round(dollars * 100);
}

/** Cents to the JSON number of the interface. */
export function toDollars(cents: number | bigint): number {
  return Number(cents) / 100;
}

/** Cents to the decimal string that platforms take: `1999` → `"19.99"`. */
export function toDecimalString(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

/** Cents for people: `$1,240`, or `$19.99` where the cents matter. */
export function formatDollars(cents: number | bigint): string {
  const dollars = toDollars(cents);
  const digits = Number.isInteger(dollars) ? 0 : 2;
  return dollars.toLocaleString("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

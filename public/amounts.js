// @ts-check
/* Amounts as people type them, for browsers (giving.js) and the server (lib/money.ts). */

/** The value of a digit of any script: Unicode has each script's ten digits in a row. @param {string} digit */
function valueOf(digit) {
  const codePoint = /** @type {number} */ (digit.codePointAt(0));
  let first = codePoint;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return String((codePoint - first) % 10);
}

/** Numbers with ASCII's digits and separators: `٢٥٫٥` is `25.5`. @param {string} text */
export const asciiDigits = (text) =>
  text.normalize("NFKC").replace(/\p{Nd}/gu, valueOf).replaceAll("٫", ".").replaceAll("٬", ",");

/** Whole dollars, perhaps with separators between thousands, then cents after a point, or two digits after a comma. */
const DOLLARS =
  /^(?:(\d{1,15}|\d{1,3}(?:,\d{3}){1,4}|\d{1,3}(?: \d{3}){1,4})?(?:\.(\d*))?|(\d{0,15}|\d{1,3}(?: \d{3}){1,4}),(\d\d))$/;

/**
 * The digits of an amount as people write it: `25`, `$1,240.50`, `25,00`.
 * @param {string} text
 * @returns {{ whole: string, decimals: string } | null} null if it isn't one
 */
export function typedDollars(text) {
  const plain = asciiDigits(text).trim();
  const typed = DOLLARS.exec(plain.replace(/^\$\s*|\s*\$$/g, ""));
  if (!typed || !/\d/.test(plain)) return null;
  const [, dollars, decimals = "", otherDollars, cents] = typed;
  const whole = (dollars ?? otherDollars ?? "").replace(/[ ,]/g, "");
  return { whole: whole || "0", decimals: cents ?? decimals };
}

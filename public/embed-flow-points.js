// @ts-check
/** What people write as an amount, in whole cents: `25`, `$1,240.50`. */
const DOLLARS = /^(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})?(?:\.(\d{0,2})0*)?$/;

/**
 * The points that an amount takes, rounded up: exact, as floats are not.
 * @param {string} text the amount, as it is being written
 * @param {string} rate the points that make a dollar, in decimals
 * @returns {bigint | null} null where it is no amount yet
 */
export function pointsOf(text, rate) {
  const [plain, whole = "0", part = ""] = DOLLARS.exec(text.replace(/[\s$]/g, "")) ?? [];
  if (!plain || !/\d/.test(plain)) return null;
  const cents = BigInt(whole.replaceAll(",", "") + part.padEnd(2, "0"));
  const [points = "0", fraction = ""] = rate.split(".");
  const divisor = 100n * 10n ** BigInt(fraction.length);
  return (cents * BigInt(points + fraction) + divisor - 1n) / divisor;
}

/**
 * Tells beside the field what the amount in it takes, once there is a pause in the writing.
 * @param {HTMLInputElement} field
 * @param {string} rate
 */
export function tellPoints(field, rate) {
  const told = document.createElement("p");
  told.role = "status";
  told.className = "quiet small figures";
  field.after(told);
  const tell = () => {
    const points = pointsOf(field.value, rate);
    told.textContent = points ? `${points.toLocaleString("en-US")} points` : "";
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pause;
  field.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(tell, 250);
  });
  tell();
}

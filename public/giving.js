// @ts-check
/*
 * What scripts add to the form of a gift, in the portal and in the embedded flow: the ticket is printed while the form
 * is filled in. The form works without.
 */

/** What people write as an amount, in whole cents: `25`, `$1,240.50`. */
const DOLLARS = /^(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})?(?:\.(\d{0,2})0*)?$/;

/**
 * The whole cents in an amount as people write it.
 * @param {string} text
 * @returns {bigint | null} null where it is no amount yet
 */
export function centsIn(text) {
  const [plain, whole = "0", part = ""] = DOLLARS.exec(text.replace(/[\s$]/g, "")) ?? [];
  return plain && /\d/.test(plain) ? BigInt(whole.replaceAll(",", "") + part.padEnd(2, "0")) : null;
}

/**
 * The points that an amount takes, rounded up: exact, as floats are not.
 * @param {bigint} cents
 * @param {string} rate the points that make a dollar, in decimals
 */
export function pointsFor(cents, rate) {
  const [points = "0", fraction = ""] = rate.split(".");
  const divisor = 100n * 10n ** BigInt(fraction.length);
  return (cents * BigInt(points + fraction) + divisor - 1n) / divisor;
}

/** "$1,240", or "$19.99" where there are cents. @param {bigint} cents */
export function dollarsOf(cents) {
  const part = cents % 100n;
  const whole = (cents / 100n).toLocaleString("en-US");
  return part === 0n ? `$${whole}` : `$${whole}.${String(part).padStart(2, "0")}`;
}

/** @param {bigint} points */
const pointsLine = (points) =>
  `${points.toLocaleString("en-US")} ${points === 1n ? "point" : "points"}`;

/** @param {ParentNode} place @param {string} selector */
const all = (place, selector) =>
  /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll(selector));

/** @param {ParentNode} place @param {string} selector @param {string} text */
function print(place, selector, text) {
  for (const element of all(place, selector)) {
    if (element.textContent !== text) element.textContent = text;
  }
}

/** @param {HTMLFormElement} form @param {string} name */
const checkedIn = (form, name) =>
  /** @type {HTMLInputElement | null} */ (form.querySelector(`[name="${name}"]:checked`));

/** The cents of the chosen tile, or of the other amount. @param {HTMLFormElement} form */
function chosenCents(form) {
  const tile = checkedIn(form, "amount")?.value;
  if (tile !== "other") return tile ? centsIn(tile) : null;
  const other = form.querySelector("#other_amount");
  return other instanceof HTMLInputElement ? centsIn(other.value) : null;
}

/**
 * Prints the digits of an amount; those that have changed, counted from the right, roll into place.
 * @param {Element} place @param {string} digits
 */
function rollTo(place, digits) {
  const before = place.textContent ?? "";
  if (before === digits) return;
  const characters = [...digits].map((character, at) => {
    const span = document.createElement("span");
    span.textContent = character;
    if (before.at(at - digits.length) !== character) span.className = "rolled";
    return span;
  });
  place.replaceChildren(...characters);
}

/** @param {HTMLFormElement} form @param {bigint | null} cents @param {string} rate */
function printAmount(form, cents, rate) {
  const isKnown = cents !== null && cents > 0n;
  for (const part of all(form, "[data-money]")) part.hidden = !isKnown;
  for (const part of all(form, "[data-no-money]")) part.hidden = isKnown;
  const points = isKnown ? pointsLine(pointsFor(cents, rate)) : "";
  const dollars = isKnown ? dollarsOf(cents) : "";
  print(form, "[data-points]", points);
  print(form, "[data-other-points]", points);
  print(form, "[data-action]", isKnown ? `Review gift of ${dollars}` : "Review your gift");
  for (const amount of all(form, "[data-amount]")) {
    const digits = dollars.slice(1);
    // A comma and a point are half as wide as a digit.
    const width = digits.length - digits.replace(/\d/g, "").length / 2;
    amount.className = amount.className.replace(/digits-[\d.]+/, `digits-${width}`);
    const printed = amount.lastElementChild;
    if (isKnown && printed) rollTo(printed, digits);
  }
}

/** What a radio button is called, and what it says about itself. @param {HTMLInputElement | null} radio */
const nameOf = (radio) => radio?.closest("label")?.querySelector("[data-name]")?.textContent ?? "";

/** @param {HTMLFormElement} form */
function printFund(form) {
  const fund = checkedIn(form, "fund_designation");
  if (!fund) return;
  print(form, "[data-fund]", nameOf(fund));
  const tax = fund.dataset.taxLine ?? "";
  print(form, "[data-tax]", tax);
  for (const row of all(form, "[data-tax-row]")) row.hidden = tax === "";
}

/** @param {HTMLFormElement} form @returns {string} the rate of the chosen account */
function printSource(form) {
  const source = checkedIn(form, "loyalty_account_id");
  const amounts = /** @type {HTMLElement | null} */ (form.querySelector("[data-rate]"));
  if (!source) return amounts?.dataset.rate ?? "0";
  const { rate = "0", rateLine = "" } = source.dataset;
  print(form, "[data-source]", nameOf(source));
  print(form, "[data-rate-line]", rateLine);
  for (const tile of all(form, ".amount-tile")) {
    const cents = centsIn(tile.querySelector("input")?.value ?? "");
    if (cents !== null) print(tile, "[data-tile-points]", pointsLine(pointsFor(cents, rate)));
  }
  return rate;
}

/** @param {HTMLFormElement} form */
function printTicket(form) {
  printFund(form);
  const rate = printSource(form);
  // A form whose amount the bank has locked has no tiles, and its ticket is printed already.
  if (form.querySelector("[name=amount]")) printAmount(form, chosenCents(form), rate);
}

/**
 * Whether another amount was chosen or written than the form came with: perhaps before this script was here.
 * @param {HTMLFormElement} form @param {Element | null} other
 */
function hasNewAmount(form, other) {
  const isRewritten = other instanceof HTMLInputElement && other.value !== other.defaultValue;
  return isRewritten || checkedIn(form, "amount")?.defaultChecked === false;
}

/** Follows a form from now on. @param {HTMLFormElement} form */
function follow(form) {
  const other = form.querySelector("#other_amount");
  form.addEventListener("input", ({ target }) => {
    if (target === other) {
      const tile = /** @type {HTMLInputElement | null} */ (form.querySelector("[value=other]"));
      if (tile) tile.checked = true;
    }
    printTicket(form);
  });
  form.addEventListener("change", ({ target }) => {
    const isOther = target instanceof HTMLInputElement && target.value === "other";
    // By touch or mouse: who moves through the tiles by arrow keys has not decided yet.
    if (isOther && !target.matches(":focus-visible") && other instanceof HTMLElement) other.focus();
  });
  // The link of an error leads to the amounts: where another amount is chosen, its field is meant.
  const amounts = form.querySelector("#dollar_amount");
  const goToField = () => other instanceof HTMLElement && other.focus();
  amounts?.addEventListener("focus", goToField);
  if (document.activeElement === amounts) goToField();
  // Nothing is printed for an amount that was refused, until it's changed.
  const isRefused = amounts?.hasAttribute("aria-describedby") && !hasNewAmount(form, other);
  if (!isRefused) printTicket(form);
}

// Nothing to follow where the arithmetic is tested.
for (const form of globalThis.document?.forms ?? []) if (form.matches("[data-giving]")) follow(form);

// @ts-check
/*
 * Progressive enhancement of the gift form, in the portal and in the embedded flow: updates the ticket while the form
 * is filled in. The server reads amounts and computes points with the same functions (lib/money.ts).
 */

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

/** The whole cents in an amount as people write it; null if it isn't an amount yet. @param {string} text */
export function centsIn(text) {
  const typed = typedDollars(text);
  if (!typed || typed.decimals.length > 2) return null;
  return BigInt(typed.whole + typed.decimals.padEnd(2, "0"));
}

/**
 * The points for an amount, rounded up. Exact, unlike floats.
 * @param {bigint} cents
 * @param {string} rate points per dollar, as a decimal
 */
export function pointsFor(cents, rate) {
  const [points = "0", fraction = ""] = rate.split(".");
  const divisor = 100n * 10n ** BigInt(fraction.length);
  return (cents * BigInt(points + fraction) + divisor - 1n) / divisor;
}

/** "$1,240", or "$19.99" if there are cents. @param {bigint} cents */
export function dollarsOf(cents) {
  const part = cents % 100n;
  const whole = (cents / 100n).toLocaleString("en-US");
  return part === 0n ? `$${whole}` : `$${whole}.${String(part).padStart(2, "0")}`;
}

/** @param {bigint} points */
const formatPoints = (points) =>
  `${points.toLocaleString("en-US")} ${points === 1n ? "point" : "points"}`;

/** @param {ParentNode} place @param {string} selector */
const all = (place, selector) =>
  /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll(selector));

/** What elements say, even if the browser has translated it since. @type {WeakMap<Element, string>} */
const said = new WeakMap();

/**
 * Writes only what changes: a button whose text is replaced while it's pressed isn't clicked.
 * @param {ParentNode} place @param {string} selector @param {string} text
 */
function setText(place, selector, text) {
  for (const element of all(place, selector)) {
    if ((said.get(element) ?? element.textContent) !== text) element.textContent = text;
    said.set(element, text);
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
 * Shows the digits of an amount. Those that have changed, counted from the right, roll into place.
 * @param {Element} place @param {string} digits
 */
function rollDigits(place, digits) {
  const before = place.textContent ?? "";
  if ((said.get(place) ?? before) === digits) return;
  said.set(place, digits);
  const characters = [...digits].map((character, at) => {
    const span = document.createElement("span");
    span.textContent = character;
    if (before.at(at - digits.length) !== character) span.className = "rolled";
    return span;
  });
  place.replaceChildren(...characters);
}

/**
 * What is wrong with an amount, if anything.
 * @param {string} text @param {{ min: bigint, max: bigint }} limits in cents
 */
export function problemWith(text, { min, max }) {
  const cents = centsIn(text);
  if (cents === null) {
    if (/^[\s$.,]*$/.test(text)) return "";
    return typedDollars(text)
      ? "Use no more than two decimals, such as 25.50."
      : "Enter an amount in dollars, such as 25 or 25.50.";
  }
  if (max === 0n) return "You’ve reached your limit for today.";
  if (cents > max) return `The maximum gift is ${dollarsOf(max)}.`;
  return cents < min ? `Enter an amount of at least ${dollarsOf(min)}.` : "";
}

/**
 * Marks the other amount if it's wrong. Not for being below the minimum while it may still be incomplete.
 * @param {HTMLFormElement} form @param {boolean} isComplete
 * @returns {{ isValid: boolean, note: string, warning: string }} whether the amount can be given, and what to say about
 * it: a tile that's below the chosen fund's minimum has no field to say it at
 */
function checkAmount(form, isComplete) {
  const other = form.querySelector("#other_amount");
  const { min = "0", max = "0" } = /** @type {HTMLElement} */ (form.querySelector("[data-min]"))
    .dataset;
  const tile = checkedIn(form, "amount");
  const isOther = other instanceof HTMLInputElement && tile?.value === "other";
  const limits = { min: BigInt(min), max: BigInt(max) };
  const problem = problemWith(isOther ? other.value : (tile?.value ?? ""), limits);
  // Without a minimum, an amount that may still become more is no problem.
  const isLow = isOther && problemWith(other.value, { ...limits, min: 0n }) === "";
  const isShown = isOther && problem !== "" && (isComplete || !isLow);
  if (isShown) other?.setAttribute("aria-invalid", "true");
  else other?.removeAttribute("aria-invalid");
  const note = isShown ? problem : "";
  return { isValid: problem === "", note, warning: isOther ? "" : problem };
}

/**
 * The texts about a balance: `all` of it, "48,200 points as of Nov 22"; what is `taken`, "5,000 of 48,200 points",
 * "5,000 points. You have 1,250.", or "5,000 points" without a balance; and, if that's `over` it, a hint, since only the bank knows what can be spent.
 * @param {DOMStringMap} account an account's data @param {bigint} [points] that a gift takes
 */
export function balanceTexts({ balance, balanceAge }, points = 0n) {
  if (!balance) return { all: "", taken: formatPoints(points), over: "" };
  const available = BigInt(balance);
  const all = formatPoints(available) + (balanceAge ? ` ${balanceAge}` : "");
  if (points <= available) {
    const taken = `${points.toLocaleString("en-US")} of ${formatPoints(available)}`;
    return { all, taken, over: "" };
  }
  // The age follows.
  const end = balanceAge ? "" : ".";
  const taken = `${formatPoints(points)}. You have ${available.toLocaleString("en-US")}${end}`;
  return { all, taken, over: `This is more than your ${all}.` };
}

/** @param {HTMLFormElement} form @param {DOMStringMap} account the chosen one's data @param {boolean} isComplete */
function updateAmount(form, account, isComplete) {
  const cents = chosenCents(form);
  const { isValid, note, warning } = checkAmount(form, isComplete);
  const isKnown = isValid && cents !== null && cents > 0n;
  const taken = isKnown ? pointsFor(cents, account.rate ?? "0") : 0n;
  const dollars = isKnown ? dollarsOf(cents) : "";
  const texts = balanceTexts(account, taken);
  setText(form, "[data-amount-note]", note || (isKnown ? formatPoints(taken) : ""));
  setText(form, "[data-over-balance]", warning || texts.over);
  setText(form, "[data-action]", isKnown ? `Review gift of ${dollars}` : "Review your gift");
  // The ticket keeps the last valid amount.
  if (!isKnown) return;
  for (const part of all(form, "[data-money]")) part.hidden = false;
  for (const part of all(form, "[data-no-money]")) part.hidden = true;
  setText(form, "[data-points]", texts.taken);
  for (const amount of all(form, "[data-amount]")) {
    const digits = dollars.slice(1);
    // A comma and a point are half as wide as a digit.
    const width = digits.length - digits.replace(/\d/g, "").length / 2;
    amount.className = amount.className.replace(/digits-[\d.]+/, `digits-${width}`);
    const digitsElement = amount.lastElementChild;
    if (digitsElement) rollDigits(digitsElement, digits);
  }
}

/** The name of a radio button's choice. @param {HTMLInputElement | null} radio */
const nameOf = (radio) => radio?.closest("label")?.querySelector("[data-name]")?.textContent ?? "";

/** @param {HTMLFormElement} form */
function updateFund(form) {
  const fund = checkedIn(form, "fund_designation");
  if (!fund) return;
  setText(form, "[data-fund]", nameOf(fund));
  const tax = fund.dataset.taxLine ?? "";
  setText(form, "[data-tax]", tax);
  for (const row of all(form, "[data-tax-row]")) row.hidden = tax === "";
  const amounts = /** @type {HTMLElement | null} */ (form.querySelector("[data-school-min]"));
  if (!amounts) return;
  const min = fund.dataset.min ?? amounts.dataset.schoolMin ?? "0";
  amounts.dataset.min = min;
  setText(form, "[data-min-line]", `Minimum gift: ${dollarsOf(BigInt(min))}`);
}

/** @param {HTMLFormElement} form */
function updateSharing(form) {
  const choice = checkedIn(form, "share_with_school");
  if (choice) setText(form, "[data-shared]", nameOf(choice));
}

/** @param {HTMLFormElement} form @returns {DOMStringMap} the data of the chosen account */
function updateSource(form) {
  const source = checkedIn(form, "loyalty_account_id");
  const amounts = /** @type {HTMLElement | null} */ (form.querySelector("[data-rate]"));
  if (!source) return amounts?.dataset ?? {};
  const { rate = "0", rateLine = "", max } = source.dataset;
  if (amounts && max) amounts.dataset.max = max;
  setText(form, "[data-source]", nameOf(source));
  setText(form, "[data-rate-line]", rateLine);
  setText(form, "[data-balance-text]", balanceTexts(source.dataset).all);
  setText(form, "[data-points-age]", source.dataset.balanceAge ?? "");
  for (const tile of all(form, ".amount-tile")) {
    const cents = centsIn(tile.querySelector("input")?.value ?? "");
    if (cents !== null) setText(tile, "[data-tile-points]", formatPoints(pointsFor(cents, rate)));
  }
  return source.dataset;
}

/** @param {HTMLFormElement} form @param {boolean} isComplete whether the amount has been typed to its end */
function updateTicket(form, isComplete) {
  updateFund(form);
  updateSharing(form);
  const account = updateSource(form);
  // A form whose amount the bank has locked has no tiles, and the server has filled in its ticket.
  if (form.querySelector("[name=amount]")) updateAmount(form, account, isComplete);
}

/**
 * Whether the amount differs from the one that the form was sent with, even if it changed before this script ran.
 * @param {HTMLFormElement} form @param {Element | null} other
 */
function hasNewAmount(form, other) {
  const isRewritten = other instanceof HTMLInputElement && other.value !== other.defaultValue;
  return isRewritten || checkedIn(form, "amount")?.defaultChecked === false;
}

/** Keeps a form's ticket up to date. @param {HTMLFormElement} form */
function follow(form) {
  const other = form.querySelector("#other_amount");
  form.addEventListener("input", ({ target }) => {
    if (target === other) {
      const tile = /** @type {HTMLInputElement | null} */ (form.querySelector("[value=other]"));
      if (tile) tile.checked = true;
    }
    updateTicket(form, target !== other);
  });
  form.addEventListener("change", ({ target }) => {
    if (target === other) updateTicket(form, true);
    const isOther = target instanceof HTMLInputElement && target.value === "other";
    // Only by touch or mouse: with arrow keys, people move through the tiles before they choose.
    if (isOther && !target.matches(":focus-visible") && other instanceof HTMLElement) other.focus();
  });
  // An error's link leads to the amounts. If another amount is chosen, it means that field.
  const amounts = form.querySelector("#dollar_amount");
  const goToField = () => other instanceof HTMLElement && other.focus();
  amounts?.addEventListener("focus", goToField);
  if (document.activeElement === amounts) goToField();
  // The ticket doesn't show a rejected amount until it's changed.
  const isRejected = amounts?.hasAttribute("aria-describedby") && !hasNewAmount(form, other);
  if (!isRejected) updateTicket(form, true);
}

// There is no document where the arithmetic is tested.
for (const form of globalThis.document?.forms ?? []) if (form.matches("[data-giving]")) follow(form);

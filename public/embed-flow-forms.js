// @ts-check
/* What scripts add to the forms of the embedded flow. Nothing happens by loading it. */

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

/** A place whose changes are read out once there is time. @param {string} className */
function makeStatus(className) {
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  status.className = className;
  return status;
}

/**
 * Tells beneath the field what the amount in it takes, once there is a pause in the writing.
 * @param {HTMLInputElement} field
 * @param {string} rate
 */
export function tellPoints(field, rate) {
  const status = makeStatus("quiet small figures");
  field.after(status);
  const tell = () => {
    const points = pointsOf(field.value, rate);
    status.textContent = points ? `${points.toLocaleString("en-US")} points` : "";
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pause;
  field.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(tell, 250);
  });
  tell();
}

const OFFLINE = "You are offline, so nothing was sent. What you have entered stays here.";

/** @param {HTMLFormElement} form @param {string} text */
function tellIn(form, text, isSeen = false) {
  const status = form.querySelector(".told");
  if (!status) return;
  status.className = isSeen ? "told error" : "told hidden";
  status.textContent = text;
}

/** Says at the button that it is being sent. @returns how to take it back */
function showSending(
  /** @type {HTMLFormElement} */ form,
  /** @type {HTMLElement | null} */ button,
) {
  tellIn(form, "Sending…");
  button?.setAttribute("aria-busy", "true");
  // A school's button keeps its words: they are the school.
  const label = button?.matches(".row") ? null : button?.textContent;
  if (button && label) button.textContent = "Sending…";
  return () => {
    button?.removeAttribute("aria-busy");
    if (button && label) button.textContent = label;
  };
}

/** One form of the page is sent, once, and none while the browser is offline. */
export function sendOnce() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let sending;
  let takeBack = () => {};
  for (const form of document.forms) {
    const status = makeStatus("told hidden");
    const button = form.querySelector(".main, .other");
    if (button) button.after(status);
    else form.prepend(status);
  }
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (sending || !navigator.onLine) event.preventDefault();
    if (sending) return;
    if (!navigator.onLine) return tellIn(form, OFFLINE, true);
    const show = () => {
      takeBack = showSending(form, event.submitter);
    };
    sending = setTimeout(show, 150);
  });
  const beginAnew = () => {
    clearTimeout(sending);
    sending = undefined;
    takeBack();
    for (const form of document.forms) tellIn(form, "");
  };
  // The page may come back as it was left: by the browser's own way back.
  addEventListener("pageshow", beginAnew);
  addEventListener("online", beginAnew);
}

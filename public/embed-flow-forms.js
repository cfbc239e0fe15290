// @ts-check
/* Progressive enhancement of the embedded flow's forms. Importing this has no side effects. */

/** A live region: screen readers announce its changes, politely. @param {string} className */
function makeStatus(className) {
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  status.className = className;
  return status;
}

const OFFLINE = "You’re offline, so nothing was sent. What you entered is still here.";

/** @param {HTMLFormElement} form @param {string} text */
function announce(form, text, isVisible = false) {
  const status = form.querySelector(".announcement");
  if (!status) return;
  status.className = isVisible ? "announcement text-failed" : "announcement sr-only";
  status.textContent = text;
}

/** Shows on the button that its form is being sent. @returns a function that undoes it */
function showSending(
  /** @type {HTMLFormElement} */ form,
  /** @type {HTMLElement | null} */ button,
) {
  announce(form, "Sending…");
  button?.setAttribute("aria-busy", "true");
  // A school's button keeps its label, which is the school's name.
  const label = button?.matches(".row") ? null : (button?.querySelector("[data-action]") ?? button);
  const text = label?.textContent;
  if (label) label.textContent = "Sending…";
  return () => {
    button?.removeAttribute("aria-busy");
    if (label && text) label.textContent = text;
  };
}

/** Lets the page submit one form, once, and none while the browser is offline. */
export function sendOnce() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let sending;
  let undo = () => {};
  for (const form of document.forms) {
    const status = makeStatus("announcement sr-only");
    const button = form.querySelector("[data-main]");
    if (button) button.after(status);
    else form.prepend(status);
  }
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (sending || !navigator.onLine) event.preventDefault();
    if (sending) return;
    if (!navigator.onLine) return announce(form, OFFLINE, true);
    // Enter uses the form’s hidden first button; the visible one is the main button.
    const isHidden = event.submitter?.matches(".sr-only");
    /** @type {HTMLElement | null} */
    const button = isHidden ? form.querySelector("[data-main]") : event.submitter;
    const show = () => {
      undo = showSending(form, button);
    };
    sending = setTimeout(show, 150);
  });
  const reset = () => {
    clearTimeout(sending);
    sending = undefined;
    undo();
    for (const form of document.forms) announce(form, "");
  };
  // The back/forward cache may restore the page as it was left. Its first `pageshow` doesn't count: it fires only once
  // everything has loaded, when a form may already be in flight.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) reset();
  });
  addEventListener("online", reset);
}

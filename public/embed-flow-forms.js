// @ts-check
/* What scripts add to the forms of the embedded flow. Nothing happens by loading it. */

/** A place whose changes are read out once there is time. @param {string} className */
function makeStatus(className) {
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  status.className = className;
  return status;
}

const OFFLINE = "You’re offline, so nothing was sent. What you entered is still here.";

/** @param {HTMLFormElement} form @param {string} text */
function tellIn(form, text, isSeen = false) {
  const status = form.querySelector(".told");
  if (!status) return;
  status.className = isSeen ? "told text-failed" : "told sr-only";
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
  const words = button?.matches(".row") ? null : (button?.querySelector("[data-action]") ?? button);
  const label = words?.textContent;
  if (words) words.textContent = "Sending…";
  return () => {
    button?.removeAttribute("aria-busy");
    if (words && label) words.textContent = label;
  };
}

/** One form of the page is sent, once, and none while the browser is offline. */
export function sendOnce() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let sending;
  let takeBack = () => {};
  for (const form of document.forms) {
    const status = makeStatus("told sr-only");
    const button = form.querySelector("[data-main]");
    if (button) button.after(status);
    else form.prepend(status);
  }
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (sending || !navigator.onLine) event.preventDefault();
    if (sending) return;
    if (!navigator.onLine) return tellIn(form, OFFLINE, true);
    // Enter presses the form’s hidden first button; people look at the main one.
    const isHidden = event.submitter?.matches(".sr-only");
    /** @type {HTMLElement | null} */
    const button = isHidden ? form.querySelector("[data-main]") : event.submitter;
    const show = () => {
      takeBack = showSending(form, button);
    };
    sending = setTimeout(show, 150);
  });
  const beginAnew = () => {
    clearTimeout(sending);
    sending = undefined;
    takeBack();
    for (const form of document.forms) tellIn(form, "");
  };
  // The page may come back as it was left, from the back/forward cache. Its first showing comes after it has loaded
  // everything: by then, a form may be on its way.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) beginAnew();
  });
  addEventListener("online", beginAnew);
}

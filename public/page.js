// @ts-check
/*
 * What every page does in the browser without React. It listens on the document, so it may run at any time, and React may
 * replace a page's elements.
 */
const SHOW_AFTER_MS = 150;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Sets a cookie, so that the server's times are right from the next page on (app/cookies.ts). */
function rememberTimeZone() {
  const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC");
  if (document.cookie.split("; ").includes(`zone=${zone}`)) return;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `zone=${zone}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
}

function showWhetherOffline() {
  const notice = document.getElementById("offline");
  if (notice) notice.hidden = navigator.onLine;
}

/* ---- Forms (components/ui/form.tsx) are submitted once, and not while offline. */

const OFFLINE = "You’re offline, so nothing was sent. What you entered is still here.";
/** @type {Map<HTMLFormElement, ReturnType<typeof setTimeout>>} */
const sent = new Map();

/** @param {HTMLFormElement} form @param {string} text */
function say(form, text) {
  const status = /** @type {HTMLElement | null} */ (form.querySelector("[data-form-status]"));
  if (!status) return;
  status.className = text === OFFLINE ? "text-failed" : "sr-only";
  status.textContent = text;
}

/** @param {HTMLFormElement} form */
function showSending(form) {
  form.setAttribute("aria-busy", "true");
  say(form, "Sending…");
}

/** @param {Event} event */
function submitOnce(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  // Submitted as text, a password would end up in the browser's autofill history.
  for (const button of form.querySelectorAll("[data-shows]")) showPassword(button, false);
  if (!form.matches("[data-once]")) return;
  if (sent.has(form) || !navigator.onLine) event.preventDefault();
  if (!navigator.onLine) say(form, OFFLINE);
  else if (!sent.has(form)) sent.set(form, setTimeout(() => showSending(form), SHOW_AFTER_MS));
}

function resetForms() {
  for (const timer of sent.values()) clearTimeout(timer);
  sent.clear();
  for (const form of document.forms) {
    form.removeAttribute("aria-busy");
    say(form, "");
  }
}

/** @param {Element} button "Show", at a password @param {boolean} isShown */
function showPassword(button, isShown) {
  const field = document.getElementById(button.getAttribute("data-shows") ?? "");
  if (field instanceof HTMLInputElement) field.type = isShown ? "text" : "password";
  button.setAttribute("aria-pressed", String(isShown));
}

/* ---- If an extension changes a page before React hydrates it, React replaces its elements. */

/** A form's field, by name. @param {any} field */
const keyOf = ({ form, name, type, value }) =>
  JSON.stringify([form?.getAttribute("action"), name, /radio|checkbox/.test(type) && value]);

/** @param {MutationRecord[]} records @param {"addedNodes" | "removedNodes"} which @returns {any[]} their named fields */
const fieldsIn = (records, which) =>
  records
    .flatMap((record) => [...record[which]])
    .flatMap((node) =>
      node instanceof Element ? [...node.querySelectorAll(":is(input, textarea, select)[name]")] : [],
    );

/** Keeps what was typed into fields that were replaced. @param {MutationRecord[]} records */
function keepTyped(records) {
  const added = new Map(fieldsIn(records, "addedNodes").map((field) => [keyOf(field), field]));
  for (const old of added.size > 0 ? fieldsIn(records, "removedNodes") : []) {
    const field = added.get(keyOf(old));
    const isTyped = old.value !== old.defaultValue || old.checked !== old.defaultChecked;
    if (!field || field === old || !isTyped || old.type === "hidden") continue;
    if (old.type === "file") field.files = old.files;
    else field.value = old.value;
    field.checked = old.checked;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

rememberTimeZone();
addEventListener("online", showWhetherOffline);
addEventListener("offline", showWhetherOffline);
document.addEventListener("submit", submitOnce);
addEventListener("online", resetForms);
// A page restored from the back/forward cache. During the first `pageshow`, a form may already be submitting.
addEventListener("pageshow", ({ persisted }) => persisted && resetForms());
document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element && target.closest("[data-shows]");
  if (button) showPassword(button, button.getAttribute("aria-pressed") !== "true");
});
new MutationObserver(keepTyped).observe(document, { childList: true, subtree: true });

// Only on secure origins.
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
}

/** Runs again once the page has arrived. */
function readPage() {
  showWhetherOffline();
  if (document.querySelector("[data-passkey]")) import("/passkey.js");
  if (document.querySelector("[role=search] [type=search]")) import("/search.js");
  if (document.querySelector("[data-desk]")) import("/desk.js");
  if (document.querySelector("pre")) import("/docs.js");
}
readPage();
addEventListener("DOMContentLoaded", readPage);

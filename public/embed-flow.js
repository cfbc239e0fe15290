// @ts-check
/*
 * Progressive enhancement of the embedded flow, which works without scripts: moves the token out of the query,
 * reports state to the host, prevents double submits, and polls a gift until it is confirmed.
 */
import "./giving.js";

/** Data attributes set by the server: app/embed/session/flow-response.tsx. */
const page = document.body.dataset;
const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const isFramed = window.parent !== window;

/* ---- Forms are sent once, and not while offline. */

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
function sendOnce() {
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

/* ---- The token: in the fragment, which browsers don't send. */

const keptToken = new URLSearchParams(location.hash.slice(1)).get("token");

/** A frame keeps its session in the query: otherwise, nobody could frame the page when it has no token. */
function moveTokenToFragment() {
  if (!page.token) return;
  const query = isFramed && page.sessionId ? `?session=${page.sessionId}` : "";
  const fragment = `#token=${encodeURIComponent(page.token)}`;
  history.replaceState(null, "", location.pathname + query + fragment);
}

/** Reopens the session, as after a reload. By POST, so that the token doesn't return to the URL. */
function reopenSession(/** @type {string} */ token) {
  main.hidden = true;
  const form = document.createElement("form");
  form.method = "post";
  form.action = location.pathname;
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = "token";
  field.value = token;
  form.append(field);
  document.body.append(form);
  form.submit();
}

/** Follows a link within the page to its field without replacing the fragment. */
function focusField(/** @type {Event} */ event, /** @type {HTMLAnchorElement} */ link) {
  const target = document.getElementById(link.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  /** @type {HTMLElement | null} */
  const inGroup = target.querySelector("[aria-invalid]") ?? target.querySelector("input");
  const field = target.matches("input, textarea") ? target : inGroup;
  target.scrollIntoView({ block: "center" });
  field?.focus();
}

/* ---- Messages to the host. */

/** The registered origins, narrowed to the parent's if the browser exposes it. */
function hostOrigins() {
  const parent = location.ancestorOrigins?.[0];
  const origins = /** @type {string[]} */ (JSON.parse(page.origins ?? "[]"));
  return origins.filter((origin) => !parent || origin === parent);
}

const origins = isFramed ? hostOrigins() : [];

/** @param {string} type @param {object} [more] */
function postToHost(type, more) {
  const session_id = page.sessionId ?? "";
  const message = { source: "points-embed", version: 1, type, session_id, ...more };
  const text = JSON.stringify(message);
  for (const origin of origins) window.parent.postMessage(message, origin);
  const app = /** @type {any} */ (window);
  // A failing bridge is the app's problem: the customer can still give.
  const bridges = [
    () => app.ReactNativeWebView?.postMessage(text),
    () => app.webkit?.messageHandlers?.pointsEmbed?.postMessage(message),
    () => app.PointsEmbedAndroid?.postMessage(text),
  ];
  for (const post of bridges) {
    try {
      post();
    } catch {}
  }
}

function reportState() {
  const { state, donationId: donation_id, code } = page;
  if (state === "submitted") postToHost(state, { donation_id, status: "accepted" });
  else if (code) postToHost("error", { code });
  else if (state) postToHost(state);
}

function reportHeight() {
  let last = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height !== last) postToHost("height", { height });
    last = height;
  }).observe(document.body);
}

/* ---- The last page polls its gift until the school has responded. */

const FAST_POLL_MS = 3_000;
const SLOW_POLL_MS = 15_000;
const FAST_POLLS = 40;
/** About 40 minutes. After that, a reload shows the gift's status. */
const MAX_POLLS = 200;

const isPending = () => document.querySelector("[data-status=pending]") !== null;

/** The current page, or null if it can't be fetched. @param {string} token */
async function fetchPage(token) {
  const body = new URLSearchParams({ token, do: "follow" });
  const answer = await fetch(location.pathname, { method: "POST", body }).catch(() => null);
  if (!answer) return null;
  const html = await answer.text();
  // Without its head: this page's CSP doesn't allow another page's style.
  return new DOMParser().parseFromString(html.slice(html.indexOf("<body")), "text/html");
}

/** Updates only the parts that changed, so that the ticket isn't torn again. @param {Document} page */
function updateParts(page) {
  if (!page.querySelector("[data-status]")) return;
  document.documentElement.dataset.updated = "";
  for (const part of document.querySelectorAll("[data-live]")) {
    const now = page.querySelector(`[data-live="${part.getAttribute("data-live")}"]`);
    if (now && now.innerHTML !== part.innerHTML) part.replaceChildren(...now.childNodes);
  }
}

/** @param {string} token */
function pollGift(token, times = 0) {
  if (!isPending() || times > MAX_POLLS) return;
  setTimeout(
    async () => {
      const page = document.hidden ? null : await fetchPage(token);
      if (page) updateParts(page);
      pollGift(token, times + 1);
    },
    times < FAST_POLLS ? FAST_POLL_MS : SLOW_POLL_MS,
  );
}

/* ---- Startup. */

function onClick(/** @type {Event} */ event) {
  const link = /** @type {Element} */ (event.target).closest("a");
  if (link?.getAttribute("href")?.startsWith("#")) focusField(event, link);
  else if (link && page.state === "ready") leave(event, link);
}

const DELIVERY_MS = 250;

/** The link may replace the host page, which would lose a message that it hasn't received yet. */
function leave(/** @type {Event} */ event, /** @type {HTMLAnchorElement} */ link) {
  postToHost("cancelled");
  if (origins.length === 0) return;
  event.preventDefault();
  setTimeout(() => window.open(link.href, link.target || "_self"), DELIVERY_MS);
}

function start() {
  moveTokenToFragment();
  reportState();
  reportHeight();
  // If the server couldn't read the request, only this page still has the token.
  const field = document.querySelector("[name=token]");
  if (keptToken && field instanceof HTMLInputElement) field.value ||= keptToken;
  sendOnce();
  if (page.token) pollGift(page.token);
  document.addEventListener("click", onClick);
  // Browsers ignore autofocus in frames, and if the URL has a fragment.
  /** @type {HTMLElement | null} */ (document.querySelector("[autofocus]"))?.focus();
}

if (page.state === "missing" && keptToken) reopenSession(keptToken);
else start();

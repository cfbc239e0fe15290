// @ts-check
/*
 * What scripts add to the embedded flow, which works without them: the token leaves the address's query,
 * the host is told how things stand, a form is sent once, and a gift is followed until it is confirmed.
 */
import "./giving.js";
import { sendOnce } from "./embed-flow-forms.js";

/** What the server has written for us: see what makes the document. */
const page = document.body.dataset;
const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const isFramed = window.parent !== window;

/* ---- The token: in the fragment, which is sent to nobody. */

const kept = new URLSearchParams(location.hash.slice(1)).get("token");

/** A frame names its session beside it: without, a page that has no token could be framed by nobody. */
function keepToken() {
  if (!page.token) return;
  const named = isFramed && page.sessionId ? `?session=${page.sessionId}` : "";
  const fragment = `#token=${encodeURIComponent(page.token)}`;
  history.replaceState(null, "", location.pathname + named + fragment);
}

/** Opens the session anew, as after a reload. Never by its address: that is what was left behind. */
function restore(/** @type {string} */ token) {
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

/** A link within the page goes to its field without taking the fragment away. */
function goToField(/** @type {Event} */ event, /** @type {HTMLAnchorElement} */ link) {
  const place = document.getElementById(link.hash.slice(1));
  if (!place) return;
  event.preventDefault();
  /** @type {HTMLElement | null} */
  const inGroup = place.querySelector("[aria-invalid]") ?? place.querySelector("input");
  const field = place.matches("input, textarea") ? place : inGroup;
  place.scrollIntoView({ block: "center" });
  field?.focus();
}

/* ---- Messages to the host. */

/** The registered origins; of several the parent's, where the browser names it. */
function originsToTell() {
  const parent = location.ancestorOrigins?.[0];
  const origins = /** @type {string[]} */ (JSON.parse(page.origins ?? "[]"));
  return origins.filter((origin) => !parent || origin === parent);
}

const origins = isFramed ? originsToTell() : [];

/** @param {string} type @param {object} [more] */
function tellHost(type, more) {
  const session_id = page.sessionId ?? "";
  const message = { source: "points-embed", version: 1, type, session_id, ...more };
  const text = JSON.stringify(message);
  for (const origin of origins) window.parent.postMessage(message, origin);
  const bridges = /** @type {any} */ (window);
  // One that fails is the app's affair: the customer gives all the same.
  const told = [
    () => bridges.ReactNativeWebView?.postMessage(text),
    () => bridges.webkit?.messageHandlers?.pointsEmbed?.postMessage(message),
    () => bridges.PointsEmbedAndroid?.postMessage(text),
  ];
  for (const tell of told) {
    try {
      tell();
    } catch {}
  }
}

function tellStanding() {
  const { state, donationId: donation_id, code } = page;
  if (state === "submitted") tellHost(state, { donation_id, status: "accepted" });
  else if (code) tellHost("error", { code });
  else if (state) tellHost(state);
}

function tellHeight() {
  let last = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height !== last) tellHost("height", { height });
    last = height;
  }).observe(document.body);
}

/* ---- The last page follows its gift until the school has answered. */

const SOON_MS = 3_000;
const LATER_MS = 15_000;
const SOON_TIMES = 40;
/** After three quarters of an hour, whoever still looks can reload. */
const MOST_TIMES = 200;

const isPending = () => document.querySelector("[data-status=pending]") !== null;

/** The page as it is now, or null where it can't be had. @param {string} token */
async function fetchPage(token) {
  const body = new URLSearchParams({ token, do: "follow" });
  const answer = await fetch(location.pathname, { method: "POST", body }).catch(() => null);
  if (!answer) return null;
  const html = await answer.text();
  // Without its head: this page's policy knows no other page's style.
  return new DOMParser().parseFromString(html.slice(html.indexOf("<body")), "text/html");
}

/** Takes over what has changed, part by part: the ticket is not torn again. @param {Document} page */
function takeOver(page) {
  if (!page.querySelector("[data-status]")) return;
  for (const part of document.querySelectorAll("[data-live]")) {
    const now = page.querySelector(`[data-live="${part.getAttribute("data-live")}"]`);
    if (now && now.innerHTML !== part.innerHTML) part.replaceChildren(...now.childNodes);
  }
}

/** @param {string} token */
function followGift(token, times = 0) {
  if (!isPending() || times > MOST_TIMES) return;
  setTimeout(
    async () => {
      const page = document.hidden ? null : await fetchPage(token);
      if (page) takeOver(page);
      followGift(token, times + 1);
    },
    times < SOON_TIMES ? SOON_MS : LATER_MS,
  );
}

/* ---- All of it. */

function press(/** @type {Event} */ event) {
  const link = /** @type {Element} */ (event.target).closest("a");
  if (link?.getAttribute("href")?.startsWith("#")) goToField(event, link);
  else if (link && page.state === "ready") leave(event, link);
}

const TIME_TO_READ_MS = 250;

/** A page that frames us goes away with the link, and takes a message that it has not read along. */
function leave(/** @type {Event} */ event, /** @type {HTMLAnchorElement} */ link) {
  tellHost("cancelled");
  if (origins.length === 0) return;
  event.preventDefault();
  setTimeout(() => window.open(link.href, link.target || "_self"), TIME_TO_READ_MS);
}

function begin() {
  keepToken();
  tellStanding();
  tellHeight();
  // Where the server could not look at anything, the token is still with us.
  const field = document.querySelector("[name=token]");
  if (kept && field instanceof HTMLInputElement) field.value ||= kept;
  sendOnce();
  if (page.token) followGift(page.token);
  document.addEventListener("click", press);
  // Browsers leave it alone in frames and where the address has a fragment.
  /** @type {HTMLElement | null} */ (document.querySelector("[autofocus]"))?.focus();
}

if (page.state === "missing" && kept) restore(kept);
else begin();

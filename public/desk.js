// @ts-check
/*
 * What lists of teams do with scripts (components/desk): the panel beside the list, the bar of what is selected,
 * and keys. Without it, rows are links, and everything else is a form.
 */
const WIDE = matchMedia("(width >= 73.75rem)");
const NO_KEYS = "no-keys";

/** @param {string} selector @param {ParentNode} within @returns {HTMLElement[]} */
const all = (selector, within = document) => [...within.querySelectorAll(selector)].map((one) => /** @type {HTMLElement} */ (one));
/** @param {string} selector @param {ParentNode} within */
const one = (selector, within = document) => all(selector, within)[0];
const desk = /** @type {HTMLElement} */ (one("[data-desk]"));
const links = () => /** @type {HTMLAnchorElement[]} */ (all("[data-row]"));
const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
/** @param {number} cents */
const format = (cents) => dollars.format(cents / 100).replace(/\.00$/, "");
/** @param {string} html */
const parse = (html) => new DOMParser().parseFromString(html, "text/html");

/* ---- The panel: the record's own page, beside the list. */

/** @type {HTMLElement | undefined} */
let panel;
/** @type {HTMLAnchorElement | undefined} */
let opened;

function makePanel() {
  const made = document.createElement("aside");
  made.className = "panel";
  made.setAttribute("aria-label", "Record");
  made.innerHTML = `<div class="panel-head"><p></p>
    <button type="button" data-go="-1" aria-label="Previous"></button>
    <button type="button" data-go="1" aria-label="Next"></button>
    <a aria-label="Open as a page"></a>
    <button type="button" data-close aria-label="Close"></button></div><div class="record"></div>`;
  const shapes = ["down", "down", "open", "close"];
  all("button, a", made).forEach((control, n) => {
    control.innerHTML = `<svg viewBox="0 0 16 16" class="glyph" aria-hidden="true"><use href="#glyph-${shapes[n]}"/></svg>`;
  });
  desk.append(made);
  return made;
}

/** @param {HTMLAnchorElement} link @param {boolean} [takesFocus] */
async function openRow(link, takesFocus) {
  const response = await fetch(link.href).catch(() => null);
  const record = response?.ok && one("main", parse(await response.text()));
  if (!record) return location.assign(link.href);
  panel ??= makePanel();
  for (const row of all("tr.open")) row.classList.remove("open");
  link.closest("tr")?.classList.add("open");
  opened = link;
  const rows = links();
  /** @type {HTMLElement} */ (one("p", panel)).textContent = `${rows.indexOf(link) + 1} of ${rows.length}`;
  one("a", panel)?.setAttribute("href", link.href);
  one(".record", panel)?.replaceChildren(...record.childNodes);
  panel.hidden = false;
  panel.scrollTop = 0;
  if (takesFocus) one("[data-close]", panel)?.focus();
}

function closePanel() {
  if (!panel || panel.hidden) return false;
  panel.hidden = true;
  opened?.closest("tr")?.classList.remove("open");
  opened?.focus();
  return true;
}

/** @param {number} by */
function go(by) {
  const rows = links();
  const next = rows[rows.indexOf(/** @type {HTMLAnchorElement} */ (opened)) + by];
  if (next) openRow(next);
}

/* ---- The selection, or the entries of a form. */

const boxes = () => /** @type {HTMLInputElement[]} */ (all("[name=selected]"));
const everything = () => /** @type {HTMLInputElement | undefined} */ (one("[data-all]"));
const entries = () => /** @type {HTMLInputElement[]} */ (all("[data-entries] input[data-cents]"));

/** @param {HTMLElement} bar @param {HTMLInputElement[]} chosen @param {{ count: number, cents: number }} sum */
function showActions(bar, chosen, sum) {
  for (const button of all("[data-action]", bar)) {
    const { action, words = "" } = button.dataset;
    const isAllowed = !action || chosen.every(({ dataset }) => dataset.can?.split(" ").includes(action));
    button.hidden = !isAllowed;
    const count = sum.count.toLocaleString("en-US");
    button.textContent = words.replace("#", count).replace(/^(.*\b1 \w+)s\b/, sum.count === 1 ? "$1" : "$&");
  }
}

function showSelection() {
  const bar = one("[data-bar]");
  if (!bar) return;
  const isOfEntries = entries().length > 0;
  const chosen = isOfEntries ? entries().filter(({ value }) => value.trim()) : boxes().filter(({ checked }) => checked);
  const whole = everything()?.checked ? everything()?.dataset : undefined;
  const count = Number(whole?.all ?? chosen.length);
  const cents = Number(whole?.cents ?? chosen.reduce((sum, { dataset }) => sum + Number(dataset.cents), 0));
  const warned = chosen.filter(({ dataset }) => dataset.warning).length;
  bar.classList.toggle("used", isOfEntries || count > 0);
  const say = (/** @type {string} */ where, /** @type {string} */ text) => {
    const place = one(where, bar);
    if (place) place.textContent = text;
  };
  say("[data-count]", `${whole ? "All " : ""}${count.toLocaleString("en-US")} ${isOfEntries ? "ready" : "selected"}`);
  say("[data-sum]", format(cents));
  say("[data-warning]", warned ? `${warned} ${warned === 1 ? "is" : "are"} late` : "");
  const clear = one("[data-clear]", bar);
  if (clear) clear.hidden = isOfEntries;
  showActions(bar, chosen, { count, cents });
  const head = /** @type {HTMLInputElement | undefined} */ (one("[data-select-all]"));
  if (!head) return;
  head.checked = chosen.length > 0 && chosen.length === boxes().length;
  head.indeterminate = chosen.length > 0 && !head.checked;
}

/** @type {HTMLInputElement | undefined} */
let last;

/** @param {HTMLInputElement} box @param {boolean} withRange */
function selectRange(box, withRange) {
  const rows = boxes();
  const [from, to] = [last ? rows.indexOf(last) : -1, rows.indexOf(box)];
  if (withRange && from >= 0) {
    for (const row of rows.slice(Math.min(from, to), Math.max(from, to) + 1)) row.checked = box.checked;
  }
  last = box;
}

/** @param {boolean} isChecked */
function selectPage(isChecked) {
  for (const box of boxes()) box.checked = isChecked;
  const whole = everything();
  if (whole && !isChecked) whole.checked = false;
  showSelection();
}

/* ---- Keys. Off while typing, and for those who turn them off. */

const KEYS = { "/": "Search", "j / k": "Next, previous row", x: "Select (Shift: a range)", Enter: "Open", Esc: "Close", "?": "This list" };

function showKeys() {
  let dialog = /** @type {HTMLDialogElement | undefined} */ (one("dialog.keys"));
  if (!dialog) {
    dialog = document.createElement("dialog");
    dialog.className = "keys";
    const rows = Object.entries(KEYS).map(([key, does]) => `<dt><kbd>${key}</kbd></dt><dd>${does}</dd>`);
    dialog.innerHTML = `<h2>Keyboard shortcuts</h2><dl>${rows.join("")}</dl>
      <label><input type="checkbox" data-keys> Use them</label><form method="dialog"><button>Close</button></form>`;
    document.body.append(dialog);
    const box = /** @type {HTMLInputElement} */ (one("[data-keys]", dialog));
    box.checked = !localStorage.getItem(NO_KEYS);
    box.onchange = () => (box.checked ? localStorage.removeItem(NO_KEYS) : localStorage.setItem(NO_KEYS, "1"));
  }
  dialog.showModal();
}

/** @param {number} by */
function move(by) {
  const rows = links();
  const row = document.activeElement?.closest("tr");
  const now = rows.findIndex((link) => link.closest("tr") === row);
  rows[Math.min(Math.max(now + by, 0), rows.length - 1)]?.focus();
}

/** @param {boolean} withRange */
function toggle(withRange) {
  const row = document.activeElement?.closest("tr");
  const box = row && /** @type {HTMLInputElement | undefined} */ (one("[name=selected]", row));
  if (!box) return;
  box.checked = !box.checked;
  selectRange(box, withRange);
  showSelection();
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { key, target, shiftKey } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "Escape") return void closePanel();
  const isTyping = target instanceof Element && target.matches("input:not([type=checkbox]), textarea, select");
  if (isTyping || localStorage.getItem(NO_KEYS) || one("dialog[open]")) return;
  if (key === "/") one("[role=search] input[type=search]")?.focus();
  else if (key === "?") showKeys();
  else if (key === "j" || key === "k") move(key === "j" ? 1 : -1);
  else if (key.toLowerCase() === "x") toggle(shiftKey);
  else return;
  event.preventDefault();
}

/** @param {MouseEvent} event */
function onClick(event) {
  const target = /** @type {Element} */ (event.target);
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest("[data-row]"));
  const control = /** @type {HTMLElement | null} */ (target.closest("button"));
  if (target instanceof HTMLInputElement && target.name === "selected") selectRange(target, event.shiftKey);
  for (const menu of all("header details, [data-menu]")) {
    if (!menu.contains(target)) menu.removeAttribute("open");
  }
  if (control?.dataset.go) go(Number(control.dataset.go));
  else if (control?.matches("[data-close]")) closePanel();
  else if (control?.matches("[data-clear]")) selectPage(false);
  else if (control?.matches("[data-help]")) showKeys();
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
  if (!link || !isPlain || !WIDE.matches) return;
  event.preventDefault();
  openRow(link, event.detail === 0);
}

document.documentElement.classList.add("scripted");
const help = one("[data-help]");
if (help) help.hidden = false;
document.addEventListener("click", onClick);
document.addEventListener("keydown", onKey);
document.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && target.matches("[data-select-all]")) selectPage(target.checked);
  else showSelection();
});
document.addEventListener("input", showSelection);
// Other rows, after a search.
new MutationObserver(showSelection).observe(/** @type {Node} */ (one("main")), { childList: true });
showSelection();
export {};

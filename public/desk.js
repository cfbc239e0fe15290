// @ts-check
/*
 * What teams' lists do with scripts (components/desk): a panel beside the list, the selection's bar, keys.
 * Without it, rows are links, and everything else is a form.
 */
const WIDE = matchMedia("(width >= 73.75rem)");
const NO_KEYS = "no-keys";

/** @type {(selector: string, within?: ParentNode) => any[]} */
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
/** @type {(selector: string, within?: ParentNode) => any} */
const one = (selector, within = document) => within.querySelector(selector);
const links = () => all("[data-row]");
const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
/** @param {number} number */
const count = (number) => number.toLocaleString("en-US");

/* ---- The panel: the record's own page, beside the list. */

/** @type {any} */
let panel;
/** @type {any} */
let opened;

/** @type {(shape: string, attributes: string, turned?: string) => string} */
const control = (shape, attributes, turned = "") =>
  `<${attributes} class="grid size-4 cursor-pointer place-items-center rounded-[6px] hover:bg-paper">
    <svg viewBox="0 0 16 16" class="size-2 fill-current ${turned}"><use href="#glyph-${shape}"/></svg>`;

function makePanel() {
  const made = document.createElement("aside");
  made.className = "panel";
  made.setAttribute("aria-label", "Record");
  made.innerHTML = `
    <div class="sticky top-0 z-1 flex items-center gap-1.5 border-line border-b bg-sheet px-3 py-1.5">
    <p class="grow text-fine text-quiet"></p>
    ${control("down", 'button type="button" data-go="-1" aria-label="Previous"', "rotate-180")}</button>
    ${control("down", 'button type="button" data-go="1" aria-label="Next"')}</button>
    ${control("open", 'a aria-label="Open as a page"')}</a>
    ${control("close", 'button type="button" data-close aria-label="Close"')}</button></div>
    <div class="record"></div>`;
  one("[data-desk]").append(made);
  return made;
}

/** @param {any} link @param {boolean} [takesFocus] */
async function openRow(link, takesFocus) {
  const response = await fetch(link.href).catch(() => null);
  // Without styles, whose nonce is another page's.
  const html = response?.ok && (await response.text()).replace(/<style.*?<\/style>/gs, "");
  const record = html && one("main", new DOMParser().parseFromString(html, "text/html"));
  // A list isn't a record.
  if (!record || one(".page-head", record)) return location.assign(link.href);
  panel ??= makePanel();
  opened?.closest("tr").classList.remove("open");
  link.closest("tr").classList.add("open");
  opened = link;
  one("p", panel).textContent = `${links().indexOf(link) + 1} of ${links().length}`;
  one("a", panel).href = link.href;
  one(".record", panel).replaceChildren(...record.childNodes);
  panel.hidden = false;
  panel.scrollTop = 0;
  if (takesFocus) one("[data-close]", panel).focus();
}

function closePanel() {
  if (!panel || panel.hidden) return;
  panel.hidden = true;
  opened.closest("tr").classList.remove("open");
  opened.focus();
}

/* ---- The selection, or the entries of a form. */

const boxes = () => all("[name=selected]");
const entries = () => all("[data-entries] input[data-cents]");

/** A rejected entry is once it's changed, or accepted all the same. @param {any} entry */
function isReady({ value, dataset, form, name }) {
  if (!value.trim() || dataset.wrong === undefined) return value.trim();
  const accept = one(`[name=accept][value="${name.split(":")[1]}"]`, form);
  return accept ? accept.checked : value.trim() !== dataset.wrong;
}

/** @param {any} bar @param {any[]} chosen @param {number} number */
function showActions(bar, chosen, number) {
  for (const button of all("[data-action]", bar)) {
    const { action, words } = button.dataset;
    button.hidden = action && chosen.some(({ dataset }) => dataset.can !== action);
    const said = words.replace(number ? "#" : "# ", number ? count(number) : "");
    button.textContent = number === 1 ? said.replace("gifts", "gift") : said;
  }
}

function showSelection() {
  const bar = one("[data-bar]");
  if (!bar) return;
  const [fields, whole] = [entries(), one("[data-all]:checked")?.dataset];
  const typed = fields.filter(isReady);
  const chosen = fields.length > 0 ? typed : boxes().filter(({ checked }) => checked);
  const { more = 0, moreCents = 0 } = bar.dataset;
  const number = Number(whole?.all ?? chosen.length + Number(more));
  const here = chosen.reduce((sum, { dataset }) => sum + Number(dataset.cents), Number(moreCents));
  const cents = whole?.cents ?? here;
  const late = chosen.filter(({ dataset }) => dataset.warning).length;
  bar.classList.toggle("used", fields.length > 0 || number > 0);
  const what = fields.length > 0 ? "ready" : "selected";
  one("[data-count]", bar).textContent = `${whole ? "All " : ""}${count(number)} ${what}`;
  one("[data-sum]", bar).textContent = dollars.format(cents / 100).replace(/\.00$/, "");
  one("[data-warning]", bar).textContent = late ? `${late} ${late === 1 ? "is" : "are"} late` : "";
  one("[data-clear]", bar).hidden = fields.length > 0;
  showActions(bar, chosen, number);
  const head = one("[data-select-all]");
  if (!head) return;
  head.checked = chosen.length > 0 && chosen.length === boxes().length;
  head.indeterminate = chosen.length > 0 && !head.checked;
}

/** @type {any} */
let last;

/** @param {any} box @param {boolean} withRange from the one before it */
function selectRange(box, withRange) {
  const rows = boxes();
  const [from, to] = [rows.indexOf(last), rows.indexOf(box)].sort((a, b) => a - b);
  if (withRange && from !== undefined && from >= 0) {
    for (const row of rows.slice(from, Number(to) + 1)) row.checked = box.checked;
  }
  last = box;
  showSelection();
}

/** @param {boolean} isChecked */
function selectPage(isChecked) {
  for (const box of boxes()) box.checked = isChecked;
  for (const whole of isChecked ? [] : all("[data-all]")) whole.checked = false;
  showSelection();
}

/* ---- Keys. Off while typing, and for those who turn them off. */

function showKeys() {
  const dialog = one("dialog.keys");
  const box = one("input", dialog);
  box.checked = !localStorage.getItem(NO_KEYS);
  box.onchange = () =>
    box.checked ? localStorage.removeItem(NO_KEYS) : localStorage.setItem(NO_KEYS, "1");
  dialog.showModal();
}

const focusedRow = () => document.activeElement?.closest("tr");

/** @param {number} by */
function move(by) {
  const now = links().findIndex((link) => link.closest("tr") === focusedRow());
  links()[Math.min(Math.max(now + by, 0), links().length - 1)]?.focus();
}

/** @param {boolean} withRange */
function toggle(withRange) {
  const row = focusedRow();
  const box = row && one("[name=selected]", row);
  if (!box) return;
  box.checked = !box.checked;
  selectRange(box, withRange);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { key, target, shiftKey } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "Escape") return closePanel();
  const field = "input:not([type=checkbox]), textarea, select";
  const isTyping = target instanceof Element && target.matches(field);
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
  const target = /** @type {any} */ (event.target);
  for (const menu of all("header details, [data-menu]")) {
    if (!menu.contains(target)) menu.open = false;
  }
  const by = Number(target.closest("[data-go]")?.dataset.go ?? 0);
  const next = by && links()[links().indexOf(opened) + by];
  if (next) openRow(next);
  if (target.name === "selected") selectRange(target, event.shiftKey);
  if (target.closest("[data-close]")) closePanel();
  if (target.closest("[data-clear]")) selectPage(false);
  if (target.closest("[data-help]")) showKeys();
  const copied = target.closest("[data-copy]");
  // Without HTTPS, browsers have no clipboard.
  if (copied) navigator.clipboard?.writeText(copied.dataset.copy).then(() => (copied.textContent = "Copied"));
  const link = target.closest("[data-row]");
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
  if (!link || link.dataset.row === "page" || !isPlain || !WIDE.matches) return;
  event.preventDefault();
  openRow(link, event.detail === 0);
}

document.documentElement.classList.add("scripted");
one("[data-help]").hidden = false;
document.addEventListener("click", onClick);
document.addEventListener("keydown", onKey);
document.addEventListener("change", (event) => {
  const target = /** @type {any} */ (event.target);
  if (target.matches("[data-drop] [type=file]")) target.form.requestSubmit();
  if (target.matches("[data-select-all]")) selectPage(target.checked);
  else showSelection();
});
/** A color's picker, and the field with its digits. @param {any} target */
function matchColors({ dataset, id, value }) {
  if (dataset.picks) one(`#${dataset.picks}`).value = value;
  const picker = id && one(`[data-picks="${id}"]`);
  if (picker && /^#[\da-f]{6}$/i.test(value)) picker.value = value;
}

document.addEventListener("input", ({ target }) => {
  matchColors(/** @type {any} */ (target));
  // A checkbox changes right after.
  if (/** @type {any} */ (target).type !== "checkbox") showSelection();
});
// Other rows, after a search.
new MutationObserver(showSelection).observe(one("main"), { childList: true });
showSelection();
export {};

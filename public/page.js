// @ts-check
/*
 * What every page of the portal does in the browser without React: remembers the time zone, says that the browser is
 * offline, registers the offline page, and on public pages, which are sent without React, searches while one types.
 */
const DEBOUNCE_MS = 200;
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

/** The search form's GET URL without empty fields. @param {HTMLFormElement} form */
function urlOf(form) {
  const fields = [...new FormData(form)].filter(([, value]) => value !== "");
  return `${location.pathname}?${new URLSearchParams(/** @type {[string, string][]} */ (fields))}`;
}

/** The elements below a page's head: the results. @param {Document} page */
const resultsIn = (page) => [...page.querySelectorAll(".page-head ~ *")];

/**
 * Searches without losing focus, as components/ui/search-box.tsx does with React.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} input
 * @param {HTMLElement} status
 */
function searchWhileTyping(form, input, status) {
  /** @type {AbortController | undefined} */
  let current;
  const search = async () => {
    current?.abort();
    const { signal } = (current = new AbortController());
    const url = urlOf(form);
    const showSlow = () => {
      status.dataset.searching = "";
      status.textContent = "Searching…";
    };
    const slow = setTimeout(showSlow, SHOW_AFTER_MS);
    try {
      const response = await fetch(url, { signal });
      if (!response.ok) return location.assign(url);
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      for (const element of resultsIn(document)) element.remove();
      document.querySelector(".page-head")?.after(...resultsIn(page));
      history.replaceState(null, "", url);
    } catch (error) {
      // Going offline would lose the current results.
      if (!signal.aborted && !navigator.onLine) addEventListener("online", searchSoon, { once: true });
    } finally {
      clearTimeout(slow);
      if (!signal.aborted) {
        delete status.dataset.searching;
        status.textContent = "";
      }
    }
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const searchSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(search, DEBOUNCE_MS);
  };
  form.addEventListener("input", searchSoon);
  // Text typed before this script ran.
  if (input.value !== input.defaultValue) searchSoon();
}

rememberTimeZone();
showWhetherOffline();
addEventListener("online", showWhetherOffline);
addEventListener("offline", showWhetherOffline);

// Only available on secure origins. Elsewhere, browsers show their own offline page.
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
}

const hasReact = document.querySelector("script[src^='/_next/']") !== null;
const input = document.querySelector("form[role=search] input[type=search]");
if (!hasReact && input instanceof HTMLInputElement && input.form) {
  const status = /** @type {HTMLElement} */ (input.form.querySelector("[role=status]"));
  searchWhileTyping(input.form, input, status);
}

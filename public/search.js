// @ts-check
/* Searches while one types (components/ui/search-box.tsx), without React. */
const DEBOUNCE_MS = 200;
const SHOW_AFTER_MS = 150;

/** The search form's GET URL without empty fields. @param {HTMLFormElement} form */
function urlOf(form) {
  const fields = [...new FormData(form)].filter(([, value]) => value !== "");
  return `${location.pathname}?${new URLSearchParams(/** @type {[string, string][]} */ (fields))}`;
}

/** The elements below a page's head: the results. @param {Document} page */
const resultsIn = (page) => [...page.querySelectorAll(".page-head ~ *")];

/**
 * Searches without losing focus.
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
      // Our policy forbids its styles, which this page has already.
      const html = (await response.text()).replace(/<style[\s\S]*?<\/style>/g, "");
      const page = new DOMParser().parseFromString(html, "text/html");
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

const input = document.querySelector("form[role=search] input[type=search]");
if (input instanceof HTMLInputElement && input.form) {
  const status = /** @type {HTMLElement} */ (input.form.querySelector("[role=status]"));
  searchWhileTyping(input.form, input, status);
}

export {};

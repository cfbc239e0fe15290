// @ts-check
/* The last page of the embedded flow follows its gift until the school has answered. */

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
export function followGift(token, times = 0) {
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

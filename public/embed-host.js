// @ts-check
// Opens the embedded donation flow in a bank's page: docs/embed.md.

/** Also the height until the flow reports its own. */
const MIN_HEIGHT = 480;

/** @type {Record<string, keyof import("./embed-host.d.ts").Handlers | "">} */
const HANDLERS = {
  ready: "",
  height: "",
  submitted: "onSubmitted",
  cancelled: "onCancelled",
  expired: "onExpired",
  error: "onError",
};

/** @param {any} options @returns {URL} the flow's */
function check({ url, container, title, ...handlers }) {
  /** @type {(isValid: boolean, rule: string) => void} */
  const must = (isValid, rule) => {
    if (!isValid) throw new TypeError(`openDonation: ${rule}`);
  };
  must(/^https?:/i.test(url) && URL.canParse(url), "url must be an embed_url");
  const isInPage = container?.nodeType === 1 && container.isConnected;
  must(isInPage, "container must be an element of the page");
  must(title === undefined || (typeof title === "string" && title !== ""), "title must be a non-empty string");
  for (const name of ["onMessage", ...Object.values(HANDLERS)]) {
    const type = typeof handlers[name];
    must(type === "function" || type === "undefined", `${name} must be a function`);
  }
  return new URL(url);
}

/** @type {typeof import("./embed-host.d.ts").openDonation} */
export function openDonation(options) {
  const { origin, href } = check(options ?? {});
  const opener = document.activeElement;
  const frame = document.createElement("iframe");
  frame.title = options.title ?? "Donate points";
  frame.referrerPolicy = "no-referrer";
  frame.loading = "eager";
  frame.style.cssText = `display:block;width:100%;height:${MIN_HEIGHT}px;border:0`;
  let pages = 0;

  /** @param {MessageEvent} event */
  const onMessage = ({ origin: from, source, data }) => {
    if (from !== origin || source !== frame.contentWindow) return;
    if (data?.source !== "points-embed" || data.version !== 1) return;
    // A newer service may send other types.
    if (!Object.hasOwn(HANDLERS, data.type)) return;
    if (data.type === "height" && data.height > 0) {
      frame.style.height = `${Math.max(MIN_HEIGHT, Math.ceil(data.height))}px`;
    }
    // Shows the top of each new page, even if the last one was scrolled down.
    if (data.type === "ready" && pages++ && frame.getBoundingClientRect().top < 0) {
      frame.scrollIntoView();
    }
    for (const name of [HANDLERS[data.type], "onMessage"]) {
      try {
        /** @type {any} */ (options)[name || ""]?.(data);
      } catch (error) {
        reportError(error);
      }
    }
  };

  addEventListener("message", onMessage);
  frame.src = href;
  options.container.append(frame);
  frame.focus();

  return {
    close() {
      removeEventListener("message", onMessage);
      const { activeElement } = document;
      const isElsewhere = activeElement !== frame && activeElement !== document.body;
      frame.remove();
      if (!isElsewhere && opener?.isConnected) /** @type {HTMLElement} */ (opener).focus();
    },
  };
}

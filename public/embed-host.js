// @ts-check
// Opens the embedded donation flow in a bank's page: docs/embed.md.

/** Also how high the frame is before the flow has told. */
const LEAST_HEIGHT = 480;

/** @type {Record<string, keyof import("./embed-host.d.ts").Handlers | "">} */
const HANDLERS = {
  ready: "",
  height: "",
  submitted: "onSubmitted",
  cancelled: "onCancelled",
  expired: "onExpired",
  error: "onError",
};

/** @param {any} options @returns {URL} where the flow is */
function check({ url, container, title, ...handlers }) {
  /** @type {(isRight: boolean, rule: string) => void} */
  const must = (isRight, rule) => {
    if (!isRight) throw new TypeError(`openDonation: ${rule}`);
  };
  must(/^https?:/i.test(url) && URL.canParse(url), "url must be an embed_url");
  const isThere = container?.nodeType === 1 && container.isConnected;
  must(isThere, "container must be an element of the page");
  must(title === undefined || (typeof title === "string" && title !== ""), "title must be words");
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
  frame.style.cssText = `display:block;width:100%;height:${LEAST_HEIGHT}px;border:0`;
  let pages = 0;

  /** @param {MessageEvent} event */
  const hear = ({ origin: from, source, data }) => {
    if (from !== origin || source !== frame.contentWindow) return;
    if (data?.source !== "points-embed" || data.version !== 1) return;
    // A newer service may say more.
    if (!Object.hasOwn(HANDLERS, data.type)) return;
    if (data.type === "height" && data.height > 0) {
      frame.style.height = `${Math.max(LEAST_HEIGHT, Math.ceil(data.height))}px`;
    }
    // The next page begins at its top, even if the last one was left at its end.
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

  addEventListener("message", hear);
  frame.src = href;
  options.container.append(frame);
  frame.focus();

  return {
    close() {
      removeEventListener("message", hear);
      const { activeElement } = document;
      const isElsewhere = activeElement !== frame && activeElement !== document.body;
      frame.remove();
      if (!isElsewhere && opener?.isConnected) /** @type {HTMLElement} */ (opener).focus();
    },
  };
}

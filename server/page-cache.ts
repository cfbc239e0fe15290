/** Public pages, cached in memory, and pages without React. */
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { inject } from "light-my-request";
import { env } from "#lib/env.ts";
import { compress } from "#lib/http/compression.ts";
import { requestContext, withinRequest } from "#lib/http/request-context.ts";
import { findRoute } from "#lib/http/router.ts";
import type { NextHandler } from "./listener.ts";

const CACHE_TTL_MS = 10_000;
/** More than there are schools and pages of the reference; a page has up to 40 kB. */
const MAX_CACHED = 300;
const NONCE = /'nonce-([^']+)'/;
/** Headers that differ per response. */
const NOT_CACHED = /^(connection|content-length|date|transfer-encoding|x-request-id)$/;

type Rendered = Awaited<ReturnType<typeof render>>;
type Visit = { url: string; headers: IncomingHttpHeaders; remoteAddress?: string };

/** Not React's: app/layout.tsx. */
const OWN_SCRIPT = 'src="/page.js"';

/** The HTML without the elements that start with `tag` and end with `end`, except those for which `keeps` is true. */
function without(
  html: string,
  tag: string,
  end: string,
  keeps: (element: string) => boolean,
): string {
  const [start = "", ...parts] = html.split(tag);
  const kept = parts.map((part) => {
    const length = part.indexOf(end) + end.length;
    return keeps(part.slice(0, part.indexOf(">"))) ? tag + part : part.slice(length);
  });
  return start + kept.join("");
}

/**
 * A page without React's scripts and its copy of the content, which is most of the HTML. Next.js has no way to render one
 * (docs/decisions/0018-portal-pages.md). In what React writes, `<` occurs only where an element starts or ends: it escapes
 * texts and attributes, and Next.js the copy.
 */
const withoutReact = (html: string): string =>
  without(
    without(html, "<script", "</script>", (element) => element.includes(OWN_SCRIPT)),
    "<link",
    ">",
    (element) => !element.includes('as="script"'),
  );

/** Renders a page without React, except where an error leaves the page to the browser. @throws Error if it failed */
async function render(next: NextHandler, visit: Visit) {
  const context = requestContext() ?? { requestId: "", address: "unknown" };
  const rendered = await inject((incoming, response) => {
    withinRequest({ ...context, response }, () =>
      next(incoming as IncomingMessage, response),
    ).catch((error) => response.destroy(error));
  }, visit);
  const isComplete = !rendered.payload.includes("__next_error__");
  const html = isComplete ? withoutReact(rendered.payload) : rendered.payload;
  const headers = Object.entries(rendered.headers).filter(([name]) => !NOT_CACHED.test(name));
  return { status: rendered.statusCode, headers: Object.fromEntries(headers), html, isComplete };
}

/** A page for a visitor without cookies. @throws Error if it is private, failed, or left to the browser */
async function renderPublic(next: NextHandler, url: string) {
  const { host } = new URL(env().publicBaseUrl);
  const page = await render(next, { url, headers: { host, accept: "text/html" } });
  const nonce = NONCE.exec(String(page.headers["content-security-policy"]))?.[1];
  if (
    ![200, 404].includes(page.status) ||
    !nonce ||
    !page.isComplete ||
    page.headers["set-cookie"]
  ) {
    throw new Error(`${url} returned ${page.status} and can't be cached`);
  }
  return { page, nonce };
}

async function send(page: Rendered, incoming: IncomingMessage, outgoing: ServerResponse) {
  const accepted = String(incoming.headers["accept-encoding"] ?? "");
  const { body, headers } = await compress(page.html, accepted);
  for (const [name, value] of Object.entries({ ...page.headers, ...headers })) {
    if (value !== undefined) outgoing.setHeader(name, value);
  }
  outgoing.setHeader("Content-Length", body.byteLength);
  outgoing.writeHead(page.status);
  outgoing.end(incoming.method === "HEAD" ? undefined : body);
}

function withNewNonce({ page, nonce }: Awaited<ReturnType<typeof renderPublic>>): Rendered {
  const fresh = randomUUID();
  const policy = String(page.headers["content-security-policy"]).replaceAll(nonce, fresh);
  const headers = { ...page.headers, "content-security-policy": policy };
  return { ...page, headers, html: page.html.replaceAll(nonce, fresh) };
}

/** A request as it came, except that its response is compressed later. */
function visitOf({ url = "", headers, socket }: IncomingMessage): Visit {
  const { "accept-encoding": _, ...rest } = headers;
  return { url, headers: rest, remoteAddress: String(socket.remoteAddress) };
}

const isVisitor = ({ headers }: IncomingMessage) => !/points-session=/.test(headers.cookie ?? "");

/**
 * Makes Next.js's handler serve public pages to visitors who aren't signed in from the cache, and these and other pages
 * that need no React without it.
 */
export function cachePublicPages(next: NextHandler): NextHandler {
  const pages = new Map<string, { page: ReturnType<typeof renderPublic>; until: number }>();

  /** Concurrent requests share one rendering. */
  function find(path: string): ReturnType<typeof renderPublic> {
    const cached = pages.get(path);
    if (cached && cached.until > Date.now()) return cached.page;
    const page = renderPublic(next, path);
    if (pages.size >= MAX_CACHED) pages.clear();
    pages.set(path, { page, until: Date.now() + CACHE_TTL_MS });
    const evict = () => void (pages.get(path)?.page === page && pages.delete(path));
    // Missing pages aren't cached.
    page.then(({ page: { status } }) => status !== 200 && evict(), evict);
    return page;
  }

  return async (incoming, outgoing) => {
    const { url = "", method = "", headers } = incoming;
    const [path = "", query] = url.split("?", 2);
    const { cached, react } = findRoute(path).route ?? {};
    const isCached = cached && query === undefined && isVisitor(incoming);
    const isRead = /^(GET|HEAD)$/.test(method) && !headers.rsc;
    if (!isRead || !(isCached || react === false)) return next(incoming, outgoing);
    const rendered = isCached ? find(url).then(withNewNonce) : render(next, visitOf(incoming));
    const page = await rendered.catch(() => undefined);
    // On failure, Next.js responds to the visitor's own request with its error page.
    return page ? send(page, incoming, outgoing) : next(incoming, outgoing);
  };
}

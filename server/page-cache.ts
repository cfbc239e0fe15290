/** A build's pages. Public ones are cached in memory. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { inject } from "light-my-request";
import { env } from "#lib/env.ts";
import { compress } from "#lib/http/compression.ts";
import { requestContext, withinRequest } from "#lib/http/request-context.ts";
import type { NextHandler } from "./listener.ts";

/**
 * The pages and route handlers of a Next.js 16.4 build, by folder name: `/schools/[school_id]`. Handlers
 * don't render. test/process/framework.test.ts fails if Next.js lists them elsewhere.
 * @param root the project's folder
 */
export function builtPages(root: string): { pages: string[]; handlers: Set<string> } {
  const file = join(root, ".next", "app-path-routes-manifest.json");
  // File → folder: `/(portal)/schools/[school_id]/page` → `/schools/[school_id]`.
  const folders: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
  const handlers = Object.keys(folders).filter((name) => name.endsWith("/route"));
  return {
    pages: Object.values(folders),
    handlers: new Set(handlers.map((name) => folders[name] as string)),
  };
}

/** The landing page, the sign-in, the texts, the guides, the API reference, and the schools, without parameters. */
const PUBLIC =
  /^\/(signin|help|contact|privacy|terms|docs((\/api)?\/[\w-]+)?|schools(\/[\w-]+)?)?$/;
/** Also public, but with too many variants to be cached. */
const SEARCH = /^\/schools\?/;
/** Its form needs React; on the other public pages, public/page.js does what remains. */
const NEEDS_REACT = "/signin";
/** How long a page stays in the cache. */
const CACHE_TTL_MS = 10_000;
/** More than there are schools and pages of the reference; a page has up to 40 kB. */
const MAX_CACHED = 300;
const NONCE = /'nonce-([^']+)'/;
/** Headers that differ per response. */
const NOT_CACHED = /^(connection|content-length|date|transfer-encoding|x-request-id)$/;

type Rendered = { status: number; headers: Record<string, string>; html: string; nonce: string };

/** React's scripts and its copy of the page's content, which is most of the HTML. */
const REACT =
  /<script\b(?![^>]*\bsrc="\/page\.js")[^>]*>[\s\S]*?<\/script>|<link\b[^>]*\bas="script"[^>]*>/g;

/** Renders a page for a visitor without cookies. @throws Error if it is private, failed, or left to the browser */
async function render(next: NextHandler, url: string): Promise<Rendered> {
  const visit = { url, headers: { host: new URL(env().publicBaseUrl).host, accept: "text/html" } };
  const context = requestContext() ?? { requestId: "", address: "unknown" };
  const rendered = await inject((incoming, response) => {
    withinRequest({ ...context, response }, () =>
      next(incoming as IncomingMessage, response),
    ).catch((error) => response.destroy(error));
  }, visit);
  const { statusCode: status, payload } = rendered;
  const html = url === NEEDS_REACT ? payload : payload.replace(REACT, "");
  const nonce = NONCE.exec(String(rendered.headers["content-security-policy"]))?.[1];
  const isComplete = !payload.includes("__next_error__");
  if (![200, 404].includes(status) || !nonce || !isComplete || rendered.headers["set-cookie"]) {
    throw new Error(`${url} returned ${status} and can't be cached`);
  }
  const cacheable = Object.entries(rendered.headers).filter(([name]) => !NOT_CACHED.test(name));
  const headers = Object.fromEntries(cacheable.map(([name, value]) => [name, String(value)]));
  return { status, headers, html, nonce };
}

/** Sends a page with a new nonce. */
async function send(page: Rendered, incoming: IncomingMessage, outgoing: ServerResponse) {
  const nonce = randomUUID();
  const html = page.html.replaceAll(page.nonce, nonce);
  const { body, headers } = await compress(html, String(incoming.headers["accept-encoding"] ?? ""));
  for (const [name, value] of Object.entries({ ...page.headers, ...headers })) {
    outgoing.setHeader(name, value.replaceAll(page.nonce, nonce));
  }
  outgoing.setHeader("Content-Length", body.byteLength);
  outgoing.writeHead(page.status);
  outgoing.end(incoming.method === "HEAD" ? undefined : body);
}

const isVisit = ({ method = "", headers }: IncomingMessage) =>
  /^(GET|HEAD)$/.test(method) && !headers.rsc && !/points-session=/.test(headers.cookie ?? "");

/**
 * Makes Next.js's handler serve public pages to visitors who aren't signed in: from the cache, and without React unless
 * they need it.
 */
export function cachePublicPages(next: NextHandler): NextHandler {
  const pages = new Map<string, { page: Promise<Rendered>; until: number }>();

  /** Concurrent requests share one rendering. */
  function find(path: string): Promise<Rendered> {
    const cached = pages.get(path);
    if (cached && cached.until > Date.now()) return cached.page;
    const page = render(next, path);
    if (pages.size >= MAX_CACHED) pages.clear();
    pages.set(path, { page, until: Date.now() + CACHE_TTL_MS });
    const evict = () => void (pages.get(path)?.page === page && pages.delete(path));
    // Missing pages aren't cached.
    page.then(({ status }) => status !== 200 && evict(), evict);
    return page;
  }

  return async (incoming, outgoing) => {
    const { url = "" } = incoming;
    const isCached = PUBLIC.test(url);
    if (!isVisit(incoming) || !(isCached || SEARCH.test(url))) return next(incoming, outgoing);
    const page = await (isCached ? find(url) : render(next, url)).catch(() => undefined);
    // On failure, Next.js responds to the visitor's own request with its error page.
    return page ? send(page, incoming, outgoing) : next(incoming, outgoing);
  };
}

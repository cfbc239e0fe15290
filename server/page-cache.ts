/** A build's pages. Public ones are cached in memory. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { inject } from "light-my-request";
import { env } from "#lib/env.ts";
import { cacheDocument, encodingFor, respondWithDocument } from "#lib/http/cached-document.ts";
import type { RouteHandler } from "#lib/http/endpoint.ts";
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

/** The landing page, the sign-in page, and the schools, without a query. */
const PUBLIC = /^\/(signin|schools(\/[\w-]+)?)?$/;
/** How long a page stays in the cache. */
const CACHE_TTL_MS = 10_000;
/** More than there are schools. A page has up to 300 kB. */
const MAX_CACHED = 200;
const NONCE = /'nonce-([^']+)'/;
/** Headers that differ per response. */
const NOT_CACHED = /^(connection|content-length|date|transfer-encoding|x-request-id)$/;

type Rendered = { status: number; headers: Record<string, string>; html: string; nonce: string };

/** Renders a page for a visitor without cookies. @throws Error if the page is private or failed */
async function render(next: NextHandler, url: string): Promise<Rendered> {
  const init = { url, headers: { host: new URL(env().publicBaseUrl).host, accept: "text/html" } };
  const rendered = await inject((incoming, outgoing) => {
    next(incoming as IncomingMessage, outgoing).catch((error) => outgoing.destroy(error));
  }, init);
  const { statusCode: status, payload: html } = rendered;
  const nonce = NONCE.exec(String(rendered.headers["content-security-policy"]))?.[1];
  if (![200, 404].includes(status) || !nonce || rendered.headers["set-cookie"]) {
    throw new Error(`${url} returned ${status} and can't be cached`);
  }
  const cacheable = Object.entries(rendered.headers).filter(([name]) => !NOT_CACHED.test(name));
  const headers = Object.fromEntries(cacheable.map(([name, value]) => [name, String(value)]));
  return { status, headers, html, nonce };
}

const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*\bas="script"[^>]*>/g;

/**
 * A page that never changes: rendered once per process, and sent without scripts, which would need a new nonce
 * each time.
 */
export async function staticPage(next: NextHandler, path: string): Promise<RouteHandler> {
  const { html, headers } = await render(next, path);
  headers["cache-control"] = "public, max-age=300";
  headers["content-security-policy"] = String(headers["content-security-policy"])
    .replace(/script-src [^;]*/, "script-src 'none'")
    .replace(/ 'nonce-[^']*'/g, "");
  delete headers.vary;
  const document = await cacheDocument(html.replace(SCRIPTS, ""), headers);
  return async (request) => respondWithDocument(document, request);
}

/** Sends a page with a new nonce. */
async function send(page: Rendered, incoming: IncomingMessage, outgoing: ServerResponse) {
  const nonce = randomUUID();
  const html = Buffer.from(page.html.replaceAll(page.nonce, nonce));
  // Brotli takes several times as long to compress.
  const accepted = String(incoming.headers["accept-encoding"] ?? "").replace(/\bbr\b/gi, "");
  const isGzipped = encodingFor(accepted) === "gzip";
  const body = isGzipped ? await promisify(gzip)(html) : html;
  for (const [name, value] of Object.entries(page.headers)) {
    outgoing.setHeader(name, value.replaceAll(page.nonce, nonce));
  }
  if (isGzipped) outgoing.setHeader("Content-Encoding", "gzip");
  outgoing.setHeader("Content-Length", body.byteLength);
  outgoing.writeHead(page.status);
  outgoing.end(incoming.method === "HEAD" ? undefined : body);
}

const isPublic = ({ method = "", url = "", headers }: IncomingMessage) =>
  /^(GET|HEAD)$/.test(method) && PUBLIC.test(url) && !/points-session=/.test(headers.cookie ?? "");

/** Makes Next.js's handler serve public pages from the cache to visitors who aren't signed in. */
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
    if (!isPublic(incoming)) return next(incoming, outgoing);
    const page = await find(incoming.url as string).catch(() => undefined);
    // On failure, Next.js responds to the visitor's own request with its error page.
    return page ? send(page, incoming, outgoing) : next(incoming, outgoing);
  };
}

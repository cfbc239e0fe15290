/** The pages of a build. Those that are the same for everybody are rendered once in a while, and sent from memory. */
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
 * The pages and route handlers of a build of Next.js 16.4, by their folder names: `/schools/[school_id]`. Handlers
 * render nothing. test/process/framework.test.ts fails if it lists them elsewhere.
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

/** The landing page, the sign-in, and the schools, without parameters. */
const PUBLIC = /^\/(signin|schools(\/[\w-]+)?)?$/;
/** How old what visitors see may be. */
const FRESH_MS = 10_000;
/** More than there are schools; a page has up to 300 kB. */
const MOST_KEPT = 200;
const NONCE = /'nonce-([^']+)'/;
/** What belongs to one response. */
const NOT_KEPT = /^(connection|content-length|date|transfer-encoding|x-request-id)$/;

type Rendered = { status: number; headers: Record<string, string>; html: string; nonce: string };

/** Renders a page for a visitor without cookies. @throws if it is for one visitor only, or failed */
async function render(next: NextHandler, url: string): Promise<Rendered> {
  const visit = { url, headers: { host: new URL(env().publicBaseUrl).host, accept: "text/html" } };
  const rendered = await inject((incoming, outgoing) => {
    next(incoming as IncomingMessage, outgoing).catch((error) => outgoing.destroy(error));
  }, visit);
  const { statusCode: status, payload: html } = rendered;
  const nonce = NONCE.exec(String(rendered.headers["content-security-policy"]))?.[1];
  if (![200, 404].includes(status) || !nonce || rendered.headers["set-cookie"]) {
    throw new Error(`${url} returned ${status} and can't be kept`);
  }
  const kept = Object.entries(rendered.headers).filter(([name]) => !NOT_KEPT.test(name));
  const headers = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
  return { status, headers, html, nonce };
}

const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*\bas="script"[^>]*>/g;

/**
 * A page that never changes: rendered once per process, and sent without scripts, since they would need a new nonce
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

/** Sends a page with a nonce of its own. */
async function send(page: Rendered, incoming: IncomingMessage, outgoing: ServerResponse) {
  const nonce = randomUUID();
  const html = Buffer.from(page.html.replaceAll(page.nonce, nonce));
  // Brotli takes several times as long.
  const accepted = String(incoming.headers["accept-encoding"] ?? "").replace(/\bbr\b/gi, "");
  const isZipped = encodingFor(accepted) === "gzip";
  const body = isZipped ? await promisify(gzip)(html) : html;
  for (const [name, value] of Object.entries(page.headers)) {
    outgoing.setHeader(name, value.replaceAll(page.nonce, nonce));
  }
  if (isZipped) outgoing.setHeader("Content-Encoding", "gzip");
  outgoing.setHeader("Content-Length", body.byteLength);
  outgoing.writeHead(page.status);
  outgoing.end(incoming.method === "HEAD" ? undefined : body);
}

const isPublic = ({ method = "", url = "", headers }: IncomingMessage) =>
  /^(GET|HEAD)$/.test(method) && PUBLIC.test(url) && !/points-session=/.test(headers.cookie ?? "");

/** Makes Next.js' handler send public pages from memory to everybody who isn't signed in. */
export function cachePublicPages(next: NextHandler): NextHandler {
  const pages = new Map<string, { page: Promise<Rendered>; until: number }>();

  /** Requests that arrive together share one rendering. */
  function find(path: string): Promise<Rendered> {
    const kept = pages.get(path);
    if (kept && kept.until > Date.now()) return kept.page;
    const page = render(next, path);
    if (pages.size >= MOST_KEPT) pages.clear();
    pages.set(path, { page, until: Date.now() + FRESH_MS });
    const forget = () => void (pages.get(path)?.page === page && pages.delete(path));
    // Whoever asks for what isn't there gets no place.
    page.then(({ status }) => status !== 200 && forget(), forget);
    return page;
  }

  return async (incoming, outgoing) => {
    if (!isPublic(incoming)) return next(incoming, outgoing);
    const page = await find(incoming.url as string).catch(() => undefined);
    // The visitor's own request gets the page that says what is wrong.
    return page ? send(page, incoming, outgoing) : next(incoming, outgoing);
  };
}

/**
 * Public pages are the same for everybody who isn't signed in: each is rendered at most once in a while, and
 * sent from memory with a nonce of its own.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { inject, type Response } from "light-my-request";
import { env } from "#lib/env.ts";
import { encodingFor } from "#lib/http/cached-document.ts";
import type { NextHandler } from "./listener.ts";

/** The landing page, the sign-in, and the schools, without parameters. */
const PUBLIC = /^\/(signin|schools(\/[\w-]+)?)?$/;
/** How old what visitors see may be. */
const FRESH_MS = 10_000;
/** More than there are schools; a page has up to 300 kB. */
const MOST_KEPT = 200;
const NONCE = /'nonce-([^']+)'/;

/** A page and its headers, split where the nonce stands. */
type Page = { status: number; headers: [name: string, parts: string[]][]; html: Buffer[] };
type Kept = { page: Promise<Page>; until: number };

const isPublic = ({ method = "", url = "", headers }: IncomingMessage) =>
  ["GET", "HEAD"].includes(method) &&
  PUBLIC.test(url) &&
  !/points-session=/.test(headers.cookie ?? "");

/** Renders a page for a visitor without cookies. */
export const renderPage = (next: NextHandler, url: string): Promise<Response> =>
  inject((incoming, outgoing) => void next(incoming as IncomingMessage, outgoing), {
    url,
    headers: { host: new URL(env().publicBaseUrl).host, accept: "text/html" },
  });

/** @throws if the page is for one visitor only, or failed */
async function render(next: NextHandler, path: string): Promise<Page> {
  const { statusCode: status, headers, payload } = await renderPage(next, path);
  const nonce = NONCE.exec(String(headers["content-security-policy"]))?.[1];
  if (![200, 404].includes(status) || !nonce || headers["set-cookie"]) {
    throw new Error(`${path} returned ${status} and can't be kept`);
  }
  return {
    status,
    headers: Object.entries(headers)
      .filter(([name]) => !/^(connection|content-length|date|transfer-encoding)$/.test(name))
      .map(([name, value]) => [name, String(value).split(nonce)]),
    html: payload.split(nonce).map((part) => Buffer.from(part)),
  };
}

async function send(page: Page, incoming: IncomingMessage, outgoing: ServerResponse) {
  const nonce = randomUUID();
  const html = Buffer.concat(
    page.html.flatMap((part, n) => (n === 0 ? [part] : [Buffer.from(nonce), part])),
  );
  // Brotli takes several times as long.
  const accepted = (incoming.headers["accept-encoding"] ?? "").toString().replace(/\bbr\b/gi, "");
  const isZipped = encodingFor(accepted) === "gzip";
  const body = isZipped ? await promisify(gzip)(html) : html;
  for (const [name, parts] of page.headers) outgoing.setHeader(name, parts.join(nonce));
  if (isZipped) outgoing.setHeader("Content-Encoding", "gzip");
  outgoing.setHeader("Content-Length", body.byteLength);
  outgoing.writeHead(page.status);
  outgoing.end(incoming.method === "HEAD" ? undefined : body);
}

/** Makes Next.js' handler send public pages from memory. */
export function cachePublicPages(next: NextHandler): NextHandler {
  const pages = new Map<string, Kept>();

  /** Requests that arrive together share one rendering. */
  function find(path: string): Promise<Page> {
    const kept = pages.get(path);
    if (kept && kept.until > Date.now()) return kept.page;
    const page = render(next, path);
    const rendering = { page, until: Date.now() + FRESH_MS };
    pages.delete(path);
    for (const oldest of pages.keys()) {
      if (pages.size < MOST_KEPT) break;
      pages.delete(oldest);
    }
    pages.set(path, rendering);
    const forget = () => void (pages.get(path) === rendering && pages.delete(path));
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

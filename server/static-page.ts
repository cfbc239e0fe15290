/**
 * A page that is the same for everyone: rendered by Next.js once per process, then sent from memory. It is
 * sent without scripts, since they would need a new nonce each time.
 */
import { cacheDocument, respondWithDocument } from "#lib/http/cached-document.ts";
import type { RouteHandler } from "#lib/http/endpoint.ts";
import type { NextHandler } from "./listener.ts";
import { renderPage } from "./page-cache.ts";

const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*\bas="script"[^>]*>/g;

/** The headers that are the same every time. */
const CACHED_HEADERS = [
  "content-type",
  "content-security-policy",
  "cross-origin-opener-policy",
  "link",
  "permissions-policy",
  "referrer-policy",
  "x-content-type-options",
  "x-frame-options",
];

/** Renders such a page. @returns the handler that sends it */
export async function staticPage(next: NextHandler, path: string): Promise<RouteHandler> {
  const { statusCode, headers: rendered, payload } = await renderPage(next, path);
  if (statusCode !== 200) throw new Error(`${path} returned ${statusCode}`);
  const headers: Record<string, string> = { "cache-control": "public, max-age=300" };
  for (const name of CACHED_HEADERS) {
    const value = rendered[name];
    if (value !== undefined) headers[name] = String(value);
  }
  const policy = headers["content-security-policy"] ?? "";
  // A page that is kept has no nonce: neither scripts nor styles of its own.
  headers["content-security-policy"] = policy
    .replace(/script-src [^;]*/, "script-src 'none'")
    .replace(/ 'nonce-[^']*'/g, "");
  const document = await cacheDocument(payload.replace(SCRIPTS, ""), headers);
  return async (request) => respondWithDocument(document, request);
}

/**
 * For errors and missing pages, Next.js sends an empty page that scripts fill in. Visitors without scripts
 * would see nothing, so it gets a <noscript> part. If the error is that the database is unavailable, the
 * response is 503 and a plain page of ours.
 */
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { projectRoot } from "#installation/project-root.ts";
import { addNoscript, isScriptedError } from "#lib/framework/next-pages.ts";
import { type Revision, reviseResponse } from "#lib/framework/response.ts";

const FILES: Record<number, string> = { 404: "nothing-here.html", 500: "failed.html" };

/** About as long as Postgres takes to restart, in seconds; the API says the same. */
const RETRY_AFTER = "2";

/** A plain page of ours. */
export const readPublicPage = (file: string) =>
  readFileSync(join(projectRoot, "public", file), "utf8");

/** The <noscript> part: the body of a page of `public/`. */
function noscriptOf(file: string): string {
  const body = /<body[^>]*>([\s\S]*)<\/body>/.exec(readPublicPage(file))?.[1] ?? "";
  return `<link rel="stylesheet" href="/plain-page.css">${body}`;
}

/** Adds the <noscript> part to a page that needs scripts. */
const withNoscript = (outgoing: ServerResponse, file: string): Revision => {
  return (head, body) => {
    const isZipped = outgoing.getHeader("content-encoding") === "gzip";
    const html = (isZipped ? gunzipSync(body) : body).toString("utf8");
    if (!isScriptedError(html)) return [head, body];
    outgoing.removeHeader("content-encoding");
    outgoing.removeHeader("content-length");
    return [head, addNoscript(html, noscriptOf(file))];
  };
};

/** Replaces the response with 503. */
const unavailablePage = (outgoing: ServerResponse): Revision => {
  return () => {
    for (const name of outgoing.getHeaderNames()) {
      if (/^(content-(?!security)|etag|link|transfer-)/.test(name)) outgoing.removeHeader(name);
    }
    outgoing.setHeader("Content-Type", "text/html; charset=utf-8");
    outgoing.setHeader("Cache-Control", "no-store");
    outgoing.setHeader("Retry-After", RETRY_AFTER);
    return [[503], readPublicPage("away.html")];
  };
};

/**
 * Watches a response of Next.js, and replaces it if necessary.
 * @param isUnavailable whether the database was unavailable, called once the response's status is known
 */
export function addFallbacks(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  isUnavailable: () => boolean,
): void {
  const wantsPage = incoming.method === "GET" && incoming.headers.accept?.includes("text/html");
  reviseResponse(outgoing, (status) => {
    if (status === 500 && isUnavailable()) return unavailablePage(outgoing);
    const file = FILES[status];
    return wantsPage && file ? withNoscript(outgoing, file) : undefined;
  });
}

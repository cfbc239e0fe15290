/**
 * A page that is the same for everybody, rendered by Next.js once in each process and then only sent.
 * It goes out without scripts: what they would need, a nonce, would have to be new each time.
 */
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { env } from "#lib/env.ts";
import type { RouteHandler } from "#lib/http/endpoint.ts";
import { answerWithDocument, type KeptDocument, keepDocument } from "#lib/http/kept-document.ts";

type NextHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What the page says of itself that is the same every time. */
const KEPT_HEADERS = [
  "content-type",
  "content-security-policy",
  "cross-origin-opener-policy",
  "link",
  "permissions-policy",
  "referrer-policy",
  "x-content-type-options",
  "x-frame-options",
];

const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*\bas="script"[^>]*>/g;

/** Asks Next.js for a page as a stranger without cookies would. */
async function render(next: NextHandler, path: string) {
  const incoming = new IncomingMessage(new Socket());
  const host = new URL(env().publicBaseUrl).host;
  Object.assign(incoming, { method: "GET", url: path, headers: { host, accept: "text/html" } });
  incoming.push(null);
  const outgoing = new ServerResponse(incoming);
  const parts: Buffer[] = [];
  const keep = (part: unknown) => {
    if (typeof part === "string" || part instanceof Uint8Array) parts.push(Buffer.from(part));
  };
  outgoing.write = ((part: unknown) => {
    keep(part);
    return true;
  }) as typeof outgoing.write;
  const ended = new Promise<void>((resolve) => {
    outgoing.end = ((part: unknown) => {
      keep(part);
      outgoing.emit("finish");
      resolve();
      return outgoing;
    }) as typeof outgoing.end;
  });
  await next(incoming, outgoing);
  await ended;
  if (outgoing.statusCode !== 200) throw new Error(`${path} answered ${outgoing.statusCode}`);
  return { html: Buffer.concat(parts).toString("utf8"), outgoing };
}

async function keepPage(next: NextHandler, path: string): Promise<KeptDocument> {
  const { html, outgoing } = await render(next, path);
  const headers: Record<string, string> = { "cache-control": "public, max-age=300" };
  for (const name of KEPT_HEADERS) {
    const value = outgoing.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  const policy = headers["content-security-policy"] ?? "";
  headers["content-security-policy"] = policy.replace(/script-src [^;]*/, "script-src 'none'");
  return keepDocument(html.replace(SCRIPTS, ""), headers);
}

/** Renders such a page. @returns the handler that sends it */
export async function keptPage(next: NextHandler, path: string): Promise<RouteHandler> {
  const kept = await keepPage(next, path);
  return async (request) => answerWithDocument(kept, request);
}

/** Refusals without a handler: of requests that can't be read or that exceed a limit. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { ServiceError } from "#lib/errors.ts";
import { requestIdOf } from "#lib/http/request-context.ts";
import { failure } from "#lib/http/responses.ts";
import { readPublicPage } from "./noscript-fallback.ts";
import { countUnreadable } from "./request-log.ts";

/** Responds without a handler. */
export async function refuse(outgoing: ServerResponse, error: unknown, requestId: string) {
  if (outgoing.headersSent) return void outgoing.destroy();
  const response = failure(error, requestId);
  const body = await response.text();
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(body);
}

/** Too many requests, or too much to do: a page for browsers, the API's format for programs. */
export async function refuseBusy(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  refusal: ServiceError,
  requestId: string,
) {
  if (!incoming.headers.accept?.includes("text/html")) return refuse(outgoing, refusal, requestId);
  const html = readPublicPage(refusal.status === 503 ? "away.html" : "too-many.html");
  outgoing.writeHead(refusal.status, {
    ...refusal.headers,
    "X-Request-Id": requestId,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": Buffer.byteLength(html),
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
  });
  outgoing.end(html);
}

/** Responds to bytes that are not an HTTP request, and closes the connection. */
export async function refuseUnreadable(socket: Duplex): Promise<void> {
  if (!socket.writable) return void socket.destroy();
  countUnreadable();
  const response = failure(new ServiceError("BAD_REQUEST"), requestIdOf(null));
  const body = await response.text();
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.end(`HTTP/1.1 400 Bad Request\r\n${headers}Connection: close\r\n\r\n${body}`);
}

/** Counts and logs every request once, after its response, by route and never by URL. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { requestIdOf } from "#lib/http/request-context.ts";
import { type LogContext, log } from "#lib/log.ts";
import { metrics } from "#lib/metrics.ts";

/** nginx's status for a request whose client disconnected. */
const CLIENT_CLOSED_REQUEST = 499;

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Successful reads are logged only at debug level. */
function levelOf(method: string, status: number): "debug" | "info" | "warn" {
  if (status >= 500) return "warn";
  return status < 400 && (method === "GET" || method === "HEAD") ? "debug" : "info";
}

function report(context: LogContext, method: string, status: number, ms: number) {
  // Unknown methods share a label, so that clients can't create more.
  const label = METHODS.has(method) ? method : "other";
  const route = context.route ?? "(unreadable)";
  const statusClass = `${Math.floor(status / 100)}xx`;
  metrics().httpSeconds.observe({ route, method: label, status: statusClass }, ms / 1_000);
  const level = levelOf(method, status);
  if (!log().isLevelEnabled(level)) return;
  log()[level](
    { ...context, method: label, route, status, ms: Math.round(ms * 10) / 10 },
    "request",
  );
}

/**
 * Assigns the request's ID, and logs the request when it ends.
 * @returns the context of its log lines; fields added later, such as its route, appear in the request's own line
 */
export function logRequest(incoming: IncomingMessage, outgoing: ServerResponse): LogContext {
  const startedAt = performance.now();
  const [sent, another] = incoming.headersDistinct["x-request-id"] ?? [];
  // If there are two, neither is used.
  const context = { request_id: requestIdOf(another === undefined ? sent : undefined) };
  outgoing.once("close", () => {
    const status = outgoing.headersSent ? outgoing.statusCode : CLIENT_CLOSED_REQUEST;
    report(context, incoming.method ?? "", status, performance.now() - startedAt);
  });
  return context;
}

/** Counts and logs a connection whose bytes weren't a request. */
export function logUnreadable(): void {
  report({ request_id: requestIdOf(null) }, "", 400, 0);
}

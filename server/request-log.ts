/** Counts and logs every request once, when it has been answered: by its route, never its URL. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { headerValues } from "#lib/framework/request.ts";
import { requestIdOf } from "#lib/http/request-context.ts";
import { type LogContext, log } from "#lib/log.ts";
import { metrics } from "#lib/metrics.ts";

/** The status of a request whose client disconnected, as proxies call it. */
const CLIENT_GONE = 499;

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Successful reads are logged at debug level; everything else must be in the log. */
function levelOf(method: string, status: number): "debug" | "info" | "warn" {
  if (status >= 500) return "warn";
  return status < 400 && (method === "GET" || method === "HEAD") ? "debug" : "info";
}

function report(context: LogContext, route: string, method: string, status: number, ms: number) {
  // Unknown methods share a label.
  const known = METHODS.has(method) ? method : "other";
  const statusClass = `${Math.floor(status / 100)}xx`;
  metrics().httpSeconds.observe({ route, method: known, status: statusClass }, ms / 1_000);
  const level = levelOf(method, status);
  if (!log().isLevelEnabled(level)) return;
  log()[level](
    { ...context, method: known, route, status, ms: Math.round(ms * 10) / 10 },
    "request",
  );
}

/**
 * Assigns the request its id, and logs its end.
 * @param route the template of its path
 * @returns the context of its log lines; fields added later appear in the request's own line
 */
export function watchRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  route: string,
): LogContext {
  const startedAt = performance.now();
  const [given, another] = headerValues(incoming, "x-request-id");
  // Of two, neither is the caller's own.
  const context = { request_id: requestIdOf(another === undefined ? given : undefined) };
  outgoing.once("close", () => {
    const status = outgoing.headersSent ? outgoing.statusCode : CLIENT_GONE;
    report(context, route, incoming.method ?? "", status, performance.now() - startedAt);
  });
  return context;
}

/** Counts connections whose bytes were not a request. */
export function countUnreadable(): void {
  report({ request_id: requestIdOf(null) }, "(unreadable)", "", 400, 0);
}

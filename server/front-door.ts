/**
 * The front door: assigns request ids, rejects malformed requests, and calls the API's route handlers
 * directly. Everything else goes to Next.js. So unknown paths and methods of the API get the API's error
 * format, and its requests skip Next's pipeline.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { withPoolShareOf } from "#lib/database/shared-pool.ts";
import { env } from "#lib/env.ts";
import { ServiceError } from "#lib/errors.ts";
import { dropForeignRscHeader, type NextHandler } from "#lib/framework/next-pages.ts";
import { headerValues } from "#lib/framework/request.ts";
import { delayRefusal } from "#lib/http/rate-limit.ts";
import { requestIdFor, requestIdOf, withinRequest } from "#lib/http/request-context.ts";
import { failure } from "#lib/http/responses.ts";
import { type LogContext, log, withinLogContext } from "#lib/log.ts";
import { clientAddressOf } from "./client-address.ts";
import { setDefaultHeaders } from "./default-headers.ts";
import { addFallbacks } from "./noscript-fallback.ts";
import { OAUTH_ENDPOINTS, oauthEndpointOf, serveOauth } from "./oauth.ts";
import type { PageNames } from "./page-names.ts";
import { refuse, refuseBusy } from "./refusals.ts";
import { closeUnread, receiveBody } from "./request-body.ts";
import { admitRequest, bodyLimitOf, countWritten, poolOwnerOf } from "./request-limits.ts";
import { watchRequest } from "./request-log.ts";
import type { Match, RouteModule, RouteTable } from "./route-table.ts";
import { isServedHost, UNSERVED } from "./served-hosts.ts";
import { watchUnread } from "./unread-responses.ts";

/** `.` and `..`, also escaped: only some URL parsers resolve them. */
const DOT_SEGMENT = /(^|\/)(\.|%2e){1,2}(\/|$)/i;

/** A path that all parsers read alike, or undefined. */
function readablePath(target: string): string | undefined {
  if (!target.startsWith("/") || /[\\#]|[^\x21-\x7e]/.test(target)) return undefined;
  const path = target.split("?", 1)[0] as string;
  if (path.includes("//") || DOT_SEGMENT.test(path)) return undefined;
  try {
    decodeURIComponent(target);
    return path;
  } catch {
    return undefined;
  }
}

/** Health checks ask under any name. */
const HEALTH_CHECKS = new Set(["/healthz", "/readyz"]);

/** Exactly one Host header: of two, a proxy may use one and we the other (RFC 9112, 3.2). */
function hasOneHost(incoming: IncomingMessage): boolean {
  const hosts = headerValues(incoming, "host");
  return hosts.length === 1 && hosts[0] !== "";
}

function isOurs(path: string): boolean {
  return /^\/(v1|embed)(\/|$)/.test(path);
}

/** Operations of the API count their callers themselves, and read bodies in the contract's order. */
const isOperation = (name: string) => name.startsWith("/v1/");

/** Whether it expects anything but `100-continue`, which the parser has sent (RFC 9110, 10.1.1). */
const expectsMore = ({ headers }: IncomingMessage) =>
  headers.expect !== undefined && headers.expect.toLowerCase() !== "100-continue";

/** Limits, queues, and the log each wait for a response's end, as Next.js does several times. */
const MAX_LISTENERS = 20;

/** The methods of pages; Next.js would treat any other like one of these. */
const PAGE_METHODS = ["GET", "HEAD", "POST"];

function isTaken(method = "", path: string): boolean {
  return PAGE_METHODS.includes(method) || (method === "PUT" && path === "/api/inngest");
}

async function callRoute({ route, params }: Match, request: Request): Promise<Response> {
  const { module } = route;
  const method = request.method === "HEAD" ? "GET" : request.method;
  const handler = module[method as keyof typeof module];
  if (handler) return handler(request, { params: Promise.resolve(params) });
  throw notAllowed(methodsOf(module));
}

function methodsOf(module: RouteModule): string[] {
  const methods = Object.keys(module).filter((name) => /^[A-Z]+$/.test(name));
  return methods.includes("GET") ? [...methods, "HEAD"] : methods;
}

const notAllowed = (methods: string[]) =>
  new ServiceError("METHOD_NOT_ALLOWED", { headers: { Allow: methods.toSorted().join(", ") } });

/** Sends HSTS if the product is served by https. Decided here: the public URL is not known at build time. */
function insistOnHttps(outgoing: ServerResponse): void {
  if (!env().publicBaseUrl.startsWith("https://")) return;
  outgoing.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
}

/**
 * Creates the listener of the HTTP server.
 * @param routes the route handlers to call directly
 * @param next Next.js, for everything else
 * @param nameOf the names of its pages in the log and in the metrics
 */
export function frontDoor(
  routes: RouteTable,
  next: NextHandler,
  nameOf: PageNames = () => "(page)",
): RequestListener {
  const answer = getRequestListener(
    async (request) => {
      const requestId = requestIdFor(request);
      try {
        const match = routes.match(new URL(request.url).pathname);
        if (!match) throw new ServiceError("NOT_FOUND");
        return await callRoute(match, request);
      } catch (thrown) {
        return failure(thrown, requestId);
      }
    },
    {
      overrideGlobalObjects: false,
      errorHandler: () => failure(new ServiceError("BAD_REQUEST"), requestIdOf(null)),
    },
  );

  function page(incoming: IncomingMessage, outgoing: ServerResponse, context: LogContext): void {
    dropForeignRscHeader(incoming);
    const requestId = context.request_id as string;
    outgoing.setHeader("X-Request-Id", requestId);
    addFallbacks(incoming, outgoing, () => context.away !== undefined);
    next(incoming, outgoing).catch((error) => refuse(outgoing, error, requestId));
  }

  /** Whether a path belongs to the API or the authorization server, and its name in the log and in the metrics. */
  function placeOf(path: string | undefined): Place {
    if (path === undefined) return { isApi: false, name: "(unreadable)" };
    const oauth = oauthEndpointOf(path);
    if (oauth !== undefined) return { isApi: false, name: oauth, oauth };
    const route = routes.match(path)?.route.path;
    if (route !== undefined) return { isApi: true, name: route };
    return isOurs(path) ? { isApi: true, name: "(none)" } : { isApi: false, name: nameOf(path) };
  }

  /** Passes a request on to the authorization server. */
  async function authorize(received: IncomingMessage, endpoint: string, asked: Asked) {
    const { outgoing, requestId } = asked;
    try {
      const methods = OAUTH_ENDPOINTS[endpoint] as string[];
      if (!methods.includes(received.method ?? "")) throw notAllowed(methods);
      await serveOauth(endpoint, received, outgoing, asked);
    } catch (error) {
      await refuse(outgoing, error, requestId);
    }
  }

  /** The response to TRACE, which nothing here supports. */
  function untraceable(path: string): ServiceError {
    const oauth = oauthEndpointOf(path);
    if (oauth !== undefined) return notAllowed(OAUTH_ENDPOINTS[oauth] as string[]);
    const match = routes.match(path);
    if (match) return notAllowed(methodsOf(match.route.module));
    return isOurs(path) ? new ServiceError("NOT_FOUND") : notAllowed(PAGE_METHODS);
  }

  /** Applies rate and size limits, and passes the request on. */
  async function admitTo(
    handle: (received: IncomingMessage) => void | Promise<void>,
    { incoming, outgoing, path, requestId, address }: Asked,
  ): Promise<void> {
    const { fields, refusal, countBytes } = admitRequest(incoming, path, address);
    for (const [name, value] of Object.entries(fields)) outgoing.setHeader(name, value);
    if (refusal) {
      await delayRefusal();
      return refuseBusy(incoming, outgoing, refusal, requestId);
    }
    if (countBytes) countWritten(incoming, outgoing, countBytes);
    const received = await receiveBody(incoming, bodyLimitOf(path, address));
    if (received) return handle(received);
    await refuse(outgoing, new ServiceError("PAYLOAD_TOO_LARGE"), requestId);
  }

  /** Passes a request on to what handles it. */
  function dispatch(place: Place, asked: Asked, context: LogContext): void | Promise<void> {
    const { incoming, outgoing, path, requestId } = asked;
    const { isApi, name, oauth } = place;
    if (isApi && isOperation(name)) return answer(incoming, outgoing);
    if (oauth !== undefined) return admitTo((it) => authorize(it, oauth, asked), asked);
    if (isApi) return admitTo((it) => answer(it, outgoing), asked);
    if (isTaken(incoming.method, path)) {
      const owner = poolOwnerOf(incoming, path);
      return admitTo((it) => withPoolShareOf(owner, () => page(it, outgoing, context)), asked);
    }
    return refuse(outgoing, notAllowed(PAGE_METHODS), requestId);
  }

  function receive(incoming: IncomingMessage, outgoing: ServerResponse): void | Promise<void> {
    outgoing.setMaxListeners(MAX_LISTENERS);
    insistOnHttps(outgoing);
    setDefaultHeaders(outgoing);
    closeUnread(incoming, outgoing);
    const path = readablePath(incoming.url ?? "");
    const place = placeOf(path);
    const context = watchRequest(incoming, outgoing, place.name);
    const requestId = context.request_id as string;
    if (path === undefined || !hasOneHost(incoming) || expectsMore(incoming)) {
      return refuse(outgoing, new ServiceError("BAD_REQUEST"), requestId);
    }
    if (!isServedHost(incoming.headers.host) && !HEALTH_CHECKS.has(path)) {
      return refuse(outgoing, new ServiceError("BAD_REQUEST", { details: UNSERVED }), requestId);
    }
    // No `Request` can be created from it.
    if (incoming.method === "TRACE") return refuse(outgoing, untraceable(path), requestId);
    const address = clientAddressOf(incoming);
    watchUnread(address, incoming, outgoing);
    const asked = { incoming, outgoing, path, requestId, address };
    return withinRequest({ requestId, address }, () =>
      withinLogContext(context, () => dispatch(place, asked, context)),
    );
  }

  return async (incoming, outgoing) => {
    try {
      await receive(incoming, outgoing);
    } catch (error) {
      log().error({ err: error }, "request couldn't be received");
      await refuse(outgoing, new ServiceError("BAD_REQUEST"), requestIdOf(null));
    }
  };
}

/** Where a path leads. */
type Place = { isApi: boolean; name: string; oauth?: string };

type Asked = {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  path: string;
  requestId: string;
  /** The client's. */
  address: string;
};

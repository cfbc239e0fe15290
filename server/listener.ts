/**
 * The API server, in front of Next.js. It calls the API's route handlers directly, bypassing Next's pipeline, and passes
 * pages on to Next.js.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { withPoolShareOf } from "#lib/database/shared-pool.ts";
import { env } from "#lib/env.ts";
import { ServiceError } from "#lib/errors.ts";
import { admit, poolOwnerOf } from "#lib/http/admission.ts";
import { lastForwarded } from "#lib/http/caller.ts";
import type { RouteHandler } from "#lib/http/endpoint.ts";
import { failureFor } from "#lib/http/plain-page.ts";
import type { OnAdmission } from "#lib/http/rate-limit.ts";
import { requestContext, withinRequest } from "#lib/http/request-context.ts";
import { failure, hstsHeader } from "#lib/http/responses.ts";
import type { Route } from "#lib/http/route-policy.ts";
import { contextOf, createRouter, findRoute, hasNoPages, type Match } from "#lib/http/router.ts";
import { isServedHost, UNKNOWN_HOST } from "#lib/http/served-hosts.ts";
import { oneUpload } from "#lib/http/uploads.ts";
import { addToLogContext, log, withinLogContext } from "#lib/log.ts";
import { logRequest } from "./request-log.ts";
import { closeAfterResponse, countUnread } from "./unread.ts";

export type NextHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;
export type Routes = readonly (Omit<Route, "kind"> & { module: Record<string, unknown> })[];

/** `.` and `..`, even escaped: only some URL parsers resolve them. */
const DOT_SEGMENT = /(^|\/)(\.|%2e){1,2}(\/|$)/i;

/** Whether every URL parser reads the target the same way. */
function isUnambiguous(target: string): boolean {
  if (!target.startsWith("/") || /[\\#]|[^\x21-\x7e]/.test(target)) return false;
  const path = target.split("?", 1)[0] as string;
  if (path.includes("//") || DOT_SEGMENT.test(path)) return false;
  try {
    decodeURIComponent(target);
    return true;
  } catch {
    return false;
  }
}

/** Whether it expects anything but `100-continue`, which the parser has already sent (RFC 9110, 10.1.1). */
const hasUnknownExpectation = ({ headers }: IncomingMessage) =>
  headers.expect !== undefined && headers.expect.toLowerCase() !== "100-continue";

/** Whether Next.js can read what a page's router says of itself. Otherwise, it would fail while it renders. */
function hasValidRouterState({ headers }: IncomingMessage): boolean {
  try {
    parseAndValidateFlightRouterState(headers["next-router-state-tree"]);
    return true;
  } catch {
    return false;
  }
}

/** The path as sent. */
const pathOf = ({ url = "" }: IncomingMessage) => url.split("?", 1)[0] as string;

/** @throws ServiceError if the request is invalid for any method and body */
function requireValid(incoming: IncomingMessage, { route }: Match): void {
  const target = incoming.url ?? "";
  const [host = "", another] = incoming.headersDistinct.host ?? [];
  // With two, a proxy may use one and we the other (RFC 9112, 3.2).
  const hasOneHost = host !== "" && another === undefined;
  if (!isUnambiguous(target) || !hasOneHost || hasUnknownExpectation(incoming))
    throw new ServiceError("BAD_REQUEST");
  if (!route?.anyHost && !isServedHost(host))
    throw new ServiceError("BAD_REQUEST", { details: UNKNOWN_HOST });
}

/** Identifies the request in logs and metrics by its route's template, never by its URL. */
const labelOf = (match: Match) =>
  match.route?.path ?? (hasNoPages(match.path) ? "(none)" : "(other)");

type ListenerOptions = {
  /** The route handlers to call directly. */
  routes: Routes;
  next: NextHandler;
};

const methodsOf = (module: object) => Object.keys(module).filter((name) => /^[A-Z]+$/.test(name));

/** Calls the handler for the request's method: for HEAD, GET's. */
async function callHandler(
  module: Record<string, unknown>,
  request: Request,
  match: Match<unknown>,
): Promise<Response> {
  const isHead = request.method === "HEAD";
  const handler = module[isHead ? "GET" : request.method] as RouteHandler;
  const response = await handler(request, contextOf(match));
  return isHead ? new Response(null, response) : response;
}

/** @param uploader the school or bank whose file the request is, if any */
async function passOn(
  next: NextHandler,
  { incoming, outgoing }: HttpBindings,
  headers: Headers,
  uploader: string | null,
): Promise<Response> {
  if (!hasValidRouterState(incoming)) throw new ServiceError("BAD_REQUEST");
  const pass = () => withPoolShareOf(poolOwnerOf(headers), () => next(incoming, outgoing));
  // Next.js receives a whole body before any of our code sees it.
  await (uploader === null ? pass() : oneUpload(`receiving for ${uploader}`, pass));
  return RESPONSE_ALREADY_SENT;
}

/** A RequestError means an invalid request; anything else is logged and becomes a 500. */
const toServiceError = (error: unknown) =>
  error instanceof RequestError ? new ServiceError("BAD_REQUEST") : error;

const toRoute = (route: Routes[number]) => ({
  ...route,
  kind: "handler" as const,
  server: "api" as const,
  methods: methodsOf(route.module),
});

/** Adds an admission's headers to the response, and counts its bytes once it is sent. */
function onAdmissionOf({ incoming, outgoing }: HttpBindings): OnAdmission {
  const before = incoming.socket.bytesWritten;
  return ({ fields, countBytes }) => {
    for (const [name, value] of Object.entries(fields)) outgoing.setHeader(name, value);
    outgoing.once("close", () => countBytes?.(incoming.socket.bytesWritten - before));
  };
}

export function createListener({ routes, next }: ListenerOptions): RequestListener {
  const findOurs = createRouter(routes.map(toRoute));

  async function respond(request: Request, bindings: HttpBindings): Promise<Response> {
    const path = pathOf(bindings.incoming);
    const ours = findOurs(path);
    const match = ours.route ? ours : findRoute(path);
    requireValid(bindings.incoming, match);
    addToLogContext({ route: labelOf(match) });
    const { address = "" } = requestContext() ?? {};
    const uploader = await admit(match, request, address, onAdmissionOf(bindings));
    if (ours.route) return callHandler(ours.route.module, request, match);
    return passOn(next, bindings, request.headers, uploader);
  }

  const handle = getRequestListener(
    async (request, env) => {
      const bindings = env as HttpBindings;
      const { incoming } = bindings;
      const response = await respond(request, bindings).catch((error) =>
        failureFor(toServiceError(error), request),
      );
      const isSent = response === RESPONSE_ALREADY_SENT;
      return incoming.complete || isSent ? response : closeAfterResponse(response, incoming);
    },
    {
      overrideGlobalObjects: false,
      autoCleanupIncoming: false,
      errorHandler: (error) => failure(toServiceError(error), requestContext()?.requestId ?? ""),
    },
  );

  return (incoming, outgoing) => {
    try {
      const forwarded = env().trustProxy ? incoming.headers["x-forwarded-for"] : undefined;
      // Limits, the log, and Next.js each add listeners; more than 10 make Node.js warn (test/process/tracing.ts).
      outgoing.setMaxListeners(20);
      const address = lastForwarded(forwarded) ?? incoming.socket.remoteAddress ?? "unknown";
      const context = logRequest(incoming, outgoing);
      countUnread(address, outgoing);
      const requestId = context.request_id as string;
      outgoing.setHeader("X-Request-Id", requestId);
      for (const [name, value] of Object.entries(hstsHeader())) outgoing.setHeader(name, value);
      return withinRequest({ requestId, address, response: outgoing }, () =>
        withinLogContext(context, () => handle(incoming, outgoing)),
      );
    } catch (error) {
      log().error({ err: error }, "couldn't handle a request");
      outgoing.destroy();
    }
  };
}

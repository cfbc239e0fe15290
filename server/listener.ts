/**
 * The API server: a Hono app in front of Next.js. It calls the API's route handlers directly, bypassing Next's
 * pipeline, and passes pages on to Next.js.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { withPoolShareOf } from "#lib/database/shared-pool.ts";
import { env } from "#lib/env.ts";
import { ServiceError } from "#lib/errors.ts";
import { admitBody, applyLimits, poolOwnerOf } from "#lib/http/admission.ts";
import { lastForwarded } from "#lib/http/caller.ts";
import type { RouteHandler } from "#lib/http/endpoint.ts";
import { failureFor } from "#lib/http/plain-page.ts";
import type { OnAdmission } from "#lib/http/rate-limit.ts";
import { requestContext, withinRequest } from "#lib/http/request-context.ts";
import { failure, hstsHeader } from "#lib/http/responses.ts";
import type { Route } from "#lib/http/route-policy.ts";
import { createRouter, type Match, problemOf } from "#lib/http/router.ts";
import { isServedHost, UNKNOWN_HOST } from "#lib/http/served-hosts.ts";
import { oneUpload } from "#lib/http/uploads.ts";
import { addToLogContext, log, logContext, withinLogContext } from "#lib/log.ts";
import { apiPrefixes, manifest } from "../generated/manifest.ts";
import { logRequest } from "./request-log.ts";
import { closeAfterResponse, countUnread } from "./unread.ts";

export type NextHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;
export type Routes = readonly (Route & { module: Record<string, unknown> })[];
type Bindings = { Bindings: HttpBindings & { match: Match } };

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

/** The path as sent, since Hono's is decoded. */
const pathOf = ({ url = "" }: IncomingMessage) => url.split("?", 1)[0] as string;

/** The error of a request that is invalid for any method and body. */
function invalidityOf(incoming: IncomingMessage, { route }: Match): ServiceError | undefined {
  const target = incoming.url ?? "";
  const [host = "", another] = incoming.headersDistinct.host ?? [];
  // With two, a proxy may use one and we the other (RFC 9112, 3.2).
  const hasOneHost = host !== "" && another === undefined;
  if (!isUnambiguous(target) || !hasOneHost || hasUnknownExpectation(incoming))
    return new ServiceError("BAD_REQUEST");
  if (route?.anyHost || isServedHost(host)) return undefined;
  return new ServiceError("BAD_REQUEST", { details: UNKNOWN_HOST });
}

/** `/v1/donations/[donation_id]` → `/v1/donations/:donation_id`. */
const toHonoPath = (path: string) => path.replace(/\[(\w+)\]/g, ":$1");

/** The first match wins, so static segments come before parameters: `[` sorts before letters. */
const staticFirst = (a: string, b: string) => (a < b ? 1 : -1);

const requestId = () => requestContext()?.requestId ?? "";

/** Identifies the request in logs and metrics by its first matching route template, never by its URL. */
const withRoute =
  (route: string): MiddlewareHandler<Bindings> =>
  (_, next) => {
    if (!logContext().route) addToLogContext({ route });
    return next();
  };

/** Applies rate limits. API operations apply their own, in the contract's order. */
const withLimits: MiddlewareHandler<Bindings> = async ({ env, req }, next) => {
  const { incoming, outgoing, match } = env;
  const before = incoming.socket.bytesWritten;
  const { address = "" } = requestContext() ?? {};
  const admit: OnAdmission = ({ fields, countBytes }) => {
    for (const [name, value] of Object.entries(fields)) outgoing.setHeader(name, value);
    outgoing.once("close", () => countBytes?.(incoming.socket.bytesWritten - before));
  };
  await applyLimits(match, req.raw.headers, address, admit);
  return next();
};

const admitBodyOf = ({ env: { match }, req }: Context<Bindings>) =>
  admitBody(match, req.raw.headers, requestContext()?.address ?? "");

const withSmallBody: MiddlewareHandler<Bindings> = async (context, next) => {
  await admitBodyOf(context);
  return next();
};

type ListenerOptions = {
  /** The route handlers to call directly. */
  routes: Routes;
  /** The paths of everything else, as folder names. */
  pages?: string[];
  next: NextHandler;
};

const methodsOf = (module: object) => Object.keys(module).filter((name) => /^[A-Z]+$/.test(name));

function createApp({ routes, pages = [], next }: ListenerOptions): Hono<Bindings> {
  const app = new Hono<Bindings>();
  const toNext = async (context: Context<Bindings>) => {
    const { env, req } = context;
    const problem = problemOf(env.match, req.method, pathOf(env.incoming));
    if (problem) throw problem;
    if (!hasValidRouterState(env.incoming)) throw new ServiceError("BAD_REQUEST");
    const uploader = await admitBodyOf(context);
    const owner = poolOwnerOf(req.raw.headers);
    const pass = () => withPoolShareOf(owner, () => next(env.incoming, env.outgoing));
    // Next.js receives a whole body before any of our code sees it.
    await (uploader === null ? pass() : oneUpload(`receiving for ${uploader}`, pass));
    return RESPONSE_ALREADY_SENT;
  };
  for (const { path, module, limit } of routes.toSorted((a, b) => staticFirst(a.path, b.path))) {
    const pattern = toHonoPath(path);
    app.use(pattern, withRoute(path));
    for (const method of methodsOf(module)) {
      const handler = module[method] as RouteHandler;
      const call = ({ req }: Context) => handler(req.raw, { params: Promise.resolve(req.param()) });
      if (limit === "gate") app.on(method, pattern, call);
      else app.on(method, pattern, withLimits, withSmallBody, call);
    }
    app.all(pattern, withLimits, toNext);
  }
  for (const prefix of apiPrefixes) app.use(`${prefix}/*`, withRoute("(none)"));
  app.use("/_next/*", withRoute("/_next"));
  for (const path of pages.toSorted(staticFirst)) app.use(toHonoPath(path), withRoute(path));
  app.all("*", withRoute("(other)"), withLimits, toNext);
  app.onError((error, { req }) => failureFor(error, req.raw));
  return app;
}

/** Creates the listener of the HTTP server. */
export function createListener(options: ListenerOptions): RequestListener {
  const app = createApp(options);
  const ours = options.routes.map(
    ({ module, ...route }): Route => ({ ...route, server: "api", methods: methodsOf(module) }),
  );
  const findRoute = createRouter([...manifest.filter(({ server }) => server !== "api"), ...ours]);
  const handle = getRequestListener(
    async (request, env) => {
      const { incoming } = env as HttpBindings;
      const match = findRoute(pathOf(incoming));
      const problem = invalidityOf(incoming, match);
      const response = problem
        ? failure(problem, requestId())
        : await app.fetch(request, { ...env, match });
      const isSent = response === RESPONSE_ALREADY_SENT;
      return incoming.complete || isSent ? response : closeAfterResponse(response, incoming);
    },
    {
      overrideGlobalObjects: false,
      autoCleanupIncoming: false,
      // A RequestError means an invalid request; anything else is logged and becomes a 500.
      errorHandler: (error) =>
        failure(
          error instanceof RequestError ? new ServiceError("BAD_REQUEST") : error,
          requestId(),
        ),
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

/** All operations, under plain Next.js, whose proxy has checked path and method. Our server calls them itself. */
import type { RouteHandler } from "#lib/http/endpoint.ts";
import { contextOf, createRouter } from "#lib/http/router.ts";
import { operations } from "../operations.ts";

const find = createRouter(operations);

const handle = (request: Request): Promise<Response> => {
  const match = find(new URL(request.url).pathname);
  const name = request.method === "HEAD" ? "GET" : request.method;
  const handler = match.route?.module[name] as RouteHandler;
  return handler(request, contextOf(match));
};

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST };

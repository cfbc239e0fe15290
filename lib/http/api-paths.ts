/** What a path leads to: an operation, a file, or a page, which Next.js would try to find for any path and method. */
import { ServiceError } from "../errors.ts";
import { isFile } from "./admission.ts";

/** Paths as folders spell them, with the methods that their handlers take. */
export type Operations = readonly (readonly [path: string, methods: readonly string[]])[];

/**
 * Where no pages are, in any case, since Next.js compares without it. The last is Next.js' own, and fails. (Keep in
 * step with next.config.ts.)
 */
const NO_PAGES =
  /^\/(v1|embed|openapi\.json|healthz|readyz|metrics|oauth\/(jwks|token|userinfo|auth)|\.well-known|_global-error)(\/|$)/i;

/** Next.js would treat any other method like one of these. */
const PAGE_METHODS = ["GET", "POST"];

const withHead = (methods: readonly string[]) =>
  methods.includes("GET") ? [...methods, "HEAD"] : [...methods];

/**
 * Creates what finds a request's destination.
 * @returns a function that returns the operation's path, if it is one, and why nothing answers, if nothing does
 */
export function destinationsAmong(operations: Operations) {
  const routes = operations.map(([path, methods]) => ({
    path,
    methods,
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\[\w+\]/g, "[^/]+")}$`),
  }));
  return (method: string, path: string): { operation?: string; problem?: ServiceError } => {
    const route = routes.find(({ pattern }) => pattern.test(path));
    if (!route && NO_PAGES.test(path)) return { problem: new ServiceError("NOT_FOUND") };
    const found = route ? { operation: route.path } : {};
    const methods = withHead(route?.methods ?? (isFile(path) ? ["GET"] : PAGE_METHODS));
    if (methods.includes(method)) return found;
    const headers = { Allow: methods.sort().join(", ") };
    return { ...found, problem: new ServiceError("METHOD_NOT_ALLOWED", { headers }) };
  };
}

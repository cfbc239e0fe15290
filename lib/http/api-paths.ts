/** Routes a path to an operation, a file, or a page. Next.js alone would look for a page for any path and method. */
import { ServiceError } from "../errors.ts";
import { isFile } from "./admission.ts";
import { OWN_HEADERS } from "./own-headers.ts";

/** Paths as their route folders are named, with the methods that their handlers support. */
export type Operations = readonly (readonly [path: string, methods: readonly string[]])[];

/**
 * Paths that have no pages, matched case-insensitively, as Next.js does. The last is Next.js's own, and fails; `forms`
 * is where Next.js sends what is posted to forms.
 */
const NO_PAGES = new RegExp(`^/(${OWN_HEADERS}|forms|_global-error)(/|$)`, "i");

/** Next.js would treat any other method like one of these. */
const PAGE_METHODS = ["GET", "POST"];

/** `/v1/donations/[donation_id]` as a pattern, with a group for each parameter. */
export const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(".", "\\.").replace(/\[(\w+)\]/g, "(?<$1>[^/]+)")}$`);

const withHead = (methods: readonly string[]) =>
  methods.includes("GET") ? [...methods, "HEAD"] : [...methods];

/**
 * Creates a router.
 * @returns a function that returns the path of the operation, if it is one, and an error, if nothing handles it
 */
export function createPathRouter(operations: Operations) {
  const routes = operations.map(([path, methods]) => ({
    path,
    methods,
    pattern: patternOf(path),
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

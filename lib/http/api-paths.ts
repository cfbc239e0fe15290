/** Which paths are the API's. Under plain Next.js, a page would answer unknown ones, and methods that they don't take. */
import { apiMethods } from "../../generated/api-methods.ts";
import { ServiceError } from "../errors.ts";

const routes = apiMethods.map(([path, methods]) => ({
  path,
  methods: methods.includes("GET") ? [...methods, "HEAD"] : methods,
  pattern: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\[\w+\]/g, "[^/]+")}$`),
}));

/** The methods of pages; Next.js would treat any other like one of these. */
const PAGE_METHODS = ["GET", "HEAD", "POST"];

/**
 * Finds what a path leads to.
 * @returns whether it is an operation, which counts its callers itself; and why nothing answers the request, if so
 */
export function destinationOf(method: string, path: string) {
  const route = routes.find(({ pattern }) => pattern.test(path));
  const isOperation = route?.path.startsWith("/v1/") === true;
  if (!route && /^\/(v1|embed)(\/|$)/.test(path)) {
    return { isOperation, problem: new ServiceError("NOT_FOUND") };
  }
  const methods = route?.methods ?? PAGE_METHODS;
  if (methods.includes(method)) return { isOperation };
  const headers = { Allow: methods.toSorted().join(", ") };
  return { isOperation, problem: new ServiceError("METHOD_NOT_ALLOWED", { headers }) };
}

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

/** What keeps a request from being for anything: its path, or its method. */
export function misdirection(method: string, path: string): ServiceError | undefined {
  const route = routes.find(({ pattern }) => pattern.test(path));
  if (!route && /^\/(v1|embed)(\/|$)/.test(path)) return new ServiceError("NOT_FOUND");
  const methods = route?.methods ?? PAGE_METHODS;
  if (methods.includes(method)) return undefined;
  return new ServiceError("METHOD_NOT_ALLOWED", {
    headers: { Allow: methods.toSorted().join(", ") },
  });
}

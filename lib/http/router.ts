/** Finds the route for a path. Next.js alone would look for a page for any path and method. */
import { manifest, NO_PAGES } from "../../generated/manifest.ts";
import { ServiceError } from "../errors.ts";
import type { Route } from "./route-policy.ts";

/** Matched case-insensitively, as Next.js does. */
const WITHOUT_PAGES = new RegExp(`^/(${NO_PAGES})(/|$)`, "i");

export const hasNoPages = (path: string): boolean => WITHOUT_PAGES.test(path);

/** Next.js would treat any other method like one of these. */
const PAGE_METHODS = ["GET", "POST"];

/** The files of Next.js's build. */
const BUILT_FILES: Route = {
  path: "/_next/static",
  kind: "file",
  limit: "files",
  methods: ["GET"],
};

/** `/v1/donations/[donation_id]` as a pattern, with a group for each parameter. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(".", "\\.").replace(/\[(\w+)\]/g, "(?<$1>[^/]+)")}$`);

/** A raw path, the route that matches it, if any, and the route's parameters, still encoded. */
export type Match<R = Route> = { path: string; route?: R; params?: Record<string, string> };

/** What handlers get of a match: its parameters, decoded. @throws URIError if one is malformed */
export function contextOf({ params = {} }: Match<unknown>) {
  const decoded = Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]);
  return { params: Promise.resolve(Object.fromEntries(decoded)) };
}

/** Creates a function that finds the route for a raw path. A route without parameters wins, then the first. */
export function createRouter<R extends { path: string }>(
  routes: readonly R[],
): (path: string) => Match<R> {
  const fixed = new Map(routes.map((route) => [route.path, route]));
  const patterns = routes
    .filter(({ path }) => path.includes("["))
    .map((route) => ({ route, pattern: patternOf(route.path) }));
  return (path) => {
    const route = fixed.get(path);
    if (route) return { path, route };
    for (const { route, pattern } of patterns) {
      const found = pattern.exec(path);
      if (found) return { path, route, params: { ...found.groups } };
    }
    return { path };
  };
}

const findInManifest = createRouter(manifest);

export const findRoute = (path: string): Match =>
  path.startsWith(BUILT_FILES.path) ? { path, route: BUILT_FILES } : findInManifest(path);

/** The error of a request that nothing handles. */
export function problemOf({ path, route }: Match, method: string): ServiceError | undefined {
  if (route?.server !== "api" && hasNoPages(path)) return new ServiceError("NOT_FOUND");
  const supported = route?.methods ?? PAGE_METHODS;
  const methods = supported.includes("GET") ? [...supported, "HEAD"] : [...supported];
  if (methods.includes(method)) return undefined;
  return new ServiceError("METHOD_NOT_ALLOWED", { headers: { Allow: methods.sort().join(", ") } });
}

/** Names for the requests that go to Next.js, in the log and in the metrics: templates, never URLs. */
import { builtPages, builtRouteHandlers } from "#lib/framework/next-build.ts";
import { isFile } from "./request-limits.ts";
import { routeTable } from "./route-table.ts";

/** From a path to the template of its page. */
export type PageNames = (path: string) => string;

const FALLBACK = "(other)";

/** Creates the names from folder paths: `/schools/[school_id]`, `/api/auth/[...nextauth]`. */
export function pageNames(templates: string[]): PageNames {
  const pages = routeTable(templates.map((path) => ({ path, module: {} })));
  return (path) =>
    path.startsWith("/_next/") ? "/_next" : (pages.match(path)?.route.path ?? FALLBACK);
}

/** The names of the built pages. */
export const builtPageNames = (root: string): PageNames => pageNames(builtPages(root));

/** Whether a path has a page rendered, if only the one that says that there is none. */
export function builtPageTest(root: string): (path: string) => boolean {
  const nameOf = builtPageNames(root);
  const handlers = new Set(builtRouteHandlers(root));
  return (path) => !isFile(path) && !handlers.has(nameOf(path));
}

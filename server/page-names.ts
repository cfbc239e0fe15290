/** What the requests that go to Next.js are called in the log and in the metrics: never by their address. */
import { builtPages } from "#lib/framework/next-build.ts";
import { routeTable } from "./route-table.ts";

/** From a path to the template of its page. */
export type PageNames = (path: string) => string;

const FALLBACK = "(other)";

/**
 * Makes the names from the build's own list of pages.
 * @param templates as folders spell them: `/schools/[school_id]`, `/api/auth/[...nextauth]`
 */
export function pageNames(templates: string[]): PageNames {
  const pages = routeTable(templates.map((path) => ({ path, module: {} })));
  const deep = templates
    .filter((path) => path.includes("[..."))
    .map((path) => ({ path, prefix: path.slice(0, path.indexOf("[")) }));
  return (path) => {
    if (path.startsWith("/_next/")) return "/_next";
    return (
      pages.match(path)?.route.path ??
      deep.find(({ prefix }) => path.startsWith(prefix))?.path ??
      FALLBACK
    );
  };
}

/** The names of the pages that were built. */
export const builtPageNames = (root: string): PageNames => pageNames(builtPages(root));

/** Maps a path to its route handler: fixed segments win over parameters. */
import { METHOD_NAME_ALL } from "hono/router";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";
import type { RouteHandler } from "#lib/http/endpoint.ts";

/** A route module's methods. */
export type RouteModule = Partial<
  Record<"GET" | "POST" | "PATCH" | "DELETE" | "PUT", RouteHandler>
>;

type Route = { path: string; module: RouteModule };

export type Match = { route: Route; params: Record<string, string> };

export type RouteTable = { match(path: string): Match | undefined };

/** `/v1/donations/[donation_id]` → `/v1/donations/:donation_id`, `[...rest]` → `:rest{.+}`. */
const inHonosWords = (path: string) =>
  path.replace(/\[\.\.\.(\w+)\]/g, ":$1{.+}").replace(/\[(\w+)\]/g, ":$1");

/** The front door handles methods, since it has to tell 405 from 404. */
const ANY = METHOD_NAME_ALL;

/** The first one added wins. */
const order = ({ path }: { path: string }) =>
  path.replaceAll("[...", "\uffff").replaceAll("[", "\ufffe");

/**
 * Builds the table.
 * @param entries folder paths (`/v1/donations/[donation_id]`) with their modules
 */
export function routeTable(
  entries: readonly { path: string; module: Record<string, unknown> }[],
): RouteTable {
  const fixed = new Map<string, Match>();
  // The trie handles routes that the single regular expression cannot distinguish.
  const router = new SmartRouter<Route>({ routers: [new RegExpRouter(), new TrieRouter()] });
  for (const { path, module } of entries.toSorted((a, b) => (order(a) < order(b) ? -1 : 1))) {
    if (path.includes("[")) router.add(ANY, inHonosWords(path), { path, module });
    else fixed.set(path, { route: { path, module }, params: {} });
  }
  return {
    match(path) {
      const match = fixed.get(path);
      if (match) return match;
      const [[found], values] = router.match(ANY, path);
      if (!found) return undefined;
      const [route, given] = found;
      const params = Object.entries(given).map(([name, value]) => [
        name,
        decodeURIComponent(typeof value === "number" ? (values?.[value] ?? "") : value),
      ]);
      return { route, params: Object.fromEntries(params) };
    },
  };
}

/** From a path to its route handler: fixed segments win over parameters. */
import type { RouteHandler } from "#lib/http/endpoint.ts";

/** A route module's methods. */
export type RouteModule = Partial<
  Record<"GET" | "POST" | "PATCH" | "DELETE" | "PUT", RouteHandler>
>;

type Route = { path: string; segments: string[]; module: RouteModule };

export type Match = { route: Route; params: Record<string, string> };

export type RouteTable = { match(path: string): Match | undefined };

const parameterName = (segment: string) => /^\[(\w+)\]$/.exec(segment)?.[1];

function paramsOf(route: Route, given: string[]): Record<string, string> | undefined {
  if (route.segments.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of route.segments.entries()) {
    const value = given[index] as string;
    const name = parameterName(segment);
    if (name && value !== "") params[name] = decodeURIComponent(value);
    else if (segment !== value) return undefined;
  }
  return params;
}

/**
 * Builds the table.
 * @param entries paths as folders spell them (`/v1/donations/[donation_id]`) with their modules
 */
export function routeTable(
  entries: readonly { path: string; module: Record<string, unknown> }[],
): RouteTable {
  const routes = entries.map(({ path, module }) => ({
    path,
    segments: path.split("/").slice(1),
    module: module as RouteModule,
  }));
  const fixed = new Map(routes.filter(({ path }) => !path.includes("[")).map((r) => [r.path, r]));
  const open = routes.filter(({ path }) => path.includes("["));
  return {
    match(path) {
      const route = fixed.get(path);
      if (route) return { route, params: {} };
      const given = path.split("/").slice(1);
      for (const candidate of open) {
        const params = paramsOf(candidate, given);
        if (params) return { route: candidate, params };
      }
      return undefined;
    },
  };
}

import type { ContextName } from "#lib/auth/tenants.ts";

/** A path with query parameters, without those that are null or undefined; the bare path if there are none. */
export function pathWithQuery(
  path: string,
  parameters: Record<string, string | null | undefined>,
): string {
  const given = Object.entries(parameters).filter((one): one is [string, string] => one[1] != null);
  const query = new URLSearchParams(given);
  return query.size > 0 ? `${path}?${query}` : path;
}

type Verification = { next: string; to?: ContextName | undefined; withRecovery?: boolean };

/**
 * The page that asks for a second factor again.
 * @param next the path to return to
 * @param to the context to switch to first
 */
export const verifyPath = ({ next, to, withRecovery = false }: Verification): string =>
  pathWithQuery("/verify", { with: withRecovery ? "recovery" : null, to, next });

/** Where each kind of context begins. */
export const HOME_PATHS = {
  cardholder: "/home",
  school: "/school",
  bank: "/bank",
  operator: "/operator",
} as const;

export type ContextKind = keyof typeof HOME_PATHS;

export const kindOf = (context: ContextName): ContextKind =>
  context.split(":", 1)[0] as ContextKind;

export const homeOf = (context: ContextName): string => HOME_PATHS[kindOf(context)];

/** The kind of context that a page belongs to. A team's pages are below its home; all others are the cardholder's. */
export function kindOfPath(path: string): ContextKind {
  const { pathname } = new URL(path, "http://ours");
  const kinds = Object.keys(HOME_PATHS) as ContextKind[];
  const isIn = (kind: ContextKind) =>
    pathname === HOME_PATHS[kind] || pathname.startsWith(`${HOME_PATHS[kind]}/`);
  return kinds.find(isIn) ?? "cardholder";
}

/** The page that switches to another context. @param query where to go afterward, or the context */
export const switchPath = (query: { next?: string; to?: ContextName | null }): string =>
  pathWithQuery("/switch", query);

/**
 * For someone who was invited to a team or set a password where someone else is signed in.
 * @param query what they did, and where they continue
 */
export const otherPath = (query: { next: string } & ({ invited: "1" } | { set: "1" })): string =>
  pathWithQuery("/signin/other", query);

/** The path to return to after the sign-in. Always on this site, whatever was requested. */
export function returnPath(requested: string | null | undefined, fallback = "/home"): string {
  if (!requested?.startsWith("/") || !URL.canParse(requested, "http://ours")) return fallback;
  const { origin, pathname, search, hash } = new URL(requested, "http://ours");
  // Parsed the way browsers do: `/\evil`, `//evil`, and `/.//evil` would all leave this site.
  return origin === "http://ours" && !pathname.startsWith("//")
    ? pathname + search + hash
    : fallback;
}

/** A path with query parameters; the bare path if there are none. */
export function pathWithQuery(path: string, parameters: Record<string, string>): string {
  const query = new URLSearchParams(parameters);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The path to return to after the sign-in. Always on this site, whatever was requested. */
export function returnPath(requested: string | null | undefined, fallback = "/home"): string {
  if (!requested?.startsWith("/") || !URL.canParse(requested, "http://ours")) return fallback;
  const { origin, pathname, search, hash } = new URL(requested, "http://ours");
  // Parsed the way browsers do: `/\evil`, `//evil`, and `/.//evil` would all leave this site.
  return origin === "http://ours" && !pathname.startsWith("//")
    ? pathname + search + hash
    : fallback;
}

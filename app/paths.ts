/** A path with query parameters; the bare path if there are none. */
export function pathWithQuery(path: string, parameters: Record<string, string>): string {
  const query = new URLSearchParams(parameters);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The path to return to after the sign-in: always on this site, whatever was requested. */
export function returnPath(asked: string | null | undefined, otherwise = "/home"): string {
  if (!asked?.startsWith("/") || !URL.canParse(asked, "http://ours")) return otherwise;
  const { origin, pathname, search } = new URL(asked, "http://ours");
  // Parsed as browsers parse it: `/\evil`, `//evil` and `/.//evil` would all leave this site.
  return origin === "http://ours" && !pathname.startsWith("//") ? pathname + search : otherwise;
}

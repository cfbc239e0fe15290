/** A path with query parameters; the bare path if there are none. */
export function pathWithQuery(path: string, parameters: Record<string, string>): string {
  const query = new URLSearchParams(parameters);
  return query.size > 0 ? `${path}?${query}` : path;
}

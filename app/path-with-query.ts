/** An address of ours with its parameters; without any, the bare path. */
export function pathWithQuery(path: string, parameters: Record<string, string>): string {
  const query = new URLSearchParams(parameters);
  return query.size > 0 ? `${path}?${query}` : path;
}

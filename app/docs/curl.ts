/** curl commands for requests. */

type Request = {
  method: string;
  address: string;
  /** The authentication header, with a variable for the secret. */
  credential?: string | undefined;
  body?: unknown;
};

/** In single quotes, with escapes. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A request with variables for secrets. Variables in the URL are expanded, too. */
export function curlOf({ method, address, credential, body }: Request): string {
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}${address.includes("?") ? `"${address}"` : address}`,
    ...(credential ? [`-H "${credential}"`] : []),
    ...(body === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d ${quoted(JSON.stringify(body, null, 2).replaceAll("\n", "\n  "))}`,
        ]),
  ].join(" \\\n  ");
}

/** The first value with this name, at any depth, searching in order. */
export function findValue(within: unknown, name: string): unknown {
  if (typeof within !== "object" || within === null) return undefined;
  const own = (within as Record<string, unknown>)[name];
  if (own !== undefined && own !== null) return own;
  for (const inner of Object.values(within)) {
    const found = findValue(inner, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Replaces path parameters with examples. @param examples where to look for them, best first */
export function fillPath(path: string, examples: unknown[]): string {
  return path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = findValue(examples, name);
    return value === undefined ? whole : encodeURIComponent(String(value));
  });
}

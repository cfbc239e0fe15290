/** Requests as a shell takes them. */

type Request = {
  method: string;
  address: string;
  /** The header that says who asks, with a variable for what is secret. */
  credential?: string | undefined;
  body?: unknown;
};

/** In single quotes, whatever it holds. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A request with what is secret in variables. Variables in the address count, too. */
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

/** The first value under this name, however deep, in what is searched in its order. */
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

/** Puts examples where a path has parameters. @param examples where to look for them, best first */
export function fillPath(path: string, examples: unknown[]): string {
  return path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = findValue(examples, name);
    return value === undefined ? whole : encodeURIComponent(String(value));
  });
}

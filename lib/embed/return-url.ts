/** The return URL of the bank's app, with the outcome of the session. */

/** `accepted` goes to the return URL, anything else to the cancel URL. */
export type ReturnStatus = "accepted" | "cancelled" | "expired";

function nameOf(pair: string): string {
  const name = pair.split("=", 1)[0] as string;
  try {
    return decodeURIComponent(name.replaceAll("+", " "));
  } catch {
    return name;
  }
}

/**
 * Adds query parameters to a URL, replacing those of the same names. The rest stays exactly as the bank wrote
 * it, since it may matter to an app's own scheme.
 */
export function addressWith(address: string, added: Record<string, string>): string {
  const [, base = "", query = "", fragment = ""] =
    /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? [];
  const own = query.split("&").filter((pair) => pair !== "" && !Object.hasOwn(added, nameOf(pair)));
  return `${base}?${[...own, new URLSearchParams(added)].join("&")}${fragment}`;
}

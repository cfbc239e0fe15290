/** `accepted` goes to the bank's return URL, anything else to its cancel URL. */
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
 * Adds query parameters to a URL, replacing any of the same name. The rest stays exactly as the bank wrote it, since an
 * app's own scheme may depend on it.
 */
export function addQueryParams(address: string, params: Record<string, string>): string {
  const [, base = "", query = "", fragment = ""] =
    /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? [];
  const kept = query.split("&").filter((pair) => pair && !Object.hasOwn(params, nameOf(pair)));
  return `${base}?${[...kept, new URLSearchParams(params)].join("&")}${fragment}`;
}

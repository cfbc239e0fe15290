/** The way back to the bank's app, with what became of the session. */

/** `accepted` on the return address; all else goes to the one for cancelling. */
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
 * An address with more in its query. All else stays as the bank has written it, letter by letter: an
 * app's own scheme may mean something by it. What it has under the same names gives way.
 */
export function addressWith(address: string, added: Record<string, string>): string {
  const [, base = "", query = "", fragment = ""] =
    /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? [];
  const own = query.split("&").filter((pair) => pair !== "" && !Object.hasOwn(added, nameOf(pair)));
  return `${base}?${[...own, new URLSearchParams(added)].join("&")}${fragment}`;
}

/** Cookies of ours beside the session's: none that a script or another site could use. */
import { cookies } from "next/headers";
import { env } from "#lib/env.ts";

const isSecure = () => env().publicBaseUrl.startsWith("https://");

/** By the prefix browsers refuse it from whoever has not come by https; from other hosts too, where they can. */
function nameOf(name: string, path: string): string {
  if (!isSecure()) return name;
  return path === "/" ? `__Host-${name}` : `__Secure-${name}`;
}

/**
 * A cookie for an answer. Scripts cannot read it, and other sites' requests go without it.
 * @param seconds how long it is kept; 0 forgets it
 */
export function browserCookie(
  name: string,
  value: string,
  { path, seconds }: { path: string; seconds: number },
): string {
  const secure = isSecure() ? "; Secure" : "";
  return `${nameOf(name, path)}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** What the browser has sent back of such a cookie. */
export async function readBrowserCookie(name: string, path: string): Promise<string | undefined> {
  return (await cookies()).get(nameOf(name, path))?.value;
}

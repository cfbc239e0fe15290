/** Our cookies besides the session's: HttpOnly and SameSite=Strict. */
import { cookies } from "next/headers";
import { env } from "#lib/env.ts";

const isSecure = () => env().publicBaseUrl.startsWith("https://");

/** The prefix makes browsers accept the cookie over https only, and `__Host-` from this host only. */
function nameOf(name: string, path: string): string {
  if (!isSecure()) return name;
  return path === "/" ? `__Host-${name}` : `__Secure-${name}`;
}

/**
 * A `Set-Cookie` value. Scripts can't read the cookie, and other sites' requests don't carry it.
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

/** The value of such a cookie in the request. */
export async function readBrowserCookie(name: string, path: string): Promise<string | undefined> {
  return (await cookies()).get(nameOf(name, path))?.value;
}

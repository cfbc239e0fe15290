/** Cookies of ours beside the session's: none that a script or another site could use. */
import { env } from "#lib/env.ts";

/**
 * A cookie for an answer. Scripts cannot read it, and other sites' requests go without it.
 * @param seconds how long it is kept; 0 forgets it
 */
export function browserCookie(
  name: string,
  value: string,
  { path, seconds }: { path: string; seconds: number },
): string {
  const secure = env().publicBaseUrl.startsWith("https://") ? "; Secure" : "";
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

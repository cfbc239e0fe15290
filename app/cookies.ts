/** Cookies other than the session's. */
import { cookies } from "next/headers";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { DEVICE_TOKEN_SECONDS, rememberDevice } from "#lib/cardholders/sign-in/known-devices.ts";
import { env } from "#lib/env.ts";

const isSecure = () => env().publicBaseUrl.startsWith("https://");

/** Browsers accept both prefixes over HTTPS only, and `__Host-` from this host only. */
function nameOf(name: string, path: string): string {
  if (!isSecure()) return name;
  return path === "/" ? `__Host-${name}` : `__Secure-${name}`;
}

/**
 * A `Set-Cookie` value, HttpOnly and SameSite=Strict: scripts can't read it, and cross-site requests don't send it.
 * @param seconds the lifetime; 0 deletes the cookie
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

/** Identifies a browser that a cardholder has signed in with. Survives sign-out. */
const DEVICE_COOKIE = "known-device";
/** `__Host-` cookies require the path `/`. */
const DEVICE_PATH = "/";

export const readDeviceToken = () => readBrowserCookie(DEVICE_COOKIE, DEVICE_PATH);

/** The cookies to set after a sign-in or a password change. */
export async function knownDeviceCookies(scope: CardholderScope): Promise<string[]> {
  const token = await rememberDevice(scope, await readDeviceToken());
  return token
    ? [browserCookie(DEVICE_COOKIE, token, { path: DEVICE_PATH, seconds: DEVICE_TOKEN_SECONDS })]
    : [];
}

/** Set in public/page.js. */
const ZONE_COOKIE = "zone";

/** The browser's time zone from an earlier page view; UTC if unknown. */
export async function rememberedTimeZone(): Promise<string> {
  const zone = (await cookies()).get(ZONE_COOKIE)?.value ?? "UTC";
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

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
 * A cookie that is HttpOnly and SameSite=Strict: scripts can't read it, and cross-site requests don't send it. `set` and
 * `clear` return `Set-Cookie` values.
 * @param seconds the lifetime
 */
export function browserCookie(name: string, path: string, seconds: number) {
  const set = (value: string, maxAge = seconds) => {
    const secure = isSecure() ? "; Secure" : "";
    return `${nameOf(name, path)}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`;
  };
  return {
    set,
    clear: () => set("", 0),
    read: async () => (await cookies()).get(nameOf(name, path))?.value,
  };
}

/** Identifies a browser that a cardholder has signed in with. Survives sign-out. */
const device = browserCookie("known-device", "/", DEVICE_TOKEN_SECONDS);

export const readDeviceToken = device.read;

/** The cookies to set after a sign-in or a password change. */
export async function knownDeviceCookies(scope: CardholderScope): Promise<string[]> {
  const token = await rememberDevice(scope, await readDeviceToken());
  return token ? [device.set(token)] : [];
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

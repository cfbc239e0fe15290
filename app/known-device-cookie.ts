/** The cookie by which a browser is known to those who have signed in with it. Signing out keeps it. */
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { DEVICE_SECONDS, rememberDevice } from "#lib/cardholders/sign-in/known-devices.ts";
import { browserCookie, readBrowserCookie } from "./browser-cookie.ts";

const DEVICE_COOKIE = "known-device";
/** The whole host: only so may its name say that no other host has set it. */
const PATH = "/";

/** What this browser has brought. */
export const readDevice = () => readBrowserCookie(DEVICE_COOKIE, PATH);

/** For the answer to whoever has just signed in, or set another password. */
export async function keepDevice(scope: CardholderScope): Promise<string[]> {
  const token = await rememberDevice(scope, await readDevice());
  return token
    ? [browserCookie(DEVICE_COOKIE, token, { path: PATH, seconds: DEVICE_SECONDS })]
    : [];
}

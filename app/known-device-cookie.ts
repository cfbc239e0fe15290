/** The cookie that marks a browser as known to the cardholders who signed in with it. Survives sign-out. */
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { DEVICE_SECONDS, rememberDevice } from "#lib/cardholders/sign-in/known-devices.ts";
import { browserCookie, readBrowserCookie } from "./browser-cookie.ts";

const DEVICE_COOKIE = "known-device";
/** `__Host-` cookies require the path `/`. */
const PATH = "/";

/** The request's device token. */
export const readDevice = () => readBrowserCookie(DEVICE_COOKIE, PATH);

/** Cookies for the response to a sign-in or a password change. */
export async function keepDevice(scope: CardholderScope): Promise<string[]> {
  const token = await rememberDevice(scope, await readDevice());
  return token
    ? [browserCookie(DEVICE_COOKIE, token, { path: PATH, seconds: DEVICE_SECONDS })]
    : [];
}

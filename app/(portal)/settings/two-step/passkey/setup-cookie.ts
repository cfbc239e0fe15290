/** The cookie that lets a session add a passkey, after its owner's password. */
import { browserCookie, readBrowserCookie } from "#app/cookies.ts";
import { SETUP_SECONDS } from "#lib/cardholders/mfa/mutations.ts";

const COOKIE = "passkey-setup";
const PATH = "/settings/two-step/passkey";

export const setupCookie = (setup: string) =>
  browserCookie(COOKIE, setup, { path: PATH, seconds: SETUP_SECONDS });

export const clearSetupCookie = () => browserCookie(COOKIE, "", { path: PATH, seconds: 0 });

/** Empty if there is none. */
export const readSetup = async () => (await readBrowserCookie(COOKIE, PATH)) ?? "";

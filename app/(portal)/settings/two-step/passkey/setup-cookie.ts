import { browserCookie } from "#app/cookies.ts";
import { SETUP_SECONDS } from "#lib/cardholders/mfa/mutations.ts";

/** Lets a session add a passkey, after its owner's password. */
export const setupCookie = browserCookie(
  "passkey-setup",
  "/settings/two-step/passkey",
  SETUP_SECONDS,
);

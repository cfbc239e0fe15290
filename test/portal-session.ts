/** The portal's session in unit tests: a cookie jar instead of a browser. */
import { encode } from "next-auth/jwt";
import { authOptions, sessionClaims, sessionCookie } from "#app/session.ts";
import type { SessionReference } from "#lib/auth/sessions.ts";
import { jar } from "./next-headers.ts";

export { jar };

/** The value of a session cookie. */
export function sessionToken(session: SessionReference, maxAge = 60): Promise<string> {
  return encode({ token: sessionClaims(session), secret: authOptions().secret, maxAge });
}

/** Adds a session's cookie to the jar. */
export async function signInBrowser(session: SessionReference): Promise<void> {
  jar.set(sessionCookie().name, await sessionToken(session));
}

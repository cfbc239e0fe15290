/** next-auth's options: a cookie that names the session. We sign people in and out ourselves, without its endpoints. */
import { randomUUID } from "node:crypto";
import type { NextAuthOptions } from "next-auth";
import type { JWT } from "next-auth/jwt";
import {
  decodeSessionToken,
  SESSION_COOKIE,
  SESSION_SECONDS,
  type SessionReference,
} from "#lib/auth/sessions.ts";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";

/** The cookie's claims. They aren't sufficient alone: the session family is looked up on every use. */
export const sessionClaims = ({ cardholderId, familyId }: SessionReference) => ({
  sub: cardholderId,
  familyId,
});

/** The error message for a cookie that names no session, as in next-auth. */
const INVALID_TOKEN = "JWT invalid";

/** The session that a token names. @throws Error, which next-auth treats as "signed out" */
export function sessionOfToken({ sub, familyId }: JWT): SessionReference {
  if (!sub || typeof familyId !== "string") throw new Error(INVALID_TOKEN);
  return { cardholderId: sub, familyId };
}

/** The session cookie's name and attributes. */
export function sessionCookie() {
  const secure = env().publicBaseUrl.startsWith("https://");
  return {
    // Browsers accept a cookie with this prefix from this host only.
    name: secure ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure } as const,
  };
}

/** next-auth throws on an invalid callback URL cookie. We don't use it: nobody can set one with an unguessable name. */
const NO_CALLBACK_URL = { name: `unused-${randomUUID()}`, options: {} };

/** Read per request: there is no configuration at build time. */
export function authOptions() {
  const { authSecrets, publicBaseUrl } = env();
  const [secret] = authSecrets;
  if (!secret) throw new Error("AUTH_SECRET isn't set");
  // next-auth reads this setting only from the environment.
  process.env.NEXTAUTH_URL = publicBaseUrl;
  return {
    providers: [],
    secret,
    cookies: { sessionToken: sessionCookie(), callbackUrl: NO_CALLBACK_URL },
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    jwt: { maxAge: SESSION_SECONDS, decode: ({ token }) => decodeSessionToken(token) },
    logger: {
      error(code, details) {
        const err = details instanceof Error ? details : details.error;
        // A forged cookie isn't our error.
        if (err.message !== INVALID_TOKEN) log().error({ code, err }, "next-auth");
      },
      warn: (code) => log().warn({ code }, "next-auth"),
    },
  } satisfies NextAuthOptions;
}

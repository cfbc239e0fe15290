/** next-auth's options: our own sign-in as the only provider, and a cookie that names the session family. */
import type { NextAuthOptions, User } from "next-auth";
import type { JWT } from "next-auth/jwt";
import Credentials from "next-auth/providers/credentials";
import {
  decodeSessionToken,
  peekSession,
  SESSION_COOKIE,
  SESSION_SECONDS,
  type SessionReference,
} from "#lib/auth/sessions.ts";
import { loginRequest } from "#lib/cardholders/sign-in/contract.ts";
import { signIn, signOut } from "#lib/cardholders/sign-in/sign-in.ts";
import { env } from "#lib/env.ts";
import { ServiceError } from "#lib/errors.ts";
import { callerOf } from "#lib/http/caller.ts";
import { log } from "#lib/log.ts";

declare module "next-auth" {
  interface User extends SessionReference {}
}

/** The cookie's claims. They aren't sufficient alone: the session family is looked up on every use. */
export const sessionClaims = ({ cardholderId, familyId }: SessionReference) => ({
  sub: cardholderId,
  familyId,
});

/** The error message for a cookie without an open session, as in next-auth. */
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

/**
 * Handles next-auth's own sign-in form.
 * @throws Error whose message next-auth puts in a URL: an error code, never details
 */
async function authorize(input: unknown, { headers }: { headers?: HeadersInit }) {
  const { data } = loginRequest.safeParse(input);
  if (!data) return null;
  try {
    const { email, password, mfa_code: mfaCode } = data;
    const scope = await signIn({ email, password, mfaCode }, callerOf(new Headers(headers)));
    return { id: scope.cardholderId, ...scope } satisfies User;
  } catch (thrown) {
    const code = thrown instanceof ServiceError ? thrown.code : "INTERNAL_ERROR";
    if (code === "INTERNAL_ERROR") log().error({ err: thrown }, "sign-in failed");
    if (code === "INVALID_CREDENTIALS") return null;
    throw new Error(code);
  }
}

/** Read per request: there is no configuration at build time. */
export function authOptions() {
  const { authSecrets, publicBaseUrl } = env();
  const [secret] = authSecrets;
  if (!secret) throw new Error("AUTH_SECRET isn't set");
  // next-auth reads this setting only from the environment.
  process.env.NEXTAUTH_URL = publicBaseUrl;
  return {
    providers: [Credentials({ credentials: { email: {}, password: {}, mfa_code: {} }, authorize })],
    secret,
    pages: { signIn: "/signin", signOut: "/", error: "/signin", verifyRequest: "/signin" },
    cookies: { sessionToken: sessionCookie() },
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    jwt: { maxAge: SESSION_SECONDS, decode: ({ token }) => decodeSessionToken(token) },
    callbacks: {
      jwt: ({ token, user }) => (user ? sessionClaims(user) : token),
      // Reveals only that a session is open, nothing about the cardholder. A page that asks doesn't keep it open.
      async session({ session: { expires }, token }) {
        if (!(await peekSession(sessionOfToken(token)))) throw new Error(INVALID_TOKEN);
        return { expires };
      },
    },
    events: {
      async signOut({ token }) {
        const scope = token && (await peekSession(sessionOfToken(token)));
        if (scope) await signOut(scope);
      },
    },
    logger: {
      error(code, details) {
        const err = details instanceof Error ? details : details.error;
        // A forged cookie or URL isn't our error.
        if (err.message === INVALID_TOKEN || /CALLBACK_URL|ERROR_PAGE/.test(code)) return;
        log().error({ code, err }, "next-auth");
      },
      warn: (code) => log().warn({ code }, "next-auth"),
    },
  } satisfies NextAuthOptions;
}

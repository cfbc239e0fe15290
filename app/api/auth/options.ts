/** next-auth's options: one provider, which is our own sign-in, and a cookie that names the session family. */
import type { NextAuthOptions, User } from "next-auth";
import { decode, type JWT } from "next-auth/jwt";
import Credentials from "next-auth/providers/credentials";
import { returnPath } from "#app/return-path.ts";
import {
  cardholderScopeOf,
  SESSION_COOKIE,
  SESSION_SECONDS,
  type SessionReference,
} from "#lib/auth/sessions.ts";
import { signIn, signOut } from "#lib/cardholders/sign-in/sign-in.ts";
import { env } from "#lib/env.ts";
import { ServiceError } from "#lib/errors.ts";
import { callerOf } from "#lib/http/caller.ts";
import { log } from "#lib/log.ts";

declare module "next-auth" {
  interface Session extends SessionReference {}
  interface User extends SessionReference {}
}

/** The cookie's claims. They prove nothing alone: the session family is looked up on every use. */
export const sessionClaims = ({ cardholderId, familyId }: SessionReference) => ({
  sub: cardholderId,
  familyId,
});

/** The error message for a cookie without an open session, the same as next-auth's. */
export const INVALID_TOKEN = "JWT invalid";

/** The session that a token names. */
function sessionOfToken({ sub, familyId }: JWT): SessionReference {
  if (!sub || typeof familyId !== "string") throw new Error(INVALID_TOKEN);
  return { cardholderId: sub, familyId };
}

/** The session cookie's name and attributes. */
export function sessionCookie() {
  const secure = env().publicBaseUrl.startsWith("https://");
  return {
    // The prefix makes browsers accept it from this host only.
    name: secure ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure } as const,
  };
}

type Form = Record<"email" | "password" | "mfa_code", string>;
type Sent = { headers?: Record<string, string | string[] | undefined> };

/** Refusal codes passed to our sign-in page; next-auth puts them into a URL. */
const REFUSALS = ["MFA_REQUIRED", "MFA_INVALID", "RATE_LIMITED"];

/** The caller; next-auth passes headers in Node's format. */
function callerBehind({ headers = {} }: Sent) {
  const given = Object.entries(headers).map(([name, value]) => [name, String(value ?? "")]);
  return callerOf(new Headers(given as [string, string][]));
}

/** Handles next-auth's own form, with three fields. */
async function authorize(credentials: Form | undefined, request: Sent): Promise<User | null> {
  const { email, password, mfa_code: mfaCode } = credentials ?? {};
  if (typeof email !== "string" || typeof password !== "string") return null;
  try {
    const scope = await signIn({ email, password, mfaCode }, callerBehind(request));
    return { id: scope.cardholderId, ...scope };
  } catch (error) {
    const code = error instanceof ServiceError ? error.code : "";
    if (code === "INVALID_CREDENTIALS") return null;
    if (REFUSALS.includes(code)) throw new Error(code);
    log().error({ err: error }, "sign-in failed");
    // next-auth puts this message into an address: it must not be the real one.
    throw new Error("unavailable");
  }
}

const CREDENTIALS = {
  email: { type: "email" },
  password: { type: "password" },
  mfa_code: { type: "text" },
};

/** next-auth signs with the first secret; tokens signed with any of them are accepted. */
async function decodeByAnySecret(token: string | undefined): Promise<JWT | null> {
  for (const secret of env().authSecrets) {
    const claims = await decode({ token, secret }).catch(() => null);
    if (claims) return claims;
  }
  return null;
}

/**
 * Ends the session behind next-auth's own sign-out.
 * @throws Error which next-auth logs; the cookie is cleared anyway
 */
async function endSessionOf(token: JWT | null): Promise<void> {
  const scope = token && (await cardholderScopeOf(sessionOfToken(token)));
  if (scope) await signOut(scope);
}

/** Read at each request: at build time there is no configuration yet. */
export function authOptions() {
  const { authSecrets, publicBaseUrl } = env();
  const [secret] = authSecrets;
  if (!secret) throw new Error("AUTH_SECRET isn't set");
  // The one setting that next-auth takes from nowhere else.
  process.env.NEXTAUTH_URL = publicBaseUrl;
  return {
    providers: [Credentials({ credentials: CREDENTIALS, authorize })],
    secret,
    pages: { signIn: "/signin", signOut: "/", error: "/signin" },
    cookies: { sessionToken: sessionCookie() },
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    jwt: { maxAge: SESSION_SECONDS, decode: ({ token }) => decodeByAnySecret(token) },
    callbacks: {
      jwt: ({ token, user }) => (user ? sessionClaims(user) : token),
      session: ({ session, token }) => ({ ...sessionOfToken(token), expires: session.expires }),
      redirect: ({ url, baseUrl }) =>
        returnPath(url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url),
    },
    events: { signOut: ({ token }) => endSessionOf(token) },
    logger: {
      error(code, details) {
        const err = details instanceof Error ? details : details.error;
        // An expired or forged cookie is not our error.
        if (err.message !== INVALID_TOKEN) log().error({ code, err }, "next-auth");
      },
      warn: (code) => log().warn({ code }, "next-auth"),
      debug: () => {},
    },
  } satisfies NextAuthOptions;
}

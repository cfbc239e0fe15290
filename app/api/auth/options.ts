/** next-auth as we use it: one provider, which is our own sign-in, and our own token in its cookie. */
import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { returnPath } from "#app/return-path.ts";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { readSession, SESSION_COOKIE, signSession } from "#lib/auth/session-token.ts";
import { cardholderScopeOf, SESSION_SECONDS } from "#lib/auth/sessions.ts";
import { signIn, signOut } from "#lib/cardholders/sign-in.ts";
import { env } from "#lib/env.ts";
import { ServiceError } from "#lib/errors.ts";
import { callerOf } from "#lib/http/caller.ts";
import { log } from "#lib/log.ts";

/** The session cookie's name and attributes. */
export function sessionCookie() {
  const secure = env().publicBaseUrl.startsWith("https://");
  return {
    // The prefix makes browsers refuse it from anybody but this very host.
    name: secure ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure } as const,
  };
}

type Form = Record<"email" | "password" | "mfa_code", string>;
type Sent = { headers?: Record<string, string | string[] | undefined> };

/** Why a sign-in was refused, as our own page is told; next-auth puts it into an address. */
const REFUSALS = ["MFA_REQUIRED", "MFA_INVALID", "RATE_LIMITED"];

/** Who calls; next-auth hands headers over as Node spells them. */
function callerBehind({ headers = {} }: Sent) {
  const given = Object.entries(headers).map(([name, value]) => [name, String(value ?? "")]);
  return callerOf(new Headers(given as [string, string][]));
}

/** A session as next-auth keeps it from one of its steps to the next. */
export const userOf = ({ cardholderId, familyId }: CardholderScope) => ({
  id: cardholderId,
  familyId,
});

type User = ReturnType<typeof userOf>;
type Authorize = (credentials: Form | undefined, request: Sent) => Promise<User | null>;

async function authorizeByForm(credentials: Form | undefined, request: Sent): Promise<User | null> {
  const { email, password, mfa_code: mfaCode } = credentials ?? {};
  if (typeof email !== "string" || typeof password !== "string") return null;
  try {
    return userOf(await signIn({ email, password, mfaCode }, callerBehind(request)));
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

/**
 * Read at each request: at build time there is no configuration yet.
 * @param authorize who it is that signs in; unless given, by the three fields of next-auth's own form
 */
export function authOptions(authorize: Authorize = authorizeByForm): NextAuthOptions {
  const { authSecrets, publicBaseUrl } = env();
  const [secret] = authSecrets;
  if (!secret) throw new Error("AUTH_SECRET is not set");
  // The one setting that next-auth takes from nowhere else.
  process.env.NEXTAUTH_URL = publicBaseUrl;
  return {
    providers: [Credentials({ credentials: CREDENTIALS, authorize })],
    secret,
    pages: { signIn: "/signin", signOut: "/", error: "/signin" },
    cookies: { sessionToken: sessionCookie() },
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    jwt: {
      encode: async ({ token }) => {
        const { sub: cardholderId, familyId } = token ?? {};
        if (!cardholderId || typeof familyId !== "string") throw new Error("no session to sign");
        return signSession({ cardholderId, familyId }, SESSION_SECONDS);
      },
      decode: async ({ token }) => {
        const note = token ? await readSession(token) : null;
        const scope = note && (await cardholderScopeOf(note.familyId));
        return scope && { sub: scope.cardholderId, familyId: scope.familyId };
      },
    },
    callbacks: {
      jwt: ({ token, user }) =>
        user && "familyId" in user ? { sub: user.id, familyId: user.familyId } : token,
      // Whoever asks next-auth learns that there is a session, and nothing about the person.
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) =>
        returnPath(url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url),
    },
    events: {
      signOut: async ({ token }) => {
        const scope = token && (await cardholderScopeOf(String(token.familyId)));
        if (scope) await signOut(scope);
      },
    },
    logger: {
      error: (code, details) =>
        log().error({ code, err: details instanceof Error ? details : details.error }, "next-auth"),
      warn: (code) => log().warn({ code }, "next-auth"),
      debug: () => {},
    },
  };
}

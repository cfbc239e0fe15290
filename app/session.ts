/**
 * The portal's session: next-auth reads and writes the cookie, and the database decides whether it's open. We sign people
 * in and out ourselves, without next-auth's endpoints.
 */
import { randomUUID } from "node:crypto";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { NextResponse } from "next/server";
import { getServerSession, type NextAuthOptions } from "next-auth";
import { encode, type JWT } from "next-auth/jwt";
import { cache } from "react";
import { checkAndCacheCredential } from "#lib/auth/limits/recent-credentials.ts";
import { type Action, decide } from "#lib/auth/permissions.ts";
import {
  type CardholderScope,
  isStaff,
  ownerOf,
  personOf,
  type SessionScope,
  type StaffScope,
} from "#lib/auth/scopes.ts";
import {
  decodeSessionToken,
  SESSION_COOKIE,
  SESSION_SECONDS,
  type SessionReference,
  sessionScopeOf,
  signOut,
} from "#lib/auth/sessions.ts";
import type { TenantKind } from "#lib/auth/tenants.ts";
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { movePoolShareTo } from "#lib/database/shared-pool.ts";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";
import { browserCookie } from "./cookies.ts";
import { pathWithQuery, switchPath, verifyPath } from "./paths.ts";

/** The cookie's claims. They aren't sufficient alone: the session family is looked up on every use. */
export const sessionClaims = ({ cardholderId, familyId }: SessionReference) => ({
  sub: cardholderId,
  familyId,
});

/** The error message for a cookie that names no session, as in next-auth. */
const INVALID_TOKEN = "JWT invalid";

/** The session that a token names. @throws Error, which next-auth treats as "signed out" */
function sessionOfToken({ sub, familyId }: JWT): SessionReference {
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

/** next-auth's options. Read per request: there is no configuration at build time. */
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

/** Covers tabs left open after a sign-out in another tab. */
const SIGNED_OUT_SECONDS = 24 * 60 * 60;
const signedOut = browserCookie("signed-out", "/", SIGNED_OUT_SECONDS);

/** Whoever is signed in, in any context, or null. Read once per request. */
export const currentSession = cache(async (): Promise<SessionScope | null> => {
  // Later requests with this cookie count against this person's rate limit.
  const cookie = (await cookies()).get(sessionCookie().name)?.value ?? null;
  if (!cookie) return null;
  const session = await getServerSession({
    ...authOptions(),
    // The database is read afterward: next-auth would treat an error here, such as an outage, as "signed out".
    callbacks: { session: ({ token }) => sessionOfToken(token) },
  });
  const read = async () => session && sessionScopeOf(session);
  const scope = await checkAndCacheCredential(cookie, read, personOf);
  // However many its members are, a team has one share of the database connections, as its programs do.
  if (scope && isStaff(scope)) movePoolShareTo(ownerOf(scope));
  return scope;
});

export async function currentCardholder(): Promise<CardholderScope | null> {
  const scope = await currentSession();
  return scope && !isStaff(scope) ? scope : null;
}

function setSessionCookie(value: string, maxAge: number): string[] {
  const { headers, cookies: jar } = new NextResponse();
  const { name, options } = sessionCookie();
  jar.set(name, value, { ...options, maxAge });
  return headers.getSetCookie();
}

/** Cookies for a session that one of our forms has opened. */
export async function sessionCookiesFor(scope: SessionScope): Promise<string[]> {
  const { secret, session } = authOptions();
  const claims = sessionClaims({ cardholderId: personOf(scope), familyId: scope.familyId });
  const token = await encode({ token: claims, secret, maxAge: session.maxAge });
  return setSessionCookie(token, session.maxAge);
}

export const clearSessionCookie = () => setSessionCookie("", 0);

/** Ends the browser's session, if there is one. @returns cookies that clear it, even if it couldn't be ended */
export async function endCurrentSession(): Promise<string[]> {
  try {
    const scope = await currentSession();
    if (scope) await signOut(scope);
  } catch (error) {
    log().error({ err: error }, "sign-out failed");
  }
  return clearSessionCookie();
}

type SignedOut = { personId: string | null };

/** Set at sign-out, so other tabs can explain why they ask to sign in, and keep this person's input. */
export async function signedOutCookie(): Promise<string> {
  const left: SignedOut = { personId: await personOfBrowser() };
  return signedOut.set(await encryptToken("signed-out", left, SIGNED_OUT_SECONDS));
}

/** Who is or was last signed in here, even if their session has ended. Not proof that they are still here. */
export async function personOfBrowser(): Promise<string | null> {
  const cookie = (await cookies()).get(sessionCookie().name)?.value;
  const session = cookie && (await decodeSessionToken(cookie));
  if (session) return session.sub ?? null;
  const left = await signedOut.read();
  return (left && (await decryptToken<SignedOut>("signed-out", left))?.personId) ?? null;
}

/**
 * The signed-in cardholder. Redirects visitors to the sign-in and back, with a notice if a session has just ended, and
 * someone who works for a team to the page that switches.
 * @param path the page's path, with `query` as its parameters
 */
export async function requireCardholder(
  path: string,
  query: Record<string, string> = {},
): Promise<CardholderScope> {
  const scope = await requireSession(path, query);
  if (isStaff(scope)) redirect(switchPath({ next: pathWithQuery(path, query) }));
  return scope;
}

/**
 * The signed-in member of a team. Redirects anyone else: to the sign-in, to the page that switches, or, before a
 * sensitive action, to the page that asks for a second factor.
 * @param action what the page shows or does
 * @returns null if their role may not do it, for which pages answer 403
 */
export async function requireStaff<Kind extends TenantKind>(
  kind: Kind,
  action: Action<Kind>,
  path: string,
  query: Record<string, string> = {},
): Promise<Extract<StaffScope, { kind: Kind }> | null> {
  const scope = await requireSession(path, query);
  const next = pathWithQuery(path, query);
  if (!isStaff(scope) || scope.kind !== kind) redirect(switchPath({ next }));
  const decision = decide(scope, action);
  if (decision === "verify") redirect(verifyPath({ next }));
  return decision === "allowed" ? (scope as Extract<StaffScope, { kind: Kind }>) : null;
}

/** The same for anyone signed in, in any context. */
export async function requireSession(
  path: string,
  query: Record<string, string> = {},
): Promise<SessionScope> {
  return (await currentSession()) ?? redirectToSignIn(path, query);
}

async function redirectToSignIn(path: string, query: Record<string, string>): Promise<never> {
  const hasSession = (await cookies()).has(sessionCookie().name);
  const wasSignedIn = hasSession || (await signedOut.read()) !== undefined;
  const next = pathWithQuery(path, query);
  redirect(pathWithQuery("/signin", { ...(wasSignedIn ? { ended: "1" } : {}), next }));
}

/** The portal's session: next-auth reads and makes its cookie, and the database says whether it is open. */
import { randomUUID } from "node:crypto";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { NextResponse } from "next/server";
import { getServerSession } from "next-auth";
import { encode } from "next-auth/jwt";
import { rememberOutcome } from "#lib/auth/limits/recent-credentials.ts";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { scopeOfSession } from "#lib/auth/sessions.ts";
import { authOptions, sessionClaims, sessionCookie } from "./api/auth/options.ts";
import { browserCookie, readBrowserCookie } from "./browser-cookie.ts";
import { pathWithQuery } from "./path-with-query.ts";

const LEFT_COOKIE = "signed-out";
const LEFT_PATH = "/";
/** As long as a tab is likely to stay open after the sign-out in another. */
const LEFT_SECONDS = 24 * 60 * 60;

/**
 * next-auth fails where its cookie for the address to return to holds none. A page does not use that
 * cookie: under a name that nobody can know, nobody can break pages by it.
 */
const NO_CALLBACK_URL = { name: `unused-${randomUUID()}`, options: {} };

/** The cardholder who is signed in, or null. */
export async function currentCardholder(): Promise<CardholderScope | null> {
  // Only as a key: the front door counts the next requests with this cookie as this person's.
  const cookie = (await cookies()).get(sessionCookie().name)?.value ?? null;
  if (!cookie) return null;
  const options = authOptions();
  const session = await getServerSession({
    ...options,
    cookies: { ...options.cookies, callbackUrl: NO_CALLBACK_URL },
  });
  return rememberOutcome(
    cookie,
    async () => session && scopeOfSession(session),
    ({ cardholderId }) => cardholderId,
  );
}

function setSessionCookie(value: string, maxAge: number): string[] {
  const { headers, cookies: set } = new NextResponse();
  const { name, options } = sessionCookie();
  set.set(name, value, { ...options, maxAge });
  return headers.getSetCookie();
}

/**
 * The cookies of a session that our sign-in has opened. next-auth's own way to them is a form that only
 * its client can send: it has to bring a cookie that a page cannot set.
 */
export async function cookiesOfSession(scope: CardholderScope): Promise<string[]> {
  const { secret, session } = authOptions();
  const token = await encode({ token: sessionClaims(scope), secret, maxAge: session.maxAge });
  return setSessionCookie(token, session.maxAge);
}

/** For the answer to a sign-out. */
export const forgetSessionCookie = () => setSessionCookie("", 0);

/** For the answer to a sign-out: the other tabs are to learn why they have to sign in. */
export function signedOutCookie(): string {
  return browserCookie(LEFT_COOKIE, "1", { path: LEFT_PATH, seconds: LEFT_SECONDS });
}

/**
 * The cardholder who is signed in; anybody else is sent to sign in and then back to where they were.
 * Whoever was signed in until now is told that they no longer are.
 * @param path the page's own, and `query` what stood behind it
 */
export async function requireCardholder(
  path: string,
  query: Record<string, string> = {},
): Promise<CardholderScope> {
  const scope = await currentCardholder();
  if (scope) return scope;
  const hasSession = (await cookies()).has(sessionCookie().name);
  const wasSignedIn = hasSession || (await readBrowserCookie(LEFT_COOKIE, LEFT_PATH)) !== undefined;
  const next = pathWithQuery(path, query);
  redirect(pathWithQuery("/signin", { ...(wasSignedIn ? { ended: "1" } : {}), next }));
}

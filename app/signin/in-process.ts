/**
 * Calls next-auth's own handler in this process, as if its client script had. So a plain form signs in
 * and out through the same code, and without JavaScript.
 */
import { createHash, randomBytes } from "node:crypto";
import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth, { type NextAuthOptions } from "next-auth";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { authOptions, userOf } from "../api/auth/options.ts";

const CSRF_COOKIE = "next-auth.csrf-token";

/**
 * @param action next-auth's path
 * @param cookies the request's own
 * @returns what it sets of the session's cookie
 */
async function callNextAuth(
  action: string[],
  options: NextAuthOptions,
  cookies: Record<string, string> = {},
): Promise<string[]> {
  // Its double-submit check guards against foreign forms; ours has looked at the origin already.
  const csrfToken = randomBytes(32).toString("hex");
  const proof = createHash("sha256").update(`${csrfToken}${options.secret}`).digest("hex");
  options.cookies = {
    ...options.cookies,
    csrfToken: { name: CSRF_COOKIE, options: { httpOnly: true } },
  };
  const headers = new Map<string, string[]>();
  const response = {
    getHeader: (name: string) => headers.get(name),
    setHeader: (name: string, value: string | string[]) => headers.set(name, [value].flat()),
    status: () => response,
    end() {},
    json() {},
    send() {},
  };
  const request = {
    method: "POST",
    query: { nextauth: action },
    headers: {},
    cookies: { ...cookies, [CSRF_COOKIE]: `${csrfToken}|${proof}` },
    body: { csrfToken },
  };
  await NextAuth(
    request as unknown as NextApiRequest,
    response as unknown as NextApiResponse,
    options,
  );
  const session = options.cookies.sessionToken?.name ?? "";
  return (headers.get("Set-Cookie") ?? []).filter((cookie) => cookie.startsWith(`${session}=`));
}

/** The cookie of a session that our sign-in has opened, as next-auth makes it. */
export async function cookiesOfSession(scope: CardholderScope): Promise<string[]> {
  // Who it is has been proven: next-auth need not see what it was proven with.
  const options = authOptions(async () => userOf(scope));
  const made = await callNextAuth(["callback", "credentials"], options);
  if (made.length === 0) throw new Error("next-auth made no cookie for a session");
  return made;
}

/** Ends the session of a request. @returns what forgets its cookie */
export function endSessionBehind(cookies: Record<string, string>): Promise<string[]> {
  return callNextAuth(["signout"], authOptions(), cookies);
}

/**
 * Calls next-auth's own handler in this process, as if its client script had. So a plain form signs in
 * and out through the same code, and without JavaScript.
 */
import { createHash, randomBytes } from "node:crypto";
import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth from "next-auth";
import { authOptions } from "../api/auth/options.ts";

export type Answer = { location: string; cookies: string[] };

const CSRF_COOKIE = "next-auth.csrf-token";

/**
 * @param action next-auth's path: `["callback", "credentials"]` or `["signout"]`
 * @param fields what its form would send
 * @param cookies the request's own
 * @param caller who calls, as the front door has noted it
 */
export async function callNextAuth(
  action: string[],
  fields: Record<string, string>,
  cookies: Record<string, string> = {},
  caller: Record<string, string> = {},
): Promise<Answer> {
  const options = authOptions();
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
    headers: caller,
    cookies: { ...cookies, [CSRF_COOKIE]: `${csrfToken}|${proof}` },
    body: { ...fields, csrfToken },
  };
  await NextAuth(
    request as unknown as NextApiRequest,
    response as unknown as NextApiResponse,
    options,
  );
  const session = options.cookies.sessionToken?.name ?? "";
  return {
    location: headers.get("Location")?.[0] ?? "",
    cookies: (headers.get("Set-Cookie") ?? []).filter((cookie) => cookie.startsWith(`${session}=`)),
  };
}

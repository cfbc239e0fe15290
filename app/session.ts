/** The session gate: who looks at this page, by the cookie that came with the request. */
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { noteOutcome } from "#lib/auth/proofs.ts";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { scopeOfSession } from "#lib/auth/sessions.ts";
import { sessionCookie } from "./api/auth/options.ts";
import { browserCookie, readBrowserCookie } from "./browser-cookie.ts";
import { pathWith } from "./path-with.ts";

const LEFT_COOKIE = "signed-out";
const LEFT_PATH = "/";
/** As long as a tab is likely to stay open after the sign-out in another. */
const LEFT_SECONDS = 24 * 60 * 60;

/** The cardholder who is signed in, or null. */
export async function currentCardholder(): Promise<CardholderScope | null> {
  const token = (await cookies()).get(sessionCookie().name)?.value;
  if (!token) return null;
  // The front door counts its next requests as this person's.
  return noteOutcome(
    token,
    () => scopeOfSession(token),
    ({ cardholderId }) => cardholderId,
  );
}

/** For the answer to a sign-out: the other tabs are to learn why they have to sign in. */
export function noteSignedOut(): string {
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
  const next = pathWith(path, query);
  redirect(pathWith("/signin", { ...(wasSignedIn ? { ended: "1" } : {}), next }));
}

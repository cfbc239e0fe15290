/** The session gate: who looks at this page, by the cookie that came with the request. */
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { scopeOfSession } from "#lib/auth/sessions.ts";
import { sessionCookie } from "./api/auth/options.ts";

/** The cardholder who is signed in, or null. */
export async function currentCardholder(): Promise<CardholderScope | null> {
  const token = (await cookies()).get(sessionCookie().name)?.value;
  return token ? scopeOfSession(token) : null;
}

/**
 * The cardholder who is signed in; anybody else is sent to sign in and then back to `path`. Whoever was
 * signed in until now is told that they no longer are.
 */
export async function requireCardholder(path: string): Promise<CardholderScope> {
  const scope = await currentCardholder();
  if (scope) return scope;
  const wasSignedIn = (await cookies()).has(sessionCookie().name);
  const query = new URLSearchParams({ ...(wasSignedIn ? { ended: "1" } : {}), next: path });
  redirect(`/signin?${query}`);
}
